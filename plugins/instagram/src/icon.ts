const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#e1306c" stroke-width="2">' +
  '<rect x="2.5" y="2.5" width="19" height="19" rx="5.5"/><circle cx="12" cy="12" r="4.5"/>' +
  '<circle cx="17.3" cy="6.7" r="1" fill="#e1306c" stroke="none"/></svg>'

/** A camera, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
