const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#229ed9"/>' +
  '<path fill="#fff" d="M5.4 11.9 17.6 7c.6-.2 1.1.1.9 1l-2.1 9.8c-.1.7-.6.9-1.1.5l-3.2-2.3-1.5 1.5c-.2.2-.3.3-.6.3' +
  'l.2-3.2 5.9-5.3c.3-.2-.1-.4-.4-.1l-7.3 4.6-3.1-1c-.7-.2-.7-.7.1-.9z"/></svg>'

/** A paper plane, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
