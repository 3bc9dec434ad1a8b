const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#5b3df5"/>' +
  '<g stroke="#fff" stroke-width="1.6"><path d="M12 12 7 7M12 12l5-5M12 12l-5 5M12 12l5 5"/></g>' +
  '<g fill="#fff"><circle cx="12" cy="12" r="2.6"/><circle cx="7" cy="7" r="1.8"/><circle cx="17" cy="7" r="1.8"/>' +
  '<circle cx="7" cy="17" r="1.8"/><circle cx="17" cy="17" r="1.8"/></g></svg>'

/** A hub with four spokes, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
