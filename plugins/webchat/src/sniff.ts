import type { FileKind } from './wire.ts'

type Magic = readonly [type: string, offset: number, bytes: string]

/** First bytes of files, latin-1. What is not listed and not text counts as an unknown document. */
const MAGIC: readonly Magic[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftypheic'],
  ['image/heic', 4, 'ftypmif1'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['video/x-msvideo', 8, 'AVI '],
  ['audio/wav', 8, 'WAVE'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/x-ole-storage', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
]

/** Programs and pages that could act in somebody's browser or computer. */
const REFUSED_MAGIC: readonly Magic[] = [
  ['application/x-msdownload', 0, 'MZ'],
  ['application/x-elf', 0, '\x7fELF'],
  ['application/x-mach-o', 0, '\xcf\xfa\xed\xfe'],
  ['text/x-script', 0, '#!'],
]
const REFUSED_NAMES =
  /\.(exe|dll|msi|bat|cmd|com|scr|ps1|vbs|vbe|js|mjs|jse|wsf|hta|jar|apk|html?|xhtml|svgz?|lnk|reg|sh)$/i
const MARKUP = /^\s*(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body|script|svg|\?xml[\s\S]{0,400}<svg)/i

/** Types that a browser may show in place; everything else is downloaded. */
export const INLINE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/wav',
]

const KINDS: Record<string, FileKind> = { image: 'image', video: 'video', audio: 'audio' }

/** Kind and type by content; the name and the declared type only choose among what the content allows. */
export function sniff(
  bytes: Uint8Array,
  fileName: string,
  declared: string,
): { kind: FileKind; mimeType: string } | null {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  const matches = ([, offset, magic]: Magic): boolean => head.startsWith(magic, offset)
  if (REFUSED_NAMES.test(fileName) || REFUSED_MAGIC.some(matches) || MARKUP.test(head.replace(/^\xef\xbb\xbf/, ''))) {
    return null
  }
  const found = MAGIC.find(matches)?.[0]
  if (!found) return { kind: 'document', mimeType: head.includes('\0') ? 'application/octet-stream' : 'text/plain' }
  if (found === 'video/webm' && declared.startsWith('audio/')) return { kind: 'audio', mimeType: 'audio/webm' }
  if (found === 'application/zip' && declared.startsWith('application/vnd.')) {
    return { kind: 'document', mimeType: declared }
  }
  return { kind: KINDS[found.split('/')[0] ?? ''] ?? 'document', mimeType: found }
}
