import { PluginError } from '@recado/sdk'

const MAX_BYTES = 100 * 1024 * 1024
const CHUNK = 64 * 1024

export interface FetchedFile {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
  size: number
}

/** Files that events refer to: `bytes:<count>` makes some up, `data:<type>;base64,<…>` carries them. */
export function fetchFile(reference: string): FetchedFile {
  const count = /^bytes:(\d{1,9})$/.exec(reference)?.[1]
  if (count !== undefined && Number(count) <= MAX_BYTES) return { stream: madeUp(Number(count)), size: Number(count) }
  const [, mimeType, base64] = /^data:([\w.+/-]+);base64,([A-Za-z0-9+/=]*)$/.exec(reference) ?? []
  if (mimeType === undefined || base64 === undefined)
    throw new PluginError('MEDIA_REJECTED', { detail: 'no such file' })
  const bytes = Buffer.from(base64, 'base64')
  return { stream: new Blob([bytes]).stream(), mimeType, size: bytes.byteLength }
}

function madeUp(size: number): ReadableStream<Uint8Array> {
  let left = size
  return new ReadableStream({
    pull(controller) {
      const next = Math.min(left, CHUNK)
      left -= next
      if (next > 0) controller.enqueue(new Uint8Array(next).fill(0x61))
      if (left === 0) controller.close()
    },
  })
}
