import { parse, record, text } from '@recado/loose-json'
import { fileNameOf } from '@recado/meta-graph'
import { type ChannelContext, type Content, isPluginError, type MediaRef, PluginError } from '@recado/sdk'
import { GATEWAY_BYTES, GATEWAY_MS } from '../limits.ts'
import type { CloudSettings } from '../settings.ts'
import { mediaInfo } from './upload.ts'

/** A WWebJS REST gateway with a session of the same company: another way to WhatsApp. */
export interface Gateway {
  /** `https://gateway.example/client/sendMessage/<session>` */
  url: string
  key: string | null
}

/** Null when the channel has none. */
export async function gatewayOf(ctx: ChannelContext): Promise<Gateway | null> {
  const { fallbackUrl, fallbackSession } = ctx.settings as Readonly<CloudSettings>
  if (!fallbackUrl || !fallbackSession) return null
  const url = `${fallbackUrl.replace(/\/+$/, '')}/client/sendMessage/${encodeURIComponent(fallbackSession)}`
  return { url, key: await ctx.secrets.get('fallbackKey') }
}

/** What the gateway can carry of a content; null for kinds that it has nothing for. */
type Payload =
  | { text: string }
  | { media: MediaRef; caption: string; isVoice: boolean; isDocument: boolean; isSticker: boolean }

export function payloadOf(content: Content): Payload | null {
  switch (content.type) {
    case 'text':
      return { text: content.text }
    case 'media': {
      const { kind, media, text = '' } = content
      const isDocument = kind === 'document'
      return { media, caption: text, isVoice: kind === 'voice', isDocument, isSticker: kind === 'sticker' }
    }
    case 'template': {
      const { header: media, text = '' } = content
      if (!text.trim()) return null
      return media ? { media, caption: text, isVoice: false, isDocument: false, isSticker: false } : { text }
    }
    default:
      return null
  }
}

/**
 * Sends through the gateway; answers its id of the message.
 * @throws PluginError AMBIGUOUS when nobody knows, any other code when it certainly did not go out
 */
export async function sendThrough(
  ctx: ChannelContext,
  { url, key }: Gateway,
  phone: string,
  payload: Payload,
  signal: AbortSignal,
): Promise<string> {
  const json = { chatId: `${phone}@c.us`, ...(await contentOf(ctx, payload, signal)) }
  const headers = key ? { 'x-api-key': key } : {}
  const answer = await ctx.http.request(url, { method: 'POST', headers, json, signal, timeoutMs: GATEWAY_MS })
  const body = record(parse(await answer.text()))
  // No session, a wrong key, a wrong name: refused before anything was done. A crashed page says nothing of the kind.
  if (answer.status >= 400 && answer.status < 500)
    throw new PluginError('REJECTED', { detail: ctx.t('error.gateway', { status: answer.status }) })
  const id = text(record(record(body.message).id)._serialized)
  if (answer.status >= 500 || body.success === false || !id)
    throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.gatewayUnknown') })
  return id
}

async function contentOf(ctx: ChannelContext, payload: Payload, signal: AbortSignal): Promise<object> {
  if ('text' in payload) return { contentType: 'string', content: payload.text }
  const info = await mediaInfo(ctx, payload.media)
  if (info.size > GATEWAY_BYTES) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.gatewaySize') })
  const pieces: Uint8Array[] = []
  for await (const piece of await ctx.media.open(info.id, signal)) pieces.push(piece)
  const options = {
    ...(payload.caption ? { caption: payload.caption } : {}),
    ...(payload.isVoice ? { sendAudioAsVoice: true } : {}),
    ...(payload.isDocument ? { sendMediaAsDocument: true } : {}),
    ...(payload.isSticker ? { sendMediaAsSticker: true } : {}),
  }
  return {
    contentType: 'MessageMedia',
    content: { mimetype: info.mimeType, data: Buffer.concat(pieces).toString('base64'), filename: fileNameOf(info) },
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }
}

/** Did it certainly not go out? */
export const isRefused = (error: unknown): boolean => isPluginError(error) && error.code !== 'AMBIGUOUS'
