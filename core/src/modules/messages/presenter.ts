import { contentText } from '@recado/sdk'
import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/translate.ts'
import type { FileUrl } from '../auth/index.ts'
import { maskPhone } from '../contacts/index.ts'
import { presentMedia, type SignedUrl } from '../media/index.ts'
import type { Message, MessageState, QuotedMessage } from './contract.ts'
import type { MessageBase, MessageRecord } from './repo.ts'

export interface MessageView {
  tenantId: number
  showPhones: boolean
  locale: Locale
  fileUrl: FileUrl
  signedUrl: SignedUrl
  /** The contact has been answered or read up to here. */
  readUpTo: number
}

const ACKS: Record<string, number> = { failed: -1, sent: 1, delivered: 2, read: 3, played: 4 }
const STATUSES: Record<string, Message['status']> = {
  queued: 'pending',
  sending: 'pending',
  unknown: 'pending',
  failed: 'canceled',
  received: 'received',
}
const MEDIA_TYPES: Record<string, string> = { text: 'chat', choice: 'chat', voice: 'ptt', contact: 'vcard' }

export function presentMessage(record: MessageRecord, view: MessageView): Message {
  return { ...presentBase(record, view), quotedMsg: record.quoted ? presentBase(record.quoted, view) : null }
}

function presentBase(record: MessageBase, view: MessageView): QuotedMessage {
  const { tenantId } = view
  // what was removed is not shown to anybody any more
  const isGone = record.isDeleted
  const file = isGone ? null : record.media
  const media = file ? presentMedia({ ...file, tenantId, size: BigInt(file.size) }, view.signedUrl) : null
  const text = contentText(record.content)
  return {
    id: record.id,
    seq: record.seq,
    tenantId,
    ticketId: record.ticketId,
    contactId: record.contactId,
    userId: record.userId,
    messageId: record.externalId,
    ack: ACKS[record.status] ?? 0,
    status: STATUSES[record.status] ?? 'sended',
    state: record.status as MessageState,
    failCode: record.failCode,
    failReason: failReasonOf(record, view.locale),
    read: record.fromMe || record.seq <= view.readUpTo,
    fromMe: record.fromMe,
    isDeleted: record.isDeleted,
    isForwarded: record.isForwarded,
    body: isGone ? '' : record.body,
    edited: isGone || record.editedAt === null ? null : text,
    editedAt: record.editedAt === null ? null : iso(record.editedAt),
    content: isGone ? { type: 'text', text: '' } : record.content,
    origin: isGone ? null : record.origin,
    mediaType: MEDIA_TYPES[record.type] ?? record.type,
    mediaUrl: media?.url ?? null,
    mediaName: media?.fileName ?? null,
    media,
    timestamp: record.sentAt,
    scheduleDate: null,
    sendType: record.sendType as Message['sendType'],
    quotedMsgId: record.replyToId,
    reactions: record.reactions.map(({ emoji, userId, contactId, name }) => ({
      emoji,
      userId: userId ?? null,
      contactId: contactId ?? null,
      name: name ?? null,
    })),
    sender: senderOf(record),
    contact: record.contact && {
      id: record.contact.id,
      name: nameOf(record.contact, view),
      number: record.contact.number === null ? null : phoneOf(record.contact.number, view),
      profilePicUrl: record.contact.profilePicId ? view.fileUrl(tenantId, record.contact.profilePicId) : null,
    },
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
  }
}

const iso = (at: number): string => new Date(at).toISOString()
const phoneOf = (number: string, { showPhones }: MessageView) => (showPhones ? number : maskPhone(number))
const nameOf = ({ name, number }: { name: string; number: string | null }, view: MessageView): string =>
  number !== null && name.replace(/\D/g, '') === number ? phoneOf(name, view) : name

function senderOf(record: MessageBase): Message['sender'] {
  if (!record.fromMe) return record.contact ? { kind: 'contact', name: record.contact.name } : null
  if (record.sendType === 'bot') return { kind: 'bot', name: record.userName ?? 'Recado' }
  return record.userName === null ? null : { kind: 'user', name: record.userName }
}

function failReasonOf({ failCode, failReason }: MessageBase, locale: Locale): string | null {
  if (failCode === null) return failReason
  const text = translate(locale, `delivery.${failCode}` as TextKey)
  return failReason ? `${text} (${failReason})` : text
}
