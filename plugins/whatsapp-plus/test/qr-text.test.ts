import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPng } from '../src/connect/png.ts'
import { qrText } from '../src/connect/qr-text.ts'
import { QR_PICTURE, QR_TEXT } from './gateway/qr.ts'

describe('a QR code', () => {
  it('is read from its picture, and left alone as a text', async () => {
    expect(await qrText(QR_PICTURE)).toBe(QR_TEXT)
    expect(await qrText(QR_TEXT)).toBe(QR_TEXT)
  })

  it('is none in other pictures, and in broken ones', async () => {
    expect(await qrText('data:image/png;base64,')).toBeNull()
    expect(await qrText('data:image/jpeg;base64,/9j/4AAQ')).toBeNull()
    expect(await qrText(QR_PICTURE.slice(0, QR_PICTURE.length / 2))).toBeNull()
    expect(await qrText(`data:image/png;base64,${'A'.repeat(500_000)}`)).toBeNull()
  })

  it('never throws, whatever the gateway hands out', async () => {
    const bytes = Buffer.from(QR_PICTURE.split(',')[1] ?? '', 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.byteLength - 1), fc.nat(255), async (index, value) => {
        const broken = Buffer.from(bytes)
        broken[index] = value
        await qrText(`data:image/png;base64,${broken.toString('base64')}`)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a picture', () => {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.byteLength)
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const png = (width: number, height: number, depth: number, colour: number, lines: number[][]) => {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.writeUInt8(depth, 8)
    head.writeUInt8(colour, 9)
    const body = deflateSync(Buffer.from(lines.flat()))
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', body)])
  }
  const greys = (bytes: Buffer) => {
    const { rgba = new Uint8ClampedArray() } = readPng(bytes) ?? {}
    return [...rgba].filter((_, index) => index % 4 === 0)
  }

  it('is read with each way of filtering', () => {
    const lines = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 10, 10, 10],
      [4, 5, 5, 5],
    ]
    expect(greys(png(3, 5, 8, 0, lines))).toEqual([10, 20, 30, 10, 20, 30, 11, 21, 31, 15, 28, 39, 20, 33, 44])
  })

  it('is read in colours, and with what shines through as paper', () => {
    expect(greys(png(1, 1, 8, 2, [[0, 7, 8, 9]]))).toEqual([7])
    expect(greys(png(2, 1, 8, 6, [[0, 0, 0, 0, 0, 0, 0, 0, 255]]))).toEqual([255, 0])
    expect(greys(png(4, 1, 2, 0, [[0, 0b00_01_10_11]]))).toEqual([0, 85, 170, 255])
  })

  it('is refused when it is huge', () => {
    expect(readPng(png(5000, 5000, 8, 0, [[0]]))).toBeNull()
  })
})
