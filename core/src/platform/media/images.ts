import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Sharp, SharpInput, SharpOptions } from 'sharp'
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

const decoders = limiter(DECODERS)

export const isDecodable = (mimeType: string, size: number): boolean => DECODABLE.test(mimeType) && size <= MAX_BYTES

type Decode = (bytes: SharpInput, options: SharpOptions) => Sharp

/** Loaded with the first picture: it costs 30 MB that an installation without pictures need not pay. */
let loading: Promise<Decode> | null = null
const decoder = (): Promise<Decode> => {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loading
}

/** Size and thumbnail of a picture; null when it is none after all. At most two are in memory at a time. */
export async function readImage(open: () => Promise<Readable>): Promise<ImageFacts | null> {
  return decoders(async () => {
    const [bytes, decode] = await Promise.all([open().then(buffer), decoder()])
    const facts = await orNull(decode(bytes, { limitInputPixels: false }).metadata())
    if (!facts) return null
    const { width, height } = facts.autoOrient
    return { width, height, thumbnail: width * height > MAX_PIXELS ? null : await orNull(shrink(bytes, decode)) }
  })
}

const shrink = (bytes: Buffer, decode: Decode): Promise<Buffer> =>
  decode(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: 10 })
    .toBuffer()

/** A picture for paper: JPEG on white, of at most `pixels` on each side; null when it is none, too large or damaged. */
export const smallJpeg = (
  open: () => Promise<Readable>,
  pixels: number,
): Promise<{ bytes: Buffer; width: number; height: number } | null> =>
  decoders(async () => {
    const [bytes, decode] = await Promise.all([open().then(buffer), decoder()])
    const made = decode(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 70 })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true })
      .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height }))
    return orNull(made)
  })

/** Damaged pictures are no failure of ours: their file is kept, just not shown small. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)
