import type { ChannelContext, InboundEvent } from '@recado/sdk'
import { ApiError } from '../api/errors.ts'
import type { Bot } from '../bot.ts'
import { CALLBACK_ANSWER_LENGTH } from '../limits.ts'
import { buttonId } from '../send/button-ids.ts'
import { mapUpdate, type Tap } from './map-update.ts'
import { clip } from './read.ts'

export interface Acceptor {
  /** Hands updates over in their order; resolves when they are durable, rejects when none was accepted. */
  accept(updates: unknown[]): Promise<void>
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export function createAcceptor(ctx: ChannelContext, bot: Bot, ignoreGroups: boolean): Acceptor {
  const answering = new Set<Promise<void>>()

  const answer = async (tap: Tap) => {
    const { api } = await bot.open()
    const options = { signal: ctx.signal, timeoutMs: bot.timing.callMs }
    const text = clip(tap.label, CALLBACK_ANSWER_LENGTH)
    await api.call('answerCallbackQuery', { callback_query_id: tap.id, ...(text ? { text } : {}) }, options)
    // What was chosen cannot be chosen again. In a group the others have yet to choose.
    if (tap.isGroup || !tap.chatId || !tap.messageId) return
    await api.call(
      'editMessageReplyMarkup',
      { chat_id: tap.chatId, message_id: Number(tap.messageId), reply_markup: { inline_keyboard: tap.links } },
      options,
    )
  }

  const answerLater = (tap: Tap) => {
    const task: Promise<void> = answer(tap)
      .catch((error: unknown) => {
        // A tap of long ago, or a keyboard that is gone: the choice itself is safe.
        ctx.log.debug('a tap was not answered', { detail: error instanceof ApiError ? error.detail : 'unknown' })
      })
      .finally(() => answering.delete(task))
    answering.add(task)
  }

  return {
    async accept(updates) {
      const mapping = { ignoreGroups, now: ctx.clock.now(), t: ctx.t }
      const mapped = updates.map((update) => mapUpdate(update, mapping))
      const events = await Promise.all(mapped.flatMap((one) => one.events).map((event) => withButtonId(event, ctx)))
      if (events.length > 0) await ctx.inbound.push(events)
      for (const { tap } of mapped) if (tap) answerLater(tap)
    },
    async idle() {
      await Promise.all(answering)
    },
  }
}

async function withButtonId(event: InboundEvent, ctx: ChannelContext): Promise<InboundEvent> {
  if (event.kind !== 'message' || event.content.type !== 'choice') return event
  const id = await buttonId(event.content.id, ctx.store)
  const text = event.content.text === event.content.id ? id : event.content.text
  return { ...event, content: { ...event.content, id, text } }
}
