const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#25d366"/>' +
  '<g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">' +
  '<path stroke-width="1.6" d="M5.5 18.5l1-3.2a7 7 0 1 1 2.5 2.3z"/>' +
  '<path stroke-width="2.2" d="M9.5 9.2c0 3 2.3 5.3 5.3 5.3"/></g></svg>'

/** A receiver in a speech bubble, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
