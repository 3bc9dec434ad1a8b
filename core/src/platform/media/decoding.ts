import sharp, { type Sharp } from 'sharp'

export interface ImageFacts {
  /** Pixels, as a person sees the picture (rotation applied). */
  width: number
  height: number
  /** WebP of at most 480 px on each side; null when the picture is too large to decode or damaged. */
  thumbnail: Buffer | null
}

export interface Jpeg {
  bytes: Buffer
  width: number
  height: number
}

/** What may be asked of the process that decodes. `null` where the bytes are no picture, too large or damaged. */
export interface Decodings {
  facts: { ask: { bytes: Buffer }; answer: ImageFacts | null }
  jpeg: { ask: { bytes: Buffer; pixels: number }; answer: Jpeg | null }
}

export const THUMBNAIL_PIXELS = 480

/** Above this a picture is stored but not decoded (reliability L-03). */
const MAX_PIXELS = 40_000_000
const MAX_SECONDS = 10

sharp.cache(false)
sharp.concurrency(1)

export const decodings: { [K in keyof Decodings]: (ask: Decodings[K]['ask']) => Promise<Decodings[K]['answer']> } = {
  async facts({ bytes }) {
    const facts = await orNull(sharp(bytes, { limitInputPixels: false }).metadata())
    if (!facts) return null
    const { width, height } = facts.autoOrient
    return { width, height, thumbnail: width * height > MAX_PIXELS ? null : await orNull(thumbnail(bytes)) }
  },

  jpeg: ({ bytes, pixels }) =>
    orNull(
      inside(sharp(bytes, { limitInputPixels: MAX_PIXELS }), pixels)
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 70 })
        .toBuffer({ resolveWithObject: true })
        .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height })),
    ),
}

const thumbnail = (bytes: Buffer): Promise<Buffer> =>
  inside(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }), THUMBNAIL_PIXELS)
    .webp({ quality: 75 })
    .toBuffer()

const inside = (image: Sharp, pixels: number): Sharp =>
  image
    .autoOrient()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS })

/** Damaged pictures are no failure of ours: their file is kept, just not shown small. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)
