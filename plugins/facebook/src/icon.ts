const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#0866ff" d="M12 1C5.8 1 1 5.5 1 11.6c0 3.2 1.3 5.9 ' +
  '3.5 7.8v3.9l3.4-1.9c1.3.4 2.7.6 4.1.6 6.2 0 11-4.5 11-10.4S18.2 1 12 1z"/>' +
  '<path fill="#fff" d="m5.6 14.6 3.2-5.1c.5-.8 1.6-1 2.4-.4l2.5 1.9 3.4-2.6c.5-.3 1.1.2.8.7l-3.2 5.1c-.5.8-1.6 1-2.4.4l-2.5-1.9-3.4 2.6c-.5.3-1.1-.2-.8-.7z"/></svg>'

/** A bolt in a speech bubble, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
