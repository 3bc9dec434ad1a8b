import { clip, flag, type Loose, millis, record, text } from '@recado/loose-json'
import type { Content, InboundMessage, MessageOrigin } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { type MessageId, messageIdOf, messageKey, widOf } from '../ids.ts'
import { contentOf, dataOf } from './map-content.ts'
import { isOfGroup, type Mapping, partyOf } from './mapping.ts'

/** Where a message belongs: its key, its conversation, and the time it states. */
export interface Place {
  id: MessageId
  key: string
  chatId: string
  at: number
}

export function placeOfMessage(value: unknown, { ignoreGroups, now }: Mapping): Place | undefined {
  const message = record(value)
  const id = messageIdOf(message.id, message)
  if (!id) return undefined
  const chatId = id.chatId ?? widOf(id.fromMe ? message.to : message.from)
  if (!chatId || !addressOf(chatId) || (ignoreGroups && isOfGroup(chatId))) return undefined
  const at = millis(message.timestamp ?? message.t, now)
  return { id, key: messageKey({ ...id, chatId }), chatId, at }
}

/** A message as the gateway tells it; undefined for what nobody wrote and for what is no conversation. */
export function mapMessage(value: unknown, mapping: Mapping): InboundMessage | undefined {
  const message = record(value)
  const place = placeOfMessage(message, mapping)
  const content = place && contentOf(message, mapping)
  if (!place || !content) return undefined
  const { id, key, chatId, at } = place
  const isGroup = isOfGroup(chatId)
  const name = id.fromMe ? undefined : nameOf(message)
  const chat = partyOf([chatId], isGroup ? groupNameOf(message) : name)
  if (!chat) return undefined
  const sender = isGroup && !id.fromMe ? partyOf([widOf(message.author) ?? id.participant], name) : undefined
  const replyTo = quotedKey(message, place)
  const origin = adOf(message)
  return {
    kind: 'message',
    externalId: key,
    direction: id.fromMe ? 'out' : 'in',
    chat,
    ...(isGroup ? { isGroup } : {}),
    ...(sender ? { sender } : {}),
    content,
    at,
    ...(replyTo ? { replyTo } : {}),
    ...(flag(message.isForwarded) ? { forwarded: true } : {}),
    ...(origin ? { origin } : {}),
  }
}

/** A message after its text, or the caption of its file, was changed. */
export function editedContent(message: Loose, newBody: unknown, mapping: Mapping): Content | null {
  return contentOf({ ...message, body: newBody ?? message.body }, mapping)
}

const nameOf = (message: Loose): string | undefined => text(message.notifyName) ?? text(dataOf(message).notifyName)

const groupNameOf = (message: Loose): string | undefined =>
  text(record(message.chat).name) ?? text(dataOf(message).chatName)

/**
 * WhatsApp names a quoted message by its bare id and its writer. Where the two speak of one person in different kinds
 * of address, it is taken that a customer answers us.
 */
function quotedKey(message: Loose, { id, chatId }: Place): string | undefined {
  const data = dataOf(message)
  const quoted = text(data.quotedStanzaID) ?? text(message.quotedStanzaID)
  if (!quoted) return undefined
  const writer = userOf(widOf(data.quotedParticipant))
  const own = userOf(widOf(id.fromMe ? message.from : message.to))
  const other = isOfGroup(chatId) ? undefined : userOf(chatId)
  const fromMe = writer !== undefined && writer === own ? true : other !== undefined && writer !== other
  return messageKey({ id: quoted, fromMe, chatId, participant: undefined })
}

const userOf = (id: string | undefined): string | undefined => id?.split('@', 1)[0]?.split(':', 1)[0]

/** The advertisement that a conversation began at. */
function adOf(message: Loose): MessageOrigin | undefined {
  const ad = record(dataOf(message).ctwaContext)
  const url = text(ad.sourceUrl)
  const id = text(ad.sourceId)
  if (!url && !id) return undefined
  const title = text(ad.title)
  const description = text(ad.description)
  return {
    type: 'ad',
    ...(id ? { id: clip(id, 512) } : {}),
    ...(url ? { url: clip(url, 2048) } : {}),
    ...(title ? { title: clip(title, 255) } : {}),
    ...(description ? { text: clip(description, 1024) } : {}),
  }
}
