import { contentText } from '@recado/sdk'
import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/translate.ts'
import type { FileUrl } from '../auth/index.ts'
import { shownName, shownPhone } from '../contacts/index.ts'
import { presentMedia, type SignedUrl } from '../media/index.ts'
import type { Message, MessageState, QuotedMessage } from './contract.ts'
import { withoutPhone, withoutPhones } from './hiding.ts'
import { type MessageBase, type MessageRecord, PRIVATE_REPLY } from './repo.ts'

export interface MessageView {
  tenantId: number
  showPhones: boolean
  locale: Locale
  fileUrl: FileUrl
  signedUrl: SignedUrl
  /** The contact has been answered or read up to here. */
  readUpTo: number
  /** What this reader may know of and not read; nothing unless told. */
  withholds?(message: MessageBase): boolean
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
  const { quoted } = record
  const shown = presentBase(record, view)
  return { ...shown, quotedMsg: quoted && !shown.isWithheld ? presentBase(quoted, view) : null }
}

function presentBase(record: MessageBase, view: MessageView): QuotedMessage {
  const { tenantId } = view
  const isWithheld = view.withholds?.(record) ?? false
  // what was removed is not shown to anybody any more
  const isGone = record.isDeleted || isWithheld
  const contact = isWithheld ? null : record.contact
  const isPrivateReply = record.origin?.type === PRIVATE_REPLY.type
  const file = isGone ? null : record.media
  const media = file ? presentMedia({ ...file, tenantId, size: BigInt(file.size) }, view.signedUrl) : null
  const { content, body } = view.showPhones ? record : withoutPhones(record)
  const text = contentText(content)
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
    failReason: isWithheld ? null : failReasonOf(record, view.locale),
    read: record.fromMe || record.seq <= view.readUpTo,
    fromMe: record.fromMe,
    isDeleted: record.isDeleted,
    isWithheld,
    isForwarded: record.isForwarded,
    body: isGone ? '' : body,
    edited: isGone || record.editedAt === null ? null : text,
    editedAt: record.editedAt === null ? null : iso(record.editedAt),
    content: isGone ? { type: 'text', text: '' } : content,
    isPrivateReply,
    origin: isGone || isPrivateReply ? null : (record.origin as Message['origin']),
    mediaType: MEDIA_TYPES[record.type] ?? record.type,
    mediaUrl: media?.url ?? null,
    mediaName: media?.fileName ?? null,
    media,
    timestamp: record.sentAt,
    scheduleDate: record.heldUntil === null || record.status !== 'queued' ? null : iso(record.heldUntil),
    sendType: record.sendType as Message['sendType'],
    quotedMsgId: record.replyToId,
    reactions: (isWithheld ? [] : record.reactions).map(({ emoji, userId, contactId, name }) => ({
      emoji,
      userId: userId ?? null,
      contactId: contactId ?? null,
      name: name ? nameShown(name, view) : null,
    })),
    sender: isWithheld ? null : senderOf(record, view),
    contact: contact && {
      id: contact.id,
      name: shownName(contact, view.showPhones),
      number: contact.number === null ? null : shownPhone(contact.number, view.showPhones),
      profilePicUrl: contact.profilePicId ? view.fileUrl(tenantId, contact.profilePicId) : null,
    },
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
  }
}

const iso = (at: number): string => new Date(at).toISOString()
const nameShown = (name: string, { showPhones }: MessageView) => (showPhones ? name : withoutPhone(name))

function senderOf(record: MessageBase, view: MessageView): Message['sender'] {
  if (!record.fromMe)
    return record.contact ? { kind: 'contact', name: shownName(record.contact, view.showPhones) } : null
  if (record.sendType === 'bot') return { kind: 'bot', name: record.userName ?? 'Recado' }
  return record.userName === null ? null : { kind: 'user', name: record.userName }
}

function failReasonOf({ failCode, failReason }: MessageBase, locale: Locale): string | null {
  if (failCode === null) return failReason
  const text = translate(locale, `delivery.${failCode}` as TextKey)
  return failReason ? `${text} (${failReason})` : text
}
