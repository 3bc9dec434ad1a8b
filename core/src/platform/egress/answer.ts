import { arrayBuffer } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { type HttpResponse, PluginError } from '@recado/sdk'
import type { Response } from 'undici'

/** The answer as plugins see it. Its size is counted after decompression, its errors are worded by `fail`. */
export function createAnswer(
  response: Response,
  maxBytes: number,
  fail: (error: unknown) => PluginError,
): HttpResponse {
  let isTaken = false

  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    let size = 0
    try {
      for await (const chunk of response.body ?? []) {
        size += chunk.byteLength
        if (size > maxBytes) throw new PluginError('REJECTED', { detail: 'the answer is too large' })
        yield chunk
      }
    } catch (error) {
      throw fail(error)
    }
  }

  const stream = (): ReadableStream<Uint8Array> => {
    if (isTaken) throw new TypeError('the answer was already read')
    isTaken = true
    return ReadableStream.from(chunks())
  }

  const bytes = async (): Promise<Uint8Array> => new Uint8Array(await arrayBuffer(stream()))
  const text = async (): Promise<string> => new TextDecoder().decode(await bytes())

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    stream,
    bytes,
    text,
    async json<T>() {
      const body = await text()
      try {
        return JSON.parse(body) as T
      } catch (error) {
        throw fail(error)
      }
    },
  }
}
