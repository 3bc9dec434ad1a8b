import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { BlobMissing, type BlobStore } from '../../platform/media/index.ts'
import { servedAs } from '../../platform/media/types.ts'
import { contentDisposition } from './file-name.ts'
import { parseRange } from './range.ts'
import * as repo from './repo.ts'
import type { FileTokens } from './tokens.ts'

export interface FileRequest {
  token: string
  /** Save instead of show. */
  download: boolean
  /** `Range`, `If-Range` and `If-None-Match` as they came. */
  range?: string | undefined
  ifRange?: string | undefined
  ifNoneMatch?: string | undefined
}

export interface FileAnswer {
  status: 200 | 206 | 304 | 416
  /** Content type. */
  type: string
  headers: Record<string, string>
  /** Null when there is nothing to send. */
  stream: Readable | null
}

/** A file opened by itself runs nothing and loads nothing, whatever it claims to be (reliability T-20). */
const SANDBOX = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
/** Browsers show PDF in a viewer of their own, apart from our pages, and refuse to in a sandbox. */
const PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
const MAX_AGE_SECONDS = 86_400

export interface ReaderDeps {
  uow: UnitOfWork
  store: BlobStore
  clock: Clock
}

/** Answers requests for the bytes behind a signed address. */
export function createFileReader({ uow, store, clock }: ReaderDeps, tokens: FileTokens) {
  return {
    /** @throws ERR_MEDIA_EXPIRED, ERR_NO_MEDIA_FOUND */
    async readFile(request: FileRequest): Promise<FileAnswer> {
      const grant = tokens.read(request.token)
      const row = await repo.findStoredFile(uow, grant.tenantId, grant.mediaId)
      const key = grant.thumb ? row?.thumbKey : row?.storageKey
      if (row?.state !== 'ready' || !key) throw new AppError('ERR_NO_MEDIA_FOUND')

      const { type, inline } = servedAs(grant.thumb ? 'image/webp' : row.mimeType)
      const etag = `"${row.id}${grant.thumb ? '-thumb' : ''}"`
      const age = Math.min(grant.expires - Math.floor(clock.now() / 1000), MAX_AGE_SECONDS)
      const headers: Record<string, string> = {
        'content-disposition': contentDisposition(inline && !request.download ? 'inline' : 'attachment', nameOf(row)),
        'content-security-policy': type === 'application/pdf' ? PDF : SANDBOX,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': `private, max-age=${age}, immutable`,
        etag,
      }
      if (request.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
        return { status: 304, type, headers, stream: null }

      if (grant.thumb) return { status: 200, type, headers, stream: await opened(store.open(key)) }
      const isCurrent = request.ifRange === undefined || request.ifRange === etag
      const range = isCurrent ? parseRange(request.range, row.size) : null
      headers['accept-ranges'] = 'bytes'
      if (range === 'none')
        return { status: 416, type, headers: { ...headers, 'content-range': `bytes */${row.size}` }, stream: null }
      if (range === null) {
        headers['content-length'] = String(row.size)
        return { status: 200, type, headers, stream: await opened(store.open(key)) }
      }
      headers['content-length'] = String(range.end - range.start + 1)
      headers['content-range'] = `bytes ${range.start}-${range.end}/${row.size}`
      return { status: 206, type, headers, stream: await opened(store.open(key, range)) }
    },
  }
}

const nameOf = ({ fileName, id }: repo.StoredFile): string => fileName ?? id

async function opened(stream: Promise<Readable>): Promise<Readable> {
  try {
    return await stream
  } catch (error) {
    throw error instanceof BlobMissing ? new AppError('ERR_NO_MEDIA_FOUND', { cause: error }) : error
  }
}
