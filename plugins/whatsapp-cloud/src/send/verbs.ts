import type { Address, MessageTarget } from '@recado/sdk'
import { PluginError } from '@recado/sdk'
import { explained } from '../api/cloud.ts'
import { isMessageId, recipientOf } from '../ids.ts'
import type { Sending } from './body.ts'

/** An empty emoji takes ours back. */
export async function react(
  sending: Sending,
  target: MessageTarget,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  if (!isMessageId(target.externalId)) throw new PluginError('UNSUPPORTED', { detail: sending.ctx.t('error.otherWay') })
  const reaction = { message_id: target.externalId, emoji: emoji ?? '' }
  await post(sending, { ...recipientOf(target.chat), type: 'reaction', reaction }, signal)
}

/** Marks everything up to the newest of these as read. */
export async function markRead(sending: Sending, externalIds: string[], signal: AbortSignal): Promise<void> {
  const newest = externalIds.findLast(isMessageId)
  if (newest) await post(sending, { status: 'read', message_id: newest }, signal)
}

/**
 * Shows "is writing…" for up to 25 seconds. Meta shows it below the customer's newest message, which is thereby read;
 * there is no way to end it but a message.
 */
export async function showTyping(sending: Sending, chat: Address, signal: AbortSignal): Promise<void> {
  const { messages } = await sending.ctx.conversations.history(chat, { limit: 20 })
  const newest = messages.findLast(({ fromMe, externalId }) => !fromMe && externalId && isMessageId(externalId))
  if (!newest?.externalId) return
  const typing_indicator = { type: 'text' }
  await post(sending, { status: 'read', message_id: newest.externalId, typing_indicator }, signal)
}

async function post({ ctx, cloud }: Sending, body: object, signal: AbortSignal): Promise<void> {
  try {
    const json = { messaging_product: 'whatsapp', ...body }
    await cloud.graph.call(`${cloud.phone}/messages`, { json, signal, creates: true })
  } catch (error) {
    throw explained(ctx, error)
  }
}
