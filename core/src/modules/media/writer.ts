import { Readable } from 'node:stream'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import { isDecodable, readImage } from '../../platform/media/images.ts'
import type { BlobStore } from '../../platform/media/index.ts'
import { measure, peek } from '../../platform/media/intake.ts'
import { SNIFF_BYTES, typeOf } from '../../platform/media/types.ts'
import { cleanFileName } from './file-name.ts'
import type { MediaFacts } from './repo.ts'

export interface Incoming {
  stream: Readable
  fileName: string | undefined
  mimeType: string | undefined
  maxBytes: number
  /** Types that may be stored; all when absent. */
  accepts?: RegExp | undefined
}

/** Brings bytes into the store and finds out what they are. */
export function createWriter({ store, log }: { store: BlobStore; log: Pick<Log, 'warn'> }) {
  const thumbKeyOf = (storageKey: string) => `${storageKey}.thumb.webp`

  /** A picture that cannot be read is still a file. */
  const look = async (storageKey: string, mimeType: string, size: number) => {
    const image = isDecodable(mimeType, size) ? await readImage(() => store.open(storageKey)) : null
    if (!image) return { width: null, height: null, thumbKey: null }
    const { width, height, thumbnail } = image
    if (!thumbnail) return { width, height, thumbKey: null }
    const thumbKey = thumbKeyOf(storageKey)
    await store.put(thumbKey, Readable.from(thumbnail, { objectMode: false }), { mimeType: 'image/webp' })
    return { width, height, thumbKey }
  }

  return {
    /** The ends of time-ordered ids are random and spread the files evenly over folders. */
    keyOf: (tenantId: number, id: string): string => `${tenantId}/${id.slice(-2)}/${id}`,

    /** @throws ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE (not accepted, or no bytes at all) */
    async write(storageKey: string, incoming: Incoming): Promise<MediaFacts> {
      const { stream, fileName, mimeType: declared, maxBytes, accepts } = incoming
      const { head, whole } = await peek(stream, SNIFF_BYTES)
      if (head.length === 0) throw new AppError('ERR_MEDIA_TYPE')
      const mimeType = await typeOf(head, declared)
      if (accepts && !accepts.test(mimeType)) throw new AppError('ERR_MEDIA_TYPE')
      const measured = measure(whole, maxBytes)
      await store.put(storageKey, measured.stream, { mimeType })
      const { size, sha256 } = measured.result()
      const image = await look(storageKey, mimeType, size)
      return { mimeType, fileName: cleanFileName(fileName), size, sha256, ...image }
    },

    /** Takes back what was written under a key; what cannot be removed now is only logged. */
    async discard(storageKey: string): Promise<void> {
      for (const key of [storageKey, thumbKeyOf(storageKey)])
        await store.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'stored file not removed'))
    },
  }
}

export type Writer = ReturnType<typeof createWriter>
