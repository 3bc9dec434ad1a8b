import type { ChannelContext, HookReply, HookRequest, MediaContent } from '@recado/sdk'
import type { Static } from 'typebox'
import type { Limits } from './limits.ts'
import type { Links } from './links.ts'
import { fileLimits } from './look.ts'
import { Refusal } from './refusal.ts'
import type { Session, Sessions } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'
import type { Signer } from './signer.ts'
import { INLINE_TYPES, sniff } from './sniff.ts'
import type { FileKind } from './wire.ts'

const DAY = 86_400_000
const MOST_NAME = 255

interface UploadClaims {
  session: string
  media: { id: string; fileName: string; mimeType: string; size: number }
  kind: FileKind
}

export type Files = ReturnType<typeof createFiles>

interface Deps {
  ctx: ChannelContext<WebchatSettings>
  sessions: Sessions
  signer: Signer
  links: Links
  limits: Limits
}

function fileNameOf(request: HookRequest): string {
  const raw = request.headers['x-file-name'] ?? ''
  let name = raw
  try {
    name = decodeURIComponent(raw)
  } catch {
    throw new Refusal('ERR_VALIDATION', 'x-file-name')
  }
  return name.replace(/[\p{C}/\\]/gu, '_').slice(-MOST_NAME) || 'file'
}

/** Files that visitors send, and the signed way back to files of their own conversation. */
export function createFiles({ ctx, sessions, signer, links, limits }: Deps) {
  /** Counts the upload against the session's day before a byte is stored. */
  async function charge(session: Session, bytes: number): Promise<void> {
    const now = ctx.clock.now()
    let refused = false
    await sessions.update(session.id, (before) => {
      const fresh = now - before.uploads.since > DAY ? { since: now, count: 0, bytes: 0 } : before.uploads
      refused = fresh.count >= limits.uploadsPerDay || fresh.bytes + bytes > limits.uploadBytesPerDay
      if (refused) return before
      return { ...before, uploads: { since: fresh.since, count: fresh.count + 1, bytes: fresh.bytes + bytes } }
    })
    if (refused) throw new Refusal('ERR_MEDIA_QUOTA')
  }

  return {
    /** Raw bytes with `content-type` and `x-file-name` (percent-encoded). Answers the `fileId` for `send`. */
    async upload(session: Session, request: HookRequest): Promise<HookReply> {
      const { maxBytes, kinds } = fileLimits(ctx.settings)
      const fileName = fileNameOf(request)
      if (request.body.length === 0) throw new Refusal('ERR_VALIDATION', 'body')
      if (request.body.length > maxBytes) throw new Refusal('ERR_MEDIA_TOO_LARGE')
      const found = sniff(request.body, fileName, (request.headers['content-type'] ?? '').split(';')[0] ?? '')
      if (!found || !kinds.includes(found.kind)) throw new Refusal('ERR_MEDIA_TYPE')
      await charge(session, request.body.length)
      const saved = await ctx.media.save(request.body, { fileName, mimeType: found.mimeType, maxBytes })
      const media = { id: saved.id, fileName, mimeType: saved.mimeType || found.mimeType, size: saved.size }
      const exp = ctx.clock.now() + limits.uploadTokenMs
      const fileId = await signer.seal('upload', { session: session.id, media, kind: found.kind, exp })
      const link = await links.sign(saved.id, session.address)
      const { mimeType, size } = media
      return { json: { fileId, file: { kind: found.kind, name: fileName, mimeType, size, ...link } } }
    },

    /** The content of a message for a `fileId` of this very session. */
    async contentOf(session: Session, fileId: string, text: string): Promise<Static<typeof MediaContent>> {
      const claims = await signer.open<UploadClaims>('upload', fileId)
      if (claims?.session !== session.id) throw new Refusal('ERR_VALIDATION', 'fileId')
      return { type: 'media', kind: claims.kind, media: claims.media, ...(text ? { text } : {}) }
    },

    async download(mediaId: string, query: Record<string, string>): Promise<HookReply> {
      const info = (await links.valid(mediaId, query)) ? await ctx.media.info(mediaId) : null
      if (!info) throw new Refusal('ERR_NOT_FOUND')
      const inline = INLINE_TYPES.includes(info.mimeType) && query.download === undefined
      const headers = {
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, max-age=3600',
      }
      return { headers, media: { id: mediaId, inline } }
    },

    /** Fresh links for those that ran out while a tab stood open. */
    async renew(session: Session, urls: string[]): Promise<HookReply> {
      const fresh = await Promise.all(urls.map((url) => links.renew(url, session.address)))
      return { json: { links: fresh } }
    },
  }
}
