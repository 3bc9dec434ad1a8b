import { isPluginError, type OutboundMessage, PluginError } from '@recado/sdk'
import { type OwnedChannel, wasNotAsked } from '../../../plugin-host/index.ts'
import type { ClaimedDelivery, Settlement } from './outbound-repo.ts'
import { notAsked, outcomeOf } from './outcome.ts'

/** One call of the plugin, and how it ended. Never rejects. */
export async function attempt(channel: OwnedChannel, delivery: ClaimedDelivery): Promise<Settlement> {
  const { id, attempt: number, messageId } = delivery
  try {
    return { id, attempt: number, messageId, outcome: 'sent', ...(await perform(channel, delivery)) }
  } catch (error) {
    const idempotent = channel.definition.features.idempotentSend || delivery.kind !== 'send'
    const jitter = Math.random() * 2 - 1
    const failure = isPluginError(error) ? error : new PluginError('REJECTED', { cause: error })
    const outcome = wasNotAsked(error) ? notAsked(failure) : outcomeOf(failure, number, idempotent, jitter)
    return { id, attempt: number, messageId, ...outcome }
  }
}

async function perform(
  channel: OwnedChannel,
  delivery: ClaimedDelivery,
): Promise<Pick<Settlement, 'externalId' | 'moreIds' | 'status'>> {
  if (delivery.kind === 'send') {
    const { externalId, moreIds, status } = await channel.call('send', [outbound(delivery)], 'send')
    return { externalId, ...(moreIds ? { moreIds } : {}), ...(status ? { status } : {}) }
  }
  const { messageId, externalId, to: chat, fromMe, payload, content } = delivery
  // changed before it was ever sent: the send itself takes the new content
  if (externalId === null) return {}
  const target = { id: messageId, externalId, chat, fromMe }
  if (delivery.kind === 'edit') await channel.call('edit', [target, payload.content ?? content], 'change')
  if (delivery.kind === 'remove') await channel.call('remove', [target], 'change')
  if (delivery.kind === 'react') await channel.call('react', [target, payload.emoji ?? null], 'change')
  return {}
}

function outbound(delivery: ClaimedDelivery): OutboundMessage {
  const { messageId, seq, to, isGroup, content, replyTo, attempt, sender, comment, lastInboundAt, payload } = delivery
  return {
    id: messageId,
    seq,
    to,
    isGroup,
    content,
    ...(replyTo ? { replyTo } : {}),
    ...(comment === null ? {} : { comment: { externalId: comment, reply: payload.reply ?? 'public' } }),
    ...(delivery.isForwarded ? { forwarded: true } : {}),
    ...(lastInboundAt === null ? {} : { lastInboundAt: Math.round(lastInboundAt) }),
    attempt,
    sender: sender === null ? null : { name: sender },
  }
}
