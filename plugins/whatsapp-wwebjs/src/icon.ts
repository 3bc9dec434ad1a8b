const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#128c7e"/>' +
  '<path fill="#fff" d="M12 5a7 7 0 0 0-6 10.6L5 19l3.5-.9A7 7 0 1 0 12 5zm-3 4h6v1.5H9zm0 3.2h4.5v1.5H9z"/></svg>'

/** A speech bubble, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
