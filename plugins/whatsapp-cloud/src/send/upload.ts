import { number, record, text } from '@recado/loose-json'
import { fileNameOf, multipart, plainType } from '@recado/meta-graph'
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
  const fields = { messaging_product: 'whatsapp', type: mimeType }
  const file = { field: 'file', fileName: fileNameOf(info), mimeType, size: info.size }
  const form = multipart(fields, { ...file, stream: await ctx.media.open(info.id, signal) })
  const call = () => cloud.graph.call(`${cloud.phone}/media`, { ...form, signal, timeoutMs: UPLOAD_MS })
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
