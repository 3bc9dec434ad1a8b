import { type ChannelContext, type Content, type OutboundMessage, PluginError, type SendResult } from '@recado/sdk'
import type { Provider } from './provider.ts'

const LINK_SECONDS = 3600

/** Our id is the provider's idempotency key, so a resend after a crash makes no second message. */
export async function sendMessage(
  ctx: ChannelContext,
  provider: Provider,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const sent = await provider.call<{ id: string }>('POST', '/messages', signal, {
    key: message.id,
    to: message.to.value,
    replyTo: message.replyTo?.externalId,
    ...(await bodyOf(ctx, message.content)),
  })
  return { externalId: sent.id }
}

async function bodyOf(ctx: ChannelContext, content: Content): Promise<Record<string, unknown>> {
  if (content.type === 'text') return { text: content.text }
  if (content.type === 'media' && content.media.id && (content.kind === 'image' || content.kind === 'document')) {
    const url = await ctx.media.url(content.media.id, LINK_SECONDS)
    return { file: { url, kind: content.kind, name: content.media.fileName }, text: content.text }
  }
  throw new PluginError('UNSUPPORTED', { detail: content.type })
}
