import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { limiter } from '../limiter.ts'
import { createDecoder, DecoderEnded } from './decoder.ts'
import type { ImageFacts, Jpeg } from './decoding.ts'

/** Compressed bytes that are held in memory for one picture. */
const MAX_BYTES = 30 * 1024 * 1024
const AT_A_TIME = 2
const DECODABLE = /^image\/(png|jpeg|gif|webp|avif|tiff)$/

const decoder = createDecoder()
const decoders = limiter(AT_A_TIME)

export const isDecodable = (mimeType: string, size: number): boolean => DECODABLE.test(mimeType) && size <= MAX_BYTES

/** Size and thumbnail of a picture; null when it is none after all. At most two are in memory at a time. */
export const readImage = (open: () => Promise<Readable>): Promise<ImageFacts | null> =>
  decoders(async () => orUnread(decoder.ask('facts', { bytes: await open().then(buffer) })))

/** A picture for paper: JPEG on white, of at most `pixels` on each side; null when it is none, too large or damaged. */
export const smallJpeg = (open: () => Promise<Readable>, pixels: number): Promise<Jpeg | null> =>
  decoders(async () => orUnread(decoder.ask('jpeg', { bytes: await open().then(buffer), pixels })))

/** A picture that ends its decoder is damaged: its file is kept, just not shown small. */
const orUnread = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof DecoderEnded) return null
    throw error
  })
