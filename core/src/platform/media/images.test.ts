import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { createDecoder, DecoderEnded } from './decoder.ts'
import { isDecodable, readImage } from './images.ts'

const THUMBNAIL_PIXELS = 480

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
const look = (data: Buffer) => readImage(async () => Readable.from([data]))

describe('reading a picture', () => {
  it('gives its size and a small WebP', async () => {
    const image = await look(await solid(1200, 600).png().toBuffer())
    expect(image).toMatchObject({ width: 1200, height: 600 })
    const small = await sharp(image?.thumbnail ?? Buffer.alloc(0)).metadata()
    expect([small.format, small.width, small.height]).toEqual(['webp', THUMBNAIL_PIXELS, THUMBNAIL_PIXELS / 2])
  })

  it('turns it as a camera meant it, and leaves where it was taken behind', async () => {
    const exif = { IFD0: { Copyright: 'canary' } }
    const photo = await solid(800, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const image = await look(photo)
    expect(image).toMatchObject({ width: 400, height: 800 })
    const small = await sharp(image?.thumbnail ?? Buffer.alloc(0)).metadata()
    expect([small.width, small.height, small.exif]).toEqual([240, 480, undefined])
  })

  it('does not enlarge', async () => {
    const image = await look(await solid(20, 10).webp().toBuffer())
    expect(await sharp(image?.thumbnail ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  it('knows the size of a picture too large to decode, and does not decode it', async () => {
    const before = process.memoryUsage.rss()
    expect(await look(bomb(60_000, 60_000))).toEqual({ width: 60_000, height: 60_000, thumbnail: null })
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it('takes damage calmly', async () => {
    const png = await solid(900, 900).png().toBuffer()
    expect(await look(png.subarray(0, png.length / 2))).toEqual({ width: 900, height: 900, thumbnail: null })
    expect(await look(Buffer.from('no picture at all'))).toBeNull()
    expect(await look(await solid(10, 10).gif().toBuffer())).toMatchObject({ width: 10 })
  })

  it('goes on in a new process when the first ends, and ends it when there is nothing to do', async () => {
    const decoder = createDecoder({ idleMs: 50 })
    const bytes = await solid(2000, 2000).png().toBuffer()
    const seen = decoder.ask('facts', { bytes })
    const first = decoder.pid()
    process.kill(first ?? 0, 'SIGKILL')
    expect(await seen).toMatchObject({ width: 2000, height: 2000 })
    expect(decoder.pid()).not.toBe(first)
    await vi.waitFor(() => expect(decoder.pid()).toBeNull())
    expect(await decoder.ask('jpeg', { bytes, pixels: 100 })).toMatchObject({ width: 100, height: 100 })
  })

  it('gives up a picture that keeps its process busy', async () => {
    const decoder = createDecoder({ stuckMs: 1 })
    await expect(decoder.ask('facts', { bytes: await solid(100, 100).png().toBuffer() })).rejects.toThrow(DecoderEnded)
    expect(decoder.pid()).toBeNull()
  })

  it('happens where no secret of ours is', async () => {
    const decoder = createDecoder()
    process.env.RECADO_SECRET_KEY = 'canary'
    await decoder.ask('facts', { bytes: await solid(10, 10).png().toBuffer() })
    delete process.env.RECADO_SECRET_KEY
    const environment = await readFile(`/proc/${decoder.pid()}/environ`, 'utf8').catch(() => '')
    expect(environment).not.toContain('canary')
  })

  it('is tried for raster pictures of a sane size alone', () => {
    expect(isDecodable('image/png', 1000)).toBe(true)
    for (const type of ['image/svg+xml', 'application/pdf', 'video/mp4']) expect(isDecodable(type, 10)).toBe(false)
    expect(isDecodable('image/png', 50_000_000)).toBe(false)
  })
})

/** A PNG whose header claims a size that its few bytes do not have. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
