import type { InboundEvent } from '@recado/sdk'
import { addressOf, choiceKey, messageKey } from '../ids.ts'
import { type Mapping, mapEdit, mapMessage, writer } from './map-message.ts'
import { chatOf, withWriter } from './map-party.ts'
import { clip, idOf, objectOf, objectsOf, type Raw, textOf, timeOf } from './read.ts'

/** The kinds of update that are asked for; reactions are not among those that Telegram sends unasked. */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'message_reaction',
  'my_chat_member',
] as const

/** A tap on a button, which Telegram wants answered within seconds. */
export interface Tap {
  id: string
  label: string
  chatId: string | null
  messageId: string | null
  isGroup: boolean
  /** Rows of the keyboard that stay: links may be opened again. */
  links: { text: string; url: string }[][]
}

export interface MappedUpdate {
  events: InboundEvent[]
  tap?: Tap
}

/** One update as events, in their order; nothing for kinds that are not ours. Pure, never throws. */
export function mapUpdate(update: unknown, mapping: Mapping): MappedUpdate {
  const raw = objectOf(update)
  if (!raw) return { events: [] }
  const message = objectOf(raw.message)
  if (message) return { events: mapMessage(message, mapping) }
  const edited = objectOf(raw.edited_message)
  if (edited) return { events: mapEdit(edited, mapping) }
  const callback = objectOf(raw.callback_query)
  if (callback) return mapTap(callback, mapping)
  const reaction = objectOf(raw.message_reaction)
  if (reaction) return { events: mapReaction(reaction, mapping) }
  const member = objectOf(raw.my_chat_member)
  return { events: member ? mapMembership(member, mapping) : [] }
}

function mapTap(callback: Raw, mapping: Mapping): MappedUpdate {
  const id = textOf(callback.id, 128)
  if (!id) return { events: [] }
  const from = objectOf(callback.from)
  const message = objectOf(callback.message)
  const chat = chatOf(objectOf(message?.chat)) ?? chatOf(from)
  const data = textOf(callback.data, 256)
  const keyboard = objectOf(message?.reply_markup)?.inline_keyboard
  const rows = Array.isArray(keyboard) ? keyboard.map(objectsOf) : []
  const label = textOf(rows.flat().find((button) => button.callback_data === data)?.text, 255) ?? data ?? ''
  const messageId = idOf(message?.message_id) ?? null
  const tap: Tap = {
    id,
    label,
    chatId: chat?.id ?? null,
    messageId,
    isGroup: chat?.isGroup ?? false,
    links: linksOf(rows),
  }
  if (!chat || chat.isChannel || !data || (chat.isGroup && mapping.ignoreGroups)) return { events: [], tap }
  const event: InboundEvent = {
    kind: 'message',
    externalId: choiceKey(chat.id, id),
    direction: 'in',
    chat: withWriter(chat, from),
    ...writer({ from }, chat),
    content: { type: 'choice', id: data, text: label },
    at: mapping.now,
    ...(messageId ? { replyTo: messageKey(chat.id, messageId) } : {}),
  }
  return { events: [event], tap }
}

const linksOf = (rows: Raw[][]): Tap['links'] =>
  rows
    .map((row) =>
      row.flatMap((button) => {
        const text = textOf(button.text)
        const url = textOf(button.url)
        return text && url ? [{ text, url }] : []
      }),
    )
    .filter((row) => row.length > 0)

/** Telegram tells the whole new set of a person; one of it is kept, as one reaction per person is shown. */
function mapReaction(reaction: Raw, mapping: Mapping): InboundEvent[] {
  const chat = chatOf(objectOf(reaction.chat))
  const messageId = idOf(reaction.message_id)
  const reactor = idOf(objectOf(reaction.user)?.id) ?? idOf(objectOf(reaction.actor_chat)?.id)
  if (!chat || chat.isChannel || !messageId || !reactor || (chat.isGroup && mapping.ignoreGroups)) return []
  const newest = objectsOf(reaction.new_reaction).at(-1)
  return [
    {
      kind: 'reaction',
      externalId: messageKey(chat.id, messageId),
      from: addressOf(reactor),
      emoji: newest ? emojiOf(newest) : null,
      at: timeOf(reaction.date, mapping.now),
    },
  ]
}

/** Pictures of a premium set are no characters; a star stands for them, as for paid ones. */
const emojiOf = (reaction: Raw): string => clip(textOf(reaction.emoji) ?? '⭐', 32)

/** A person stopped the bot, or let it in again. Groups that take it in or throw it out change no contact. */
function mapMembership(member: Raw, mapping: Mapping): InboundEvent[] {
  const chat = chatOf(objectOf(member.chat))
  const status = objectOf(member.new_chat_member)?.status
  if (!chat || chat.isGroup || chat.isChannel) return []
  if (status !== 'kicked' && status !== 'member') return []
  const party = withWriter(chat, objectOf(member.from))
  return [{ kind: 'contact', party, blocked: status === 'kicked', at: timeOf(member.date, mapping.now) }]
}
