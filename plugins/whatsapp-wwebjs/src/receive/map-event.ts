import { clip, flag, type Loose, millis, number, record, text } from '@recado/loose-json'
import type { InboundEvent, InboundMessage, InboundReceipt } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { Hint } from '../connect/session.ts'
import { messageIdOf, messageKey, widOf } from '../ids.ts'
import { editedContent, mapMessage, placeOfMessage } from './map-message.ts'
import { isOfGroup, type Mapping, partyOf } from './mapping.ts'

/** What one hook of the gateway says. */
export interface Mapped {
  events: InboundEvent[]
  hint?: Hint
  /** The file of the message, which came along in base64. */
  file?: { message: InboundMessage; data: string; mimeType: string | undefined; fileName: string | undefined }
  /** The message could not be read yet; its text may follow. */
  isPlaceholder?: boolean
}

/** One hook as events; nothing for kinds that are not ours. Pure, never throws. */
export function mapEvent(dataType: string, data: Loose, mapping: Mapping): Mapped {
  return KINDS[dataType]?.(data, mapping) ?? { events: [] }
}

type Mapper = (data: Loose, mapping: Mapping) => Mapped | undefined

const look = (): Mapped => ({ events: [], hint: 'look' })
const message: Mapper = (data, mapping) => only(mapMessage(data.message, mapping))
const group: Mapper = (data, mapping) => only(mapGroup(record(data.notification), mapping))

const KINDS: Record<string, Mapper> = {
  qr: look,
  code: look,
  authenticated: look,
  loading_screen: look,
  ready: look,
  change_state: look,
  status: look,
  auth_failure: look,
  disconnected: (data) => ({ events: [], hint: text(data.reason) === 'LOGOUT' ? 'logged-out' : 'look' }),
  message,
  message_create: message,
  media: mapMedia,
  message_ack: (data, mapping) => only(mapAck(record(data.message), data.ack, mapping)),
  message_reaction: (data, mapping) => only(mapReaction(record(data.reaction), mapping)),
  message_edit: (data, mapping) => only(mapEdit(data, mapping)),
  message_revoke_everyone: (data, mapping) => only(mapRevocation(data, mapping)),
  message_ciphertext(data, mapping) {
    const placeholder = mapMessage({ ...record(data.message), type: 'ciphertext' }, mapping)
    return placeholder ? { events: [placeholder], isPlaceholder: true } : undefined
  },
  call: (data, mapping) => only(mapCall(record(data.call), mapping)),
  group_join: group,
  group_leave: group,
  group_update: group,
  group_admin_changed: group,
}

const only = (event: InboundEvent | undefined): Mapped | undefined => event && { events: [event] }

/** The same message with its file; whichever of the two comes first makes the message. */
function mapMedia(data: Loose, mapping: Mapping): Mapped | undefined {
  const file = record(data.messageMedia)
  const bytes = text(file.data)
  const told = mapMessage(data.message, mapping)
  if (!told) return undefined
  if (!bytes || told.content.type !== 'media') return { events: [told] }
  return {
    events: [],
    file: { message: told, data: bytes, mimeType: text(file.mimetype), fileName: text(file.filename) },
  }
}

/** 0 says that WhatsApp has not taken it yet. */
const ACKS: Record<number, InboundReceipt['status']> = {
  [-1]: 'failed',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'played',
}

function mapAck(told: Loose, ack: unknown, mapping: Mapping): InboundEvent | undefined {
  const status = ACKS[number(ack) ?? number(told.ack) ?? 0]
  const place = placeOfMessage(told, { ...mapping, ignoreGroups: false })
  if (!status || !place?.id.fromMe) return undefined
  const failed = status === 'failed' ? { reason: mapping.t('status.failed') } : {}
  return { kind: 'receipt', status, externalIds: [place.key], at: mapping.now, ...failed }
}

/** Our own reactions are known already: they were given here. */
function mapReaction(told: Loose, mapping: Mapping): InboundEvent | undefined {
  const target = messageIdOf(told.msgId)
  const own = messageIdOf(told.id)
  const from = addressOf(widOf(told.senderId) ?? own?.participant ?? '')
  if (!target || !from || own?.fromMe || (mapping.ignoreGroups && isOfGroup(target.chatId))) return undefined
  const emoji = text(told.reaction)
  return {
    kind: 'reaction',
    externalId: messageKey(target),
    from,
    emoji: emoji ? clip(emoji, 32) : null,
    at: millis(told.timestamp, mapping.now),
  }
}

function mapEdit(data: Loose, mapping: Mapping): InboundEvent | undefined {
  const place = placeOfMessage(data.message, mapping)
  const content = place && editedContent(record(data.message), data.newBody, mapping)
  if (!place || !content) return undefined
  const edited = record(data.message).latestEditSenderTimestampMs
  return { kind: 'edit', externalId: place.key, content, at: millis(edited, mapping.now) }
}

/** What is told as `message` is the notice of it, which may have an id of its own and names the removed one. */
function mapRevocation(data: Loose, mapping: Mapping): InboundEvent | undefined {
  const notice = record(data.message)
  const removed = record(data.revokedMessage ?? data.revokedMsg ?? data.revoked_msg)
  const named = notice.protocolMessageKey ?? record(notice._data).protocolMessageKey ?? removed.protocolMessageKey
  const place = placeOfMessage(notice, mapping) ?? placeOfMessage(removed, mapping)
  if (!place) return undefined
  const target = messageIdOf(named, notice) ?? messageIdOf(removed.id, removed)
  const key = target ? messageKey({ ...target, chatId: target.chatId ?? place.chatId }) : place.key
  return { kind: 'removal', externalId: key, at: place.at }
}

function mapCall(call: Loose, { now }: Mapping): InboundEvent | undefined {
  const id = text(record(call.id).id) ?? text(call.id)
  const from = partyOf([widOf(call.from) ?? widOf(call.peerJid)])
  if (!id || !from || flag(call.fromMe) || from.addresses[0]?.kind === 'wa-group') return undefined
  return { kind: 'call', externalId: clip(id, 512), from, event: 'offer', at: millis(call.timestamp, now) }
}

/** Only a new subject says anything about the group as a contact. */
function mapGroup(notification: Loose, mapping: Mapping): InboundEvent | undefined {
  const chatId = widOf(notification.chatId) ?? messageIdOf(notification.id)?.chatId
  if (!isOfGroup(chatId) || mapping.ignoreGroups) return undefined
  const name = text(notification.type) === 'subject' ? text(notification.body) : undefined
  const chat = partyOf([chatId], name)
  return chat && { kind: 'group', chat, at: millis(notification.timestamp, mapping.now) }
}
