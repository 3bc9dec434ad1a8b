import { record } from '@recado/loose-json'
import {
  type ChannelContext,
  createEchoes,
  isPluginError,
  type OutboundMessage,
  PluginError,
  type SendResult,
} from '@recado/sdk'
import { GatewayError, MESSAGE_GONE } from '../api/errors.ts'
import type { Gateway } from '../api/gateway.ts'
import { bareId, chatIdOf, messageIdOf, messageKey } from '../ids.ts'
import type { Timing } from '../timing.ts'
import { type Payload, payloadsOf, saidBy } from './payload.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'

export interface Sending {
  ctx: ChannelContext
  gateway: Gateway
  timing: Timing
}

/** Sends one message as as many as WhatsApp needs; after a failure half way the next try goes on where it broke off. */
export async function send(sending: Sending, out: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
  const { ctx } = sending
  const chatId = chatIdOf(out.to)
  const payloads = await payloadsOf(ctx, out.content, signal)
  const echo = await createEchoes(ctx).expect(
    out,
    payloads.map((payload) => saidBy(payload, out.content)),
  )
  const kept = out.attempt > 1 ? await loadProgress(ctx.store, out.id) : []
  const sent = echo.sent.length > kept.length ? [...echo.sent] : kept
  const resumed = kept.length > 0
  for (const payload of payloads.slice(sent.length)) {
    try {
      const answered = sent.length === 0 ? out.replyTo?.externalId : undefined
      const id = await deliver(sending, chatId, payload, answered, signal)
      sent.push(id)
      await echo.answered(sent.length - 1, id)
    } catch (error) {
      if (sent.length > 0) await keepProgress(ctx.store, out.id, sent, error)
      if (isPluginError(error) && error.code !== 'AMBIGUOUS') await echo.refused()
      throw error
    }
  }
  if (resumed) await forgetProgress(ctx.store, out.id)
  const [externalId = '', ...moreIds] = sent
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

async function deliver(
  { gateway, timing, ctx }: Sending,
  chatId: string,
  payload: Payload,
  answered: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const options = { signal, timeoutMs: timing.sendMs, creates: true }
  if (answered) {
    try {
      const body = { chatId, messageId: bareId(answered), ...payload }
      const { repliedMessage, message } = await gateway.post('message/reply', body, options)
      return keyOf(ctx, repliedMessage ?? message, chatId)
    } catch (error) {
      // The gateway looks for it before it sends anything: too old, or deleted. The answer goes out without a quote.
      if (!(error instanceof GatewayError && error.says(MESSAGE_GONE))) throw error
    }
  }
  const { message } = await gateway.post('client/sendMessage', { chatId, ...payload }, options)
  return keyOf(ctx, message, chatId)
}

/** Without an id nobody knows whether it went out; its echo will tell. */
function keyOf(ctx: ChannelContext, message: unknown, chatId: string): string {
  const told = record(message)
  const id = messageIdOf(told.id, { fromMe: true })
  if (!id) throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.noId') })
  return messageKey({ ...id, fromMe: true, chatId: id.chatId ?? chatId })
}

/** The session is gone, not only this call. */
export const isSessionGone = (error: unknown): boolean => isPluginError(error) && error.code === 'NOT_CONNECTED'
export const isKeyRefused = (error: unknown): boolean => isPluginError(error) && error.code === 'AUTH_EXPIRED'
