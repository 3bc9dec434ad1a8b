/** Offers a text as a file. Requests drop the mark of UTF-8 that spreadsheets need, so tables get it back. */
export function saveText(text: string, fileName: string, type: string): void {
  const mark = type.startsWith('text/csv') ? '\ufeff' : ''
  saveBlob(new Blob([mark, text], { type }), fileName)
}

/** Offers bytes as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, fileName)
  // the browser reads it in a moment
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves what is at an address. */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
