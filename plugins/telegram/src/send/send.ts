import type { ChannelContext, OutboundMessage, SendResult } from '@recado/sdk'
import { ApiError } from '../api/errors.ts'
import { addressOf, messageKey, normaliseChatId, readMessageKey } from '../ids.ts'
import { type Part, planParts, type Sending, type Target } from './parts.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'

/** Sends one message as as many as Telegram needs. After a failure half way, the next try goes on where it broke off. */
export async function send(sending: Sending, out: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
  const { store } = sending.ctx
  const parts = await planParts(sending, out.content)
  const sent = out.attempt > 1 ? await loadProgress(store, out.id) : []
  const resumed = sent.length > 0
  let chatId = (resumed && readMessageKey(sent[0] ?? '')?.chatId) || normaliseChatId(out.to.value)
  for (const part of parts.slice(sent.length)) {
    try {
      const delivered = await deliver(sending.ctx, part, targetOf(chatId, sent.length === 0 ? out : null), signal)
      chatId = delivered.chatId
      sent.push(messageKey(chatId, delivered.messageId))
    } catch (error) {
      if (sent.length > 0) await keepProgress(store, out.id, sent, error)
      throw error
    }
  }
  if (resumed) await forgetProgress(store, out.id)
  const [externalId = '', ...moreIds] = sent
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

/** An answer can only point into its own chat, and only at a message: not at a tap. */
function targetOf(chatId: string, out: OutboundMessage | null): Target {
  const answered = out?.replyTo ? readMessageKey(out.replyTo.externalId) : null
  if (answered?.chatId !== chatId) return { chat_id: chatId }
  return { chat_id: chatId, reply_parameters: { message_id: answered.messageId, allow_sending_without_reply: true } }
}

interface Delivered {
  chatId: string
  messageId: number
}

/** Mends what can be mended at once: a group that moved, an answered message that is gone. */
async function deliver(ctx: ChannelContext, part: Part, target: Target, signal: AbortSignal): Promise<Delivered> {
  const chatId = target.chat_id
  try {
    return { chatId, messageId: await part(target, signal) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { movedTo } = error
    if (movedTo) {
      await tellMove(ctx, chatId, movedTo)
      return { chatId: movedTo, messageId: await part({ chat_id: movedTo }, signal) }
    }
    if (target.reply_parameters && error.says(/message to (be replied|reply)|replied message/i)) {
      return { chatId, messageId: await part({ chat_id: chatId }, signal) }
    }
    if (error.status === 403 && error.says(/blocked by the user|user is deactivated/i)) await tellBlocked(ctx, chatId)
    throw error
  }
}

const tellMove = (ctx: ChannelContext, from: string, to: string) =>
  ctx.inbound.push([
    { kind: 'group', chat: { addresses: [addressOf(from)] }, movedTo: addressOf(to), at: ctx.clock.now() },
  ])

const tellBlocked = (ctx: ChannelContext, chatId: string) =>
  ctx.inbound.push([{ kind: 'contact', party: { addresses: [addressOf(chatId)] }, blocked: true, at: ctx.clock.now() }])
