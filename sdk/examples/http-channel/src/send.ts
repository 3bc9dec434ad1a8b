import { type ChannelContext, type Content, type OutboundMessage, PluginError, type SendResult } from '@recado/sdk'
import { post, targetOf } from './client.ts'
import type { HttpChannelSettings } from './settings.ts'

const LINK_SECONDS = 24 * 3600

export async function sendMessage(
  ctx: ChannelContext<HttpChannelSettings>,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const document = {
    type: 'message',
    id: message.id,
    to: message.to.value,
    ...(message.replyTo ? { replyTo: message.replyTo.externalId } : {}),
    ...(await contentOf(ctx, message.content)),
  }
  const { id } = await post(ctx, await targetOf(ctx), document, signal)
  // A receiver without ids of its own confirms by ours.
  return { externalId: typeof id === 'string' && id.length > 0 && id.length <= 512 ? id : message.id }
}

async function contentOf(ctx: ChannelContext<HttpChannelSettings>, content: Content): Promise<object> {
  if (content.type === 'text') return { text: content.text }
  if (content.type !== 'media' || !content.media.id) throw new PluginError('UNSUPPORTED', { detail: content.type })
  if (!ctx.settings.files) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.files') })
  const { id, fileName, mimeType, size } = content.media
  const url = await ctx.media.url(id, LINK_SECONDS)
  return {
    file: { kind: content.kind, url, name: fileName, mimeType, size },
    ...(content.text ? { text: content.text } : {}),
  }
}
