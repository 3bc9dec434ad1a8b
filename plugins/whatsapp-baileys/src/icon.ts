const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#25d366"/>' +
  '<path fill="none" stroke="#fff" stroke-width="1.6" stroke-linejoin="round" d="M5.4 18.6l.9-3.2a6.6 6.6 0 1 1 2.4 2.3z"/>' +
  '<path fill="#fff" d="M9.6 8.5c.3-.3.8-.3 1 .1l.5 1.1c.1.2.1.5-.1.7l-.4.5c.5 1 1.3 1.8 2.3 2.3l.6-.5c.2-.2.4-.2.7-.1' +
  'l1.1.6c.3.2.4.6.1.9-.8 1-2 1-3.3.4a6.6 6.6 0 0 1-2.9-3c-.5-1.1-.4-2.2.4-3z"/></svg>'

/** A speech bubble with a receiver, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
