import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors/app-error.ts'

/** What a file's address lets its holder open. */
export interface FileGrant {
  tenantId: number
  mediaId: string
  thumb: boolean
}

const GRANT_BYTES = 25
const MAC_BYTES = 16
const HOUR = 3600
const FOREVER = 0xffffffff

/** Signed addresses of files. They stay the same within an hour, so that a browser's cache serves repeated looks. */
export function createFileTokens({ keys, clock }: { keys: { derive(purpose: string): Uint8Array }; clock: Clock }) {
  const key = keys.derive('media/files')
  const sign = (grant: Buffer) => createHmac('sha256', key).update(grant).digest().subarray(0, MAC_BYTES)

  return {
    /** Valid for the time asked for and up to an hour longer. */
    issue({ tenantId, mediaId, thumb }: FileGrant, ttlSeconds: number): string {
      const expires = Math.ceil((clock.now() / 1000 + ttlSeconds) / HOUR) * HOUR
      const grant = Buffer.alloc(GRANT_BYTES)
      grant.writeUInt32BE(tenantId, 0)
      grant.write(mediaId.replaceAll('-', ''), 4, 'hex')
      grant.writeUInt8(thumb ? 1 : 0, 20)
      grant.writeUInt32BE(Math.min(expires, FOREVER), 21)
      return Buffer.concat([grant, sign(grant)]).toString('base64url')
    },

    /** Answers when it ends too (epoch seconds). @throws ERR_NO_MEDIA_FOUND for anything we never issued, ERR_MEDIA_EXPIRED */
    read(token: string): FileGrant & { expires: number } {
      const bytes = Buffer.from(token, 'base64url')
      const grant = bytes.subarray(0, GRANT_BYTES)
      const isOurs =
        bytes.length === GRANT_BYTES + MAC_BYTES &&
        bytes.toString('base64url') === token &&
        timingSafeEqual(bytes.subarray(GRANT_BYTES), sign(grant))
      if (!isOurs) throw new AppError('ERR_NO_MEDIA_FOUND')
      const expires = grant.readUInt32BE(21)
      if (expires * 1000 <= clock.now()) throw new AppError('ERR_MEDIA_EXPIRED')
      const mediaId = grant.toString('hex', 4, 20).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      return { tenantId: grant.readUInt32BE(0), mediaId, thumb: grant.readUInt8(20) === 1, expires }
    },
  }
}

export type FileTokens = ReturnType<typeof createFileTokens>
