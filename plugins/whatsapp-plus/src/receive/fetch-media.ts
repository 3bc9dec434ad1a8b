import { type ChannelContext, PluginError } from '@recado/sdk'
import type { Driver, File } from '../drivers/driver.ts'
import { chatIdOf } from '../drivers/recipient.ts'
import { pictureOf } from './envelope.ts'

const PICTURE_HOST = 'pps.whatsapp.net'
const PICTURE_BYTES = 5 * 1024 * 1024

/** Bytes of a received file, or of somebody's picture. */
export async function fetchMedia(ctx: ChannelContext, driver: Driver, ref: string, signal: AbortSignal): Promise<File> {
  const person = pictureOf(ref)
  if (!person) return driver.download(ref, signal)
  const url = await driver.pictureUrl(chatIdOf(person), signal)
  const address = url ? reachable(ctx, url) : null
  if (!address) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.noPicture') })
  const answer = await ctx.http.request(address, { signal, maxBytes: PICTURE_BYTES })
  if (answer.status >= 500 || answer.status === 429)
    throw new PluginError('TEMPORARY', { detail: `HTTP ${answer.status}` })
  if (answer.status !== 200) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.noPicture') })
  const mimeType = answer.headers['content-type']
  return { stream: answer.stream() as ReadableStream<Uint8Array>, ...(mimeType ? { mimeType } : {}) }
}

/** Pictures lie on WhatsApp's own server or on the gateway; nowhere else do we go. */
function reachable(ctx: ChannelContext, url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, pathname, search, origin, href } = new URL(url)
  if (protocol === 'https:' && hostname === PICTURE_HOST) return `pictures:${pathname}${search}`
  const { serverUrl } = ctx.settings
  return typeof serverUrl === 'string' && URL.canParse(serverUrl) && new URL(serverUrl).origin === origin ? href : null
}
