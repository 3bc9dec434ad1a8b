import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'

export interface Picture {
  width: number
  height: number
  /** Four bytes for each dot. */
  rgba: Uint8ClampedArray
}

const SIGNATURE = '89504e470d0a1a0a'
/** A QR code is a few hundred dots wide. */
const LARGEST = 2048
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Reads a plain PNG (no interlacing, at most 8 bits); null for everything else. */
export function readPng(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).toString('hex') !== SIGNATURE) return null
  const chunks = chunksOf(bytes)
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  if (!head || head.byteLength < 13) return null
  const [width, height, depth, colour, interlace] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head.readUInt8(8),
    head.readUInt8(9),
    head.readUInt8(12),
  ]
  const channels = CHANNELS[colour]
  const isPlain = [1, 2, 4, 8].includes(depth) && interlace === 0 && width > 0 && height > 0
  if (!channels || !isPlain || width > LARGEST || height > LARGEST || (depth < 8 && channels > 1)) return null
  const stride = Math.ceil((width * channels * depth) / 8)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const raw = inflateSync(packed, { maxOutputLength: (stride + 1) * height })
  if (raw.byteLength < (stride + 1) * height) return null
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data ?? Buffer.alloc(0)
  const lines = unfilter(raw, stride, height, Math.max(1, (channels * depth) >> 3))
  return { width, height, rgba: paint(lines, { width, height, depth, colour, channels, stride, palette }) }
}

function chunksOf(bytes: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const size = bytes.readUInt32BE(at)
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + size) })
    at += 12 + size
  }
  return chunks
}

/** Each line tells how its bytes differ from their neighbours (PNG specification, filtering). */
function unfilter(raw: Buffer, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  const at = (line: number, index: number) => (line < 0 || index < 0 ? 0 : (out[line * stride + index] ?? 0))
  for (let line = 0; line < height; line += 1) {
    const filter = raw[line * (stride + 1)] ?? 0
    for (let index = 0; index < stride; index += 1) {
      const value = raw[line * (stride + 1) + 1 + index] ?? 0
      const [left, up] = [index < step ? 0 : at(line, index - step), at(line - 1, index)]
      const corner = index < step ? 0 : at(line - 1, index - step)
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[line * stride + index] = (value + predicted) & 0xff
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

interface Layout {
  width: number
  height: number
  depth: number
  colour: number
  channels: number
  stride: number
  palette: Uint8Array
}

/** Grey values are enough: the codes are black and white. */
function paint(lines: Uint8Array, layout: Layout): Uint8ClampedArray {
  const { width, height, depth, colour, channels, stride, palette } = layout
  const rgba = new Uint8ClampedArray(width * height * 4)
  const most = (1 << depth) - 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const first = lines[y * stride + ((x * channels * depth) >> 3)] ?? 0
      const sample = depth === 8 ? first : (first >> (8 - depth - ((x * depth) & 7))) & most
      const grey = colour === 3 ? (palette[sample * 3] ?? 0) : Math.round((sample * 255) / most)
      const alpha = colour === 6 ? (lines[y * stride + x * 4 + 3] ?? 255) : 255
      rgba.fill(alpha < 128 ? 255 : grey, (y * width + x) * 4, (y * width + x) * 4 + 3)
      rgba[(y * width + x) * 4 + 3] = 255
    }
  }
  return rgba
}
