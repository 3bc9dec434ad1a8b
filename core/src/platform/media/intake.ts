import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'

/** What a stream turned out to be; complete once the stream has ended. */
export interface Measured {
  size: number
  sha256: Buffer
}

/** The first bytes of a stream, and a stream that still gives all of them. */
export async function peek(source: Readable, bytes: number): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: Buffer[] = []
  let size = 0
  const iterator: AsyncIterator<Uint8Array | string> = source[Symbol.asyncIterator]()
  while (size < bytes) {
    const { value, done } = await iterator.next()
    if (done) break
    const chunk = Buffer.from(value)
    chunks.push(chunk)
    size += chunk.length
  }
  const head = Buffer.concat(chunks)
  async function* all() {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const { value, done } = await iterator.next()
        if (done) return
        yield Buffer.from(value)
      }
    } finally {
      source.destroy()
    }
  }
  return { head, whole: Readable.from(all(), { objectMode: false }) }
}

/** Counts and hashes what passes. The stream fails with ERR_MEDIA_TOO_LARGE at the first byte above the limit. */
export function measure(source: Readable, maxBytes: number): { stream: Readable; result: () => Measured } {
  const hash = createHash('sha256')
  let size = 0
  async function* passing() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE', { params: { maxBytes } })
      hash.update(chunk)
      yield chunk
    }
  }
  return {
    stream: Readable.from(passing(), { objectMode: false }),
    result: () => ({ size, sha256: hash.digest() }),
  }
}
