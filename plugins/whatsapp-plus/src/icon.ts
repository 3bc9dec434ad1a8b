const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#128c7e"/>' +
  '<path fill="#fff" d="M12 4.8a7.1 7.1 0 0 0-6.1 10.8l-.9 3.4 3.5-.9A7.1 7.1 0 1 0 12 4.800z"/>' +
  '<path fill="#128c7e" d="M11.200 8.400h1.600v2.800h2.800v1.600h-2.800v2.800h-1.600v-2.800H8.400v-1.600h2.800z"/></svg>'

/** A balloon with a plus, as a data address. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
