import { type Address, PluginError } from '@recado/sdk'

/** The identifier space of users, groups and supergroups: Telegram numbers them all in one, groups negative. */
export const ADDRESS_KIND = 'telegram'

export const addressOf = (id: string): Address => ({ kind: ADDRESS_KIND, value: id })

/** Canonical form of a chat id. Throws `RECIPIENT_INVALID` for anything but a number; usernames may change hands. */
export function normaliseChatId(raw: string): string {
  const match = /^(-?)0*([1-9]\d{0,19})$/.exec(raw.trim())
  if (!match) throw new PluginError('RECIPIENT_INVALID', { detail: 'a Telegram address is a number' })
  return `${match[1]}${match[2]}`
}

/** Message ids are unique only inside a chat. */
export const messageKey = (chatId: string, messageId: string | number): string => `${chatId}:${messageId}`

/** A tap names the message it was made on; several taps on one message are several answers. */
export const choiceKey = (chatId: string, callbackId: string): string => `${chatId}:callback:${callbackId}`

/** The parts of a message's key; null for keys of taps and of other channels. */
export function readMessageKey(externalId: string): { chatId: string; messageId: number } | null {
  const match = /^(-?\d+):(\d+)$/.exec(externalId)
  return match?.[1] && match[2] ? { chatId: match[1], messageId: Number(match[2]) } : null
}
