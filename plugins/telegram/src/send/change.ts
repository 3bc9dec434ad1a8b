import { type Address, type Content, type MessageTarget, PluginError } from '@recado/sdk'
import type { TelegramEmoji } from 'telegraf/types'
import { ApiError } from '../api/errors.ts'
import { addressOf, normaliseChatId, readMessageKey } from '../ids.ts'
import { CAPTION_LENGTH, TEXT_LENGTH } from '../limits.ts'
import { interactive } from './keyboard.ts'
import type { Sending } from './parts.ts'
import { isReaction, plainEmoji } from './reactions.ts'

/** Replaces the text of a message, or the caption of a file. */
export async function edit(sending: Sending, target: MessageTarget, content: Content, signal: AbortSignal) {
  const { api, ctx, timing } = sending
  const place = placeOf(target)
  const options = { signal, timeoutMs: timing.callMs }
  const fitting = (text: string, max: number) => {
    if (text.length > max) throw new PluginError('REJECTED', { detail: ctx.t('error.tooLongToEdit', { max }) })
    return text
  }
  await unless(/message is not modified/i, async () => {
    if (content.type === 'media') {
      const caption = fitting(content.text ?? '', CAPTION_LENGTH)
      return api.call('editMessageCaption', { ...place, caption }, options)
    }
    if (content.type === 'text') {
      return api.call('editMessageText', { ...place, text: fitting(content.text, TEXT_LENGTH) }, options)
    }
    if (content.type === 'buttons' || content.type === 'list') {
      const { text, keyboard } = await interactive(content, ctx.store)
      const payload = { ...place, text: fitting(text, TEXT_LENGTH), reply_markup: keyboard }
      return api.call('editMessageText', payload, options)
    }
    throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.unsupported', { type: content.type }) })
  })
}

/** A message that is already gone is as gone as it should be. */
export async function remove({ api, timing }: Sending, target: MessageTarget, signal: AbortSignal): Promise<void> {
  const options = { signal, timeoutMs: timing.callMs }
  await unless(/message to delete not found/i, () => api.call('deleteMessage', placeOf(target), options))
}

export async function react(sending: Sending, target: MessageTarget, emoji: string | null, signal: AbortSignal) {
  const { api, ctx, timing } = sending
  if (emoji !== null && !isReaction(emoji))
    throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.reaction', { emoji }) })
  const reaction = emoji === null ? [] : [{ type: 'emoji' as const, emoji: plainEmoji(emoji) as TelegramEmoji }]
  const options = { signal, timeoutMs: timing.callMs }
  await unless(/message is not modified/i, () =>
    api.call('setMessageReaction', { ...placeOf(target), reaction }, options),
  )
}

/** Shows "is writing…" for five seconds; Telegram has nothing to end it sooner. */
export async function showTyping({ api, timing }: Sending, chat: Address, signal: AbortSignal): Promise<void> {
  const payload = { chat_id: normaliseChatId(chat.value), action: 'typing' as const }
  await api.call('sendChatAction', payload, { signal, timeoutMs: timing.callMs })
}

/** Null for a chat that never wrote to the bot, and for broadcasts. */
export async function checkAddress(
  { api, timing }: Sending,
  raw: string,
  signal: AbortSignal,
): Promise<Address | null> {
  const chatId = normaliseChatId(raw)
  try {
    const chat = await api.call('getChat', { chat_id: chatId }, { signal, timeoutMs: timing.callMs })
    return chat.type === 'channel' ? null : addressOf(String(chat.id))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RECIPIENT_INVALID') return null
    throw error
  }
}

function placeOf(target: MessageTarget): { chat_id: string; message_id: number } {
  const key = readMessageKey(target.externalId)
  if (!key) throw new PluginError('UNSUPPORTED', { detail: 'not a message of Telegram' })
  return { chat_id: key.chatId, message_id: key.messageId }
}

/** Runs a call for which this answer means that nothing is left to do. */
async function unless(fine: RegExp, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.says(fine)) throw error
  }
}
