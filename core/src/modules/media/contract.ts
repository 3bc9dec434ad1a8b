import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Nullable, Streamed, Uuid } from '../../platform/http/shapes.ts'

export const Media = Type.Object({
  id: Uuid,
  /** `pending`: the bytes are still at the provider; `failed`: they could not be fetched. */
  state: Type.Enum(['ready', 'pending', 'failed']),
  /** Signed and short-lived; null until ready. */
  url: Nullable(Type.String()),
  thumbUrl: Nullable(Type.String()),
  mimeType: Type.String(),
  fileName: Nullable(Type.String()),
  /** Bytes. */
  size: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
})
export type Media = Static<typeof Media>

export const MAX_FILE_BYTES = 100 * 1024 * 1024

export const mediaContract = defineContract('media', {
  upload: {
    method: 'POST',
    path: '/media',
    auth: 'user',
    summary: 'Uploads one file (field `file`) for later use in a message, a picture or a setting.',
    multipart: { maxFiles: 1, maxBytes: MAX_FILE_BYTES },
    response: Media,
    errors: ['ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_TYPE'],
    timeoutMs: 240_000,
  },
  get: {
    method: 'GET',
    path: '/media/{id}',
    auth: 'user',
    summary: 'A file with fresh addresses, if the caller may see what it belongs to.',
    params: Type.Object({ id: Uuid }),
    response: Media,
    errors: ['ERR_NO_MEDIA_FOUND'],
  },
  fetch: {
    method: 'POST',
    path: '/media/{id}/fetch',
    auth: 'user',
    summary: 'Asks the channel once more for a file that could not be fetched; any other is answered as it is.',
    params: Type.Object({ id: Uuid }),
    response: Media,
    errors: ['ERR_NO_MEDIA_FOUND', 'ERR_WAPP_DOWNLOAD_MEDIA'],
    timeoutMs: 240_000,
    rate: { max: 30, seconds: 60 },
  },
  file: {
    method: 'GET',
    path: '/files/{token}',
    auth: 'public',
    summary: 'The bytes behind a signed address. Answers ranges; `download=true` names the file as an attachment.',
    params: Type.Object({ token: Type.String({ maxLength: 512 }) }),
    query: Type.Object({ download: Type.Optional(Type.Boolean()) }),
    response: Streamed,
    errors: ['ERR_MEDIA_EXPIRED', 'ERR_NO_MEDIA_FOUND'],
    timeoutMs: 240_000,
    rate: { max: 600, seconds: 60 },
  },
})
