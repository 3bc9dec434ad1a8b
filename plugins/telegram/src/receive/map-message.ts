import type { InboundEdit, InboundEvent, InboundMessage, Party } from '@recado/sdk'
import { addressOf, messageKey } from '../ids.ts'
import { contentOf, type Translate } from './map-content.ts'
import { type Chat, chatOf, personOf, withWriter } from './map-party.ts'
import { defined, idOf, objectOf, type Raw, textOf, timeOf } from './read.ts'

export interface Mapping {
  ignoreGroups: boolean
  /** Epoch milliseconds, for what Telegram states no time for. */
  now: number
  t: Translate
}

/** A new message, or what a service message tells of a group. */
export function mapMessage(message: Raw, mapping: Mapping): InboundEvent[] {
  const chat = chatOf(objectOf(message.chat))
  if (!chat || chat.isChannel) return []
  const at = timeOf(message.date, mapping.now)
  const moved = groupMove(message, chat, at)
  if (moved) return [moved]
  if (chat.isGroup && mapping.ignoreGroups) return []
  if (chat.isGroup && textOf(message.new_chat_title)) return [renamed(chat, textOf(message.new_chat_title, 255), at)]
  const messageId = idOf(message.message_id)
  const content = contentOf(message, mapping.t)
  if (!messageId || !content) return []
  return [
    {
      kind: 'message',
      externalId: messageKey(chat.id, messageId),
      direction: 'in',
      chat: withExtras(withWriter(chat, objectOf(message.from)), message, chat),
      ...writer(message, chat),
      content,
      at,
      ...defined({ replyTo: replyTo(message, chat), album: textOf(message.media_group_id, 128) }),
      ...(isForwarded(message) ? { forwarded: true } : {}),
    } satisfies InboundMessage,
  ]
}

export function mapEdit(message: Raw, mapping: Mapping): InboundEvent[] {
  const chat = chatOf(objectOf(message.chat))
  const messageId = idOf(message.message_id)
  const content = contentOf(message, mapping.t)
  if (!chat || chat.isChannel || !messageId || !content || (chat.isGroup && mapping.ignoreGroups)) return []
  const at = timeOf(message.edit_date, timeOf(message.date, mapping.now))
  return [{ kind: 'edit', externalId: messageKey(chat.id, messageId), content, at } satisfies InboundEdit]
}

/** In a group each message names its writer; an administrator may write in the name of the group or of a channel. */
export function writer(message: Raw, chat: Chat): { isGroup?: true; sender?: Party } {
  if (!chat.isGroup) return {}
  const sender = personOf(objectOf(message.sender_chat)) ?? personOf(objectOf(message.from))
  return { isGroup: true, ...defined({ sender }) }
}

/** Both groups tell of the move: the old one where it went, the new one where it came from. */
function groupMove(message: Raw, chat: Chat, at: number): InboundEvent | undefined {
  const to = idOf(message.migrate_to_chat_id)
  const from = idOf(message.migrate_from_chat_id)
  if (to) return { kind: 'group', chat: chat.party, movedTo: addressOf(to), at }
  if (!from) return undefined
  return { kind: 'group', chat: { ...chat.party, addresses: [addressOf(from)] }, movedTo: addressOf(chat.id), at }
}

const renamed = (chat: Chat, name: string | undefined, at: number): InboundEvent => ({
  kind: 'group',
  chat: { ...chat.party, ...defined({ name }) },
  at,
})

/** What a message tells of its writer: where a deep link came from, and a phone number they shared as their own. */
function withExtras(party: Party, message: Raw, chat: Chat): Party {
  if (chat.isGroup) return party
  const referral = /^\/start ([A-Za-z0-9_-]{1,64})$/.exec(textOf(message.text) ?? '')?.[1]
  const contact = objectOf(message.contact)
  const own = contact && idOf(contact.user_id) === chat.id ? textOf(contact.phone_number, 32)?.replace(/\D/g, '') : ''
  return {
    ...party,
    // it has its country code, with the plus or without
    ...defined({ phone: own ? `+${own}` : undefined, extra: referral ? { referral } : undefined }),
  }
}

/** In a forum every message answers the one that opened its topic; that is no answer to anybody. */
function replyTo(message: Raw, chat: Chat): string | undefined {
  const answered = objectOf(message.reply_to_message)
  const opensTopic = answered !== undefined && 'forum_topic_created' in answered
  const messageId = opensTopic ? undefined : idOf(answered?.message_id)
  if (messageId) return messageKey(chat.id, messageId)
  const external = objectOf(message.external_reply)
  const externalChat = idOf(objectOf(external?.chat)?.id)
  const externalMessage = idOf(external?.message_id)
  return externalChat && externalMessage ? messageKey(externalChat, externalMessage) : undefined
}

const isForwarded = (message: Raw): boolean =>
  ['forward_origin', 'forward_from', 'forward_from_chat', 'forward_sender_name', 'forward_date'].some(
    (key) => message[key] !== undefined && message[key] !== null,
  )
