import { ReadableStream } from 'node:stream/web'
import { type Media, PluginError } from '@recado/sdk'
import { AppError } from '../../platform/errors/app-error.ts'
import { asHost } from '../plugin-scope.ts'
import type { MediaPort } from '../ports.ts'

/** The largest file that a channel may hand over (reliability L-02). */
const MAX_BYTES = 100 * 1024 * 1024
const MAX_LINK_SECONDS = 7 * 24 * 3600

/** The company's files, as a plugin sees them. */
export function createMedia(port: MediaPort, tenantId: number): Media {
  return {
    info: (id) => asHost(() => port.info(tenantId, id)),
    open: (id, signal) =>
      refusals(async () => {
        signal?.throwIfAborted()
        const stream = await port.open(tenantId, id)
        return signal ? endOn(stream, signal) : stream
      }),
    url: (id, ttlSeconds) =>
      refusals(async () => port.url(tenantId, id, Math.min(Math.max(1, Math.ceil(ttlSeconds)), MAX_LINK_SECONDS))),
    save: (data, meta) =>
      refusals(() =>
        port.save(tenantId, data instanceof Uint8Array ? streamOf(data) : data, {
          ...(meta.fileName === undefined ? {} : { fileName: meta.fileName.slice(0, 255) }),
          ...(meta.mimeType === undefined ? {} : { mimeType: meta.mimeType.slice(0, 255) }),
          maxBytes: Math.min(meta.maxBytes ?? MAX_BYTES, MAX_BYTES),
        }),
      ),
  }
}

/** What the media module refuses, in the words of the contract. */
async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await asHost(work)
  } catch (error) {
    if (error instanceof AppError) throw new PluginError('MEDIA_REJECTED', { detail: error.code, cause: error })
    throw error
  }
}

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes)
      controller.close()
    },
  })

const endOn = (stream: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> =>
  stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })
