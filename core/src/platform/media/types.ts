/** Bytes at the start of a file that its type is read from. */
export const SNIFF_BYTES = 4100

export const UNKNOWN_TYPE = 'application/octet-stream'

/** Containers of many formats: what the sender says is believed if it is one of the family. */
const FAMILIES: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-[a-z]+)\b.*|epub\+zip)$/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-[a-z.]+|vnd\.visio)$/,
  'video/mp4': /^audio\/(mp4|aac|x-m4a)$/,
  'video/webm': /^audio\/webm\b/,
  'video/3gpp': /^audio\/3gpp$/,
  'audio/ogg': /^audio\/ogg; codecs=opus$/,
}

/** Formats without a mark of their own: the sender's word is all there is. */
const UNMARKED = /^(text\/[a-z0-9.+-]+|application\/(json|x-ndjson|vcard|x-yaml|sql|javascript|xhtml\+xml))$/

/** The type of a file by its content; what the sender says only decides between what the content leaves open. */
export async function typeOf(head: Buffer, declared: string | undefined): Promise<string> {
  const said = normalise(declared)
  // loaded by the first file, so that the start does not wait for it
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found) return FAMILIES[found.mime]?.test(said) ? said : found.mime
  if (!isText(head)) return UNKNOWN_TYPE
  return UNMARKED.test(said) ? said : 'text/plain'
}

/** Shown by the browser itself; everything else is downloaded (reliability T-20). */
const INLINE =
  /^(application\/pdf|image\/(png|jpeg|gif|webp|avif|bmp)|audio\/(ogg|mpeg|mp4|aac|x-m4a|amr|wav|webm|flac|3gpp)|video\/(mp4|webm|ogg|quicktime|3gpp))\b/

/** Formats that a browser or a desktop could run. */
const DANGEROUS =
  /(html|xml|svg|script|x-msdownload|x-msdos|x-executable|x-elf|x-mach|x-sh|x-bat|x-ms-shortcut|x-msi|java|wasm|hta|x-shockwave)/

/** How a stored file may leave: as what, and whether a page may show it. */
export function servedAs(mimeType: string): { type: string; inline: boolean } {
  if (INLINE.test(mimeType)) return { type: mimeType, inline: true }
  const isOffice = /officedocument|opendocument/.test(mimeType)
  return { type: DANGEROUS.test(mimeType) && !isOffice ? UNKNOWN_TYPE : mimeType, inline: false }
}

function normalise(declared: string | undefined): string {
  const [essence = '', ...parameters] = (declared ?? '').toLowerCase().split(';')
  const codecs = parameters.map((text) => text.trim()).find((text) => /^codecs=[a-z0-9.]+$/.test(text))
  return codecs ? `${essence.trim()}; ${codecs}` : essence.trim()
}

/** No control characters but those of layout; in whatever encoding, since spreadsheets still write Latin-1. */
const isText = (head: Buffer): boolean =>
  head.length > 0 && !/[^\P{Cc}\t\n\v\f\r]/u.test(head.subarray(0, SNIFF_BYTES).toString('utf8'))
