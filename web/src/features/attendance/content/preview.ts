/** How a document can be looked at without saving it. */
export type Preview = 'pdf' | 'text'

const MAX_TEXT_BYTES = 1024 * 1024
const TEXT = new Set(['application/json', 'application/xml'])

/** Null for what a browser cannot show, or not safely. */
export function previewOf({ mimeType, size }: { mimeType: string; size: number }): Preview | null {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/pdf') return 'pdf'
  const isText = type.startsWith('text/') || TEXT.has(type)
  return isText && size <= MAX_TEXT_BYTES ? 'text' : null
}
