import {
  type ChannelContext,
  contentText,
  isPluginError,
  type MessageTarget,
  type OutboundMessage,
  PluginError,
  type SendResult,
} from '@recado/sdk'
import { tell } from '../connect/connect.ts'
import type { Hub } from '../hub.ts'
import { recipientOf } from '../ids.ts'
import { rulesOf } from '../kinds.ts'
import { SEND_MS } from '../limits.ts'
import { idToldIn, type Taken, takenOf, throwRefusal } from './answer.ts'
import { contentsFor, type Wire } from './contents.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'

/** Sends one message as as many as the network needs; after a failure half way the next try goes on where it broke off. */
export async function send(
  ctx: ChannelContext,
  hub: Hub,
  out: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    return await sendParts(ctx, hub, out, signal)
  } catch (error) {
    // The token was taken back, or the channel removed: told on its screen as well.
    if (isPluginError(error) && (error.code === 'AUTH_EXPIRED' || error.code === 'MISCONFIGURED'))
      await tell(ctx, error)
    throw error
  }
}

async function sendParts(
  ctx: ChannelContext,
  hub: Hub,
  out: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const kind = await hub.kind(signal)
  const to = recipientOf(out.to, hub.channelId)
  const wires = out.comment ? [commentAnswer(ctx, out, out.comment)] : await contentsFor(ctx, kind, out.content)
  const sent = out.attempt > 1 ? await loadProgress(ctx.store, out.id) : []
  const resumed = sent.length > 0
  for (const wire of wires.slice(sent.length)) {
    try {
      const quoted = sent.length === 0 && !out.comment && rulesOf(kind).quotes ? out.replyTo?.externalId : undefined
      sent.push(await deliver(ctx, hub, { kind, to, wire, quoted }, signal))
    } catch (error) {
      if (sent.length > 0) await keepProgress(ctx.store, out.id, sent, error)
      throw error
    }
  }
  if (resumed) await forgetProgress(ctx.store, out.id)
  const [externalId = '', ...moreIds] = [...sent.map((one) => one.externalId), ...sent.flatMap(({ more }) => more)]
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

async function deliver(
  ctx: ChannelContext,
  hub: Hub,
  { kind, to, wire, quoted }: { kind: string; to: string; wire: Wire; quoted: string | undefined },
  signal: AbortSignal,
): Promise<Taken> {
  const quote = quoted ? { messageId: await hub.wrapping.wrap(quoted), reply: true } : {}
  const answer = await post(hub, kind, { to, contents: [wire], ...quote }, signal)
  await hub.wrapping.learn(idToldIn(answer))
  return takenOf(answer, ctx.t('error.noId'))
}

async function post(hub: Hub, kind: string, message: object, signal: AbortSignal): Promise<unknown> {
  const api = await hub.api()
  const options = { signal, timeoutMs: SEND_MS, creates: true }
  const path = `/v1/channels/${encodeURIComponent(kind)}/messages`
  return api.call('POST', path, { from: hub.channelId, ...message }, options)
}

/** An empty emoji takes the reaction back. @throws PluginError UNSUPPORTED where the network has none */
export async function react(
  ctx: ChannelContext,
  hub: Hub,
  { chat, externalId }: MessageTarget,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  const kind = await hub.kind(signal)
  if (!rulesOf(kind).reactions) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.noReactions', { kind }) })
  const reaction = { message_id: await hub.wrapping.wrap(externalId), emoji: emoji ?? '' }
  const to = recipientOf(chat, hub.channelId)
  const answer = await post(hub, kind, { to, contents: [{ type: 'reaction', reaction }] }, signal)
  throwRefusal(answer)
}

/** The hub spells the field with three s. */
function commentAnswer(
  ctx: ChannelContext,
  { content }: OutboundMessage,
  comment: NonNullable<OutboundMessage['comment']>,
): Wire {
  if (comment.reply === 'private') throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.privateReply') })
  if (content.type !== 'text') throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.commentText') })
  const text = contentText(content).trim()
  if (!text) throw new PluginError('REJECTED', { detail: ctx.t('error.commentEmpty') })
  return { type: 'reply_text', messsageId: comment.externalId, text }
}
