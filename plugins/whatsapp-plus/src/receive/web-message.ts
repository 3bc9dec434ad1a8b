import { type Loose, millis } from '@recado/loose-json'
import { isGroupId } from '@recado/whatsapp-ids'
import type { Envelope } from './envelope.ts'
import { field, flagOf, idText, inner, textOf } from './fields.ts'
import { type Reader, readProto } from './proto.ts'

export interface WebAround {
  reader: Reader
  now: number
  /** Number of the account, as an id of WhatsApp. */
  own?: string | undefined
  isHistory?: boolean
}

/**
 * A `WebMessageInfo`: `{key: {remoteJid, remoteJidAlt, fromMe, id, participant, participantAlt}, pushName, message,
 * contextInfo, messageTimestamp}`. Null without an id, and for what the system says (`messageStubType`).
 */
export function readWebMessage(info: Loose, { reader, now, own, isHistory }: WebAround): Envelope | null {
  const key = inner(info, 'key')
  const id = idText(textOf(key, 'id'))
  const chat = textOf(key, 'remoteJid')
  const message = inner(info, 'message')
  if (!id || !chat || Object.keys(message).length === 0) return null
  const isFromMe = flagOf(key, 'fromMe')
  const isGroup = isGroupId(chat)
  const people = [textOf(key, 'remoteJidAlt'), isFromMe ? undefined : textOf(key, 'senderPn', 'senderLid')]
  const members = ['participantAlt', 'participantPn', 'participant', 'participantLid'].map((name) => textOf(key, name))
  return {
    id,
    isFromMe,
    isGroup,
    chat: isGroup ? [chat] : [chat, ...people],
    sender: isFromMe ? [own] : isGroup ? [...members, textOf(info, 'participant')] : [],
    senderName: isFromMe ? undefined : textOf(info, 'pushName'),
    at: millis(field(info, 'messageTimestamp'), now),
    told: readProto(message, reader, inner(info, 'contextInfo')),
    ...(isHistory ? { isHistory } : {}),
  }
}
