import { number, record, text } from '@recado/loose-json'
import { type ChannelContext, type MediaInfo, type MediaRef, PluginError } from '@recado/sdk'
import { type Cloud, repeatable } from '../api/cloud.ts'
import { UPLOAD_MS } from '../limits.ts'
import { STORE } from '../store-keys.ts'

/** Meta keeps what is uploaded for 30 days. */
const KEPT_MS = 25 * 24 * 60 * 60 * 1000

export async function mediaInfo(ctx: ChannelContext, media: MediaRef | undefined): Promise<MediaInfo> {
  const info = media?.id ? await ctx.media.info(media.id) : null
  if (!info) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileGone') })
  return info
}

/** Uploads a stored file; answers Meta's id of it. */
export async function upload(ctx: ChannelContext, cloud: Cloud, info: MediaInfo, signal: AbortSignal): Promise<string> {
  const mimeType = plainType(info.mimeType)
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', mimeType)
  form.set('file', await blobOf(ctx, info, mimeType, signal), fileNameOf(info))
  const call = () => cloud.graph.call(`${cloud.phone}/media`, { body: form, signal, timeoutMs: UPLOAD_MS })
  const id = text((await repeatable(call)).id)
  if (!id) throw new PluginError('TEMPORARY', { detail: 'no id for the upload' })
  return id
}

/** As `upload`, but a file that goes to many people is uploaded once. `again` forgets the earlier upload. */
export async function uploadOnce(
  ctx: ChannelContext,
  cloud: Cloud,
  info: MediaInfo,
  signal: AbortSignal,
  again = false,
): Promise<string> {
  const key = `${STORE.upload}${info.id}`
  const kept = again ? null : record((await ctx.store.get(key))?.value)
  const known = text(kept?.id)
  if (known && (number(kept?.until) ?? 0) > ctx.clock.now()) return known
  const id = await upload(ctx, cloud, info, signal)
  await ctx.store.set(key, { id, until: ctx.clock.now() + KEPT_MS })
  return id
}

/** The form needs to know the length, so that the file is read before it is sent; once, in pieces. */
export async function blobOf(ctx: ChannelContext, info: MediaInfo, type: string, signal: AbortSignal): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of await ctx.media.open(info.id, signal)) pieces.push(piece as Uint8Array<ArrayBuffer>)
  return new Blob(pieces, { type })
}

/** Parameters such as `codecs=opus` are not among the types that Meta lists. */
export const plainType = (mimeType: string): string => (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase()

export function fileNameOf({ fileName, mimeType }: MediaInfo): string {
  const safe = (fileName ?? '').replace(/[\p{Cc}"\\/]/gu, '_').trim()
  return (
    safe ||
    `file.${
      plainType(mimeType)
        .split('/')[1]
        ?.replace(/[^a-z0-9]/g, '') || 'bin'
    }`
  )
}
