import { Buffer } from 'node:buffer'
import { type ReadableStream, TransformStream } from 'node:stream/web'

const bytes = (text: string) => new TextEncoder().encode(text)

/**
 * A JSON object with one more field that holds a file as data URL, written while the file is read: a large one is never
 * in memory as a whole.
 */
export function withDataUrl(
  fields: Record<string, unknown>,
  name: string,
  mimeType: string,
  file: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const head = JSON.stringify(fields).replace(/}$/, Object.keys(fields).length > 0 ? ',' : '')
  const start = bytes(`${head}${JSON.stringify(name)}:"data:${mimeType};base64,`)
  let rest: Uint8Array = new Uint8Array()
  return file.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (out) => out.enqueue(start),
      transform(chunk, out) {
        const joined = Buffer.concat([rest, chunk])
        // Three bytes are four letters; what does not fill them waits for the next piece.
        const whole = joined.byteLength - (joined.byteLength % 3)
        rest = joined.subarray(whole)
        if (whole > 0) out.enqueue(bytes(joined.subarray(0, whole).toString('base64')))
      },
      flush: (out) => out.enqueue(bytes(`${Buffer.from(rest).toString('base64')}"}`)),
    }),
  )
}
