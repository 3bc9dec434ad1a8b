import type { MediaInfo } from '@recado/sdk'
import type { Media } from './contract.ts'
import type { MediaRow } from './repo.ts'

/** Makes the addresses of a file. */
export type SignedUrl = (
  tenantId: number,
  mediaId: string,
  options?: { ttlSeconds?: number; thumb?: boolean },
) => string

/** The columns that showing a file needs. */
export type ShownFile = Pick<
  MediaRow,
  'id' | 'tenantId' | 'state' | 'thumbKey' | 'mimeType' | 'fileName' | 'size' | 'width' | 'height'
>

export function presentMedia(row: ShownFile, signedUrl: SignedUrl): Media {
  const isReady = row.state === 'ready'
  return {
    id: row.id,
    state: isReady ? 'ready' : row.state === 'pending' ? 'pending' : 'failed',
    url: isReady ? signedUrl(row.tenantId, row.id) : null,
    thumbUrl: isReady && row.thumbKey !== null ? signedUrl(row.tenantId, row.id, { thumb: true }) : null,
    mimeType: row.mimeType,
    fileName: row.fileName,
    size: Number(row.size),
    width: row.width,
    height: row.height,
  }
}

/** What a plugin learns about a file. */
export const presentInfo = ({ id, mimeType, fileName, size }: MediaRow): MediaInfo => ({
  id,
  mimeType,
  fileName,
  size: Number(size),
})
