import { ReadableStream } from 'node:stream/web'
import type { HttpRequest, MediaInfo } from '@recado/sdk'

interface UploadedFile {
  /** Of the field. */
  field: string
  fileName: string
  mimeType: string
  /** Bytes of the stream. */
  size: number
  stream: ReadableStream<Uint8Array>
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A form with one file, sent as it is read: Meta wants to know its length beforehand, and gets it without our reading all. */
export function multipart(
  fields: Record<string, string>,
  { field, fileName, mimeType, size, stream }: UploadedFile,
): Required<Pick<HttpRequest, 'body' | 'bodyBytes' | 'headers'>> {
  const boundary = `recado-${crypto.randomUUID()}`
  const part = (about: string) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const head = bytesOf(
    `${texts.join('')}${part(`name="${field}"; filename="${fileName}"`)}content-type: ${mimeType}\r\n\r\n`,
  )
  const tail = bytesOf(`\r\n--${boundary}--\r\n`)
  async function* pieces() {
    yield head
    yield* stream
    yield tail
  }
  return {
    body: ReadableStream.from(pieces()),
    bodyBytes: head.byteLength + size + tail.byteLength,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Parameters such as `codecs=opus` are not among the types that Meta lists. */
export const plainType = (mimeType: string): string => (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Quotes and line ends would break out of the header; a file without a name has one by its type. */
export function fileNameOf({ fileName, mimeType }: Pick<MediaInfo, 'fileName' | 'mimeType'>): string {
  const safe = (fileName ?? '').replace(/[\p{Cc}"\\/]/gu, '_').trim()
  const kind = plainType(mimeType)
    .split('/')[1]
    ?.replace(/[^a-z0-9]/g, '')
  return safe || `file.${kind || 'bin'}`
}
