import { ReadableStream } from 'node:stream/web'
import type { Media, MediaInfo } from '../../context.ts'
import { PluginError } from '../../errors.ts'

export interface TestMedia extends Media {
  readonly files: ReadonlyMap<string, { info: MediaInfo; bytes: Uint8Array }>
  bytes(id: string): Uint8Array
}

export interface TestMediaOptions {
  /** Makes the signed address of a file; a test whose stand-in downloads files serves them itself. */
  url?: (id: string, ttlSeconds: number) => string
}

/** Reads a stream of bytes to its end; rejects with `MEDIA_REJECTED` above `maxBytes`. */
export async function readAll(stream: ReadableStream<Uint8Array>, maxBytes = Infinity): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) throw new PluginError('MEDIA_REJECTED', { detail: `larger than ${maxBytes} bytes` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The host's media store, in memory. Types are taken as given instead of being sniffed. */
export function createTestMedia(options: TestMediaOptions = {}): TestMedia {
  const files = new Map<string, { info: MediaInfo; bytes: Uint8Array }>()
  const fileOf = (id: string) => {
    const file = files.get(id)
    if (!file) throw new PluginError('MEDIA_REJECTED', { detail: 'no such file' })
    return file
  }
  return {
    files,
    bytes: (id) => fileOf(id).bytes,
    async info(id) {
      return files.get(id)?.info ?? null
    },
    async open(id, signal) {
      signal?.throwIfAborted()
      const { bytes } = fileOf(id)
      return new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice())
          controller.close()
        },
      })
    },
    async url(id, ttlSeconds) {
      fileOf(id)
      return options.url?.(id, ttlSeconds) ?? `https://recado.invalid/media/${id}`
    },
    async save(data, meta) {
      const limit = meta.maxBytes ?? Infinity
      const bytes = data instanceof Uint8Array ? data : await readAll(data, limit)
      if (bytes.byteLength > limit) throw new PluginError('MEDIA_REJECTED', { detail: `larger than ${limit} bytes` })
      const info: MediaInfo = {
        id: `media-${files.size + 1}`,
        mimeType: meta.mimeType ?? 'application/octet-stream',
        fileName: meta.fileName ?? null,
        size: bytes.byteLength,
      }
      files.set(info.id, { info, bytes })
      return info
    },
  }
}
