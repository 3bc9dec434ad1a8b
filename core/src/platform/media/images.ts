import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { limiter } from './limiter.ts'

export interface ImageFacts {
  /** Pixels, as a person sees the picture (rotation applied). */
  width: number
  height: number
  /** WebP of at most 480 px on each side; null when the picture is too large to decode or damaged. */
  thumbnail: Buffer | null
}

export const THUMBNAIL_PIXELS = 480

/** Above this a picture is stored but not decoded (reliability L-03). */
const MAX_PIXELS = 40_000_000
/** Compressed bytes that are held in memory for one picture. */
const MAX_BYTES = 30 * 1024 * 1024
const DECODERS = 2
const DECODABLE = /^image\/(png|jpeg|gif|webp|avif|tiff)$/

sharp.cache(false)
sharp.concurrency(1)

const decoders = limiter(DECODERS)

export const isDecodable = (mimeType: string, size: number): boolean => DECODABLE.test(mimeType) && size <= MAX_BYTES

/** Size and thumbnail of a picture; null when it is none after all. At most two are in memory at a time. */
export async function readImage(open: () => Promise<Readable>): Promise<ImageFacts | null> {
  return decoders(async () => {
    const bytes = await buffer(await open())
    const facts = await orNull(sharp(bytes, { limitInputPixels: false }).metadata())
    if (!facts) return null
    const { width, height } = facts.autoOrient
    return { width, height, thumbnail: width * height > MAX_PIXELS ? null : await orNull(shrink(bytes)) }
  })
}

const shrink = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: 10 })
    .toBuffer()

/** Damaged pictures are no failure of ours: their file is kept, just not shown small. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)
