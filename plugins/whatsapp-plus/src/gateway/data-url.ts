import { Buffer } from 'node:buffer'
import { PluginError } from '@recado/sdk'
import type { File } from '../drivers/driver.ts'

/** A file in base64, with or without the head of a data URL. Throws `MEDIA_REJECTED` when there is none. */
export function dataBytes(base64: string | undefined, mimeType: string | undefined, gone: string): File {
  const [, head, body = ''] = /^(?:data:([^,]*);base64,)?([\s\S]*)$/.exec(base64 ?? '') ?? []
  const bytes = Buffer.from(body, 'base64')
  if (bytes.byteLength === 0) throw new PluginError('MEDIA_REJECTED', { detail: gone })
  const type = head || mimeType
  return {
    stream: new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
    size: bytes.byteLength,
    ...(type ? { mimeType: type } : {}),
  }
}
