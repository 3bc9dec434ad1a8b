/** Characters that hide, reverse or break a name: controls, zero-width ones, direction marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu
const MAX_CHARACTERS = 255

/**
 * The name that a sender gave, as it is kept and shown; null when nothing is left of it. Only data: no path is ever
 * made from it (reliability T-21).
 */
export function cleanFileName(given: string | null | undefined): string | null {
  const clean = (given ?? '').toWellFormed().normalize('NFC').replace(HIDDEN, '')
  const last = clean.split(/[\\/]/).at(-1) ?? ''
  const name = last.trim().replace(/^\.+/, '')
  if (name.length <= MAX_CHARACTERS) return name === '' ? null : name
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  // a pair of surrogates is not cut in half
  return name.slice(0, MAX_CHARACTERS - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

/** The header that names a file for saving (RFC 6266, RFC 8187): an ASCII name and the true one. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${encoded}`}`
}
