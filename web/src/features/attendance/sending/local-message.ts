import type { MentionGiven } from '@recado/core/modules/messages/contract'
import { type Content, contentText, type MediaKind } from '@recado/sdk'
import { type LiveMessage, UNNUMBERED } from '../../../entities/live-message.ts'
import type { SignedInUser } from '../../../lib/session/session.ts'

/** One message as the composer hands it over. */
export interface Outgoing {
  /** Ours; a repeated request with it sends once. */
  id: string
  ticketId: number
  /** Text, or the caption of the file. */
  body: string
  file: File | null
  kind: MediaKind | null
  /** Anything but plain text and files: a location, buttons, a template. */
  content?: Content
  /** People of the group whom the text names. */
  mentions?: MentionGiven[]
  /** How a comment is answered. */
  commentReply?: 'public' | 'private'
  quotedMsgId: string | null
  /** Newest message that was known when it was written: refused when a colleague has answered after it. */
  answeredAfter?: number | undefined
}

const contentOf = ({ body, file, kind, content, mentions = [] }: Outgoing): Content => {
  if (content) return content
  const named = mentions.flatMap(({ token, address }) => (address ? [{ token, address }] : []))
  return file
    ? {
        type: 'media',
        kind: kind ?? 'document',
        media: { fileName: file.name, mimeType: file.type, size: file.size },
        ...(body ? { text: body, mentions: named } : {}),
      }
    : {
        type: 'text',
        text: body,
        mentions: named,
      }
}

/** How a message looks from the moment it is sent until the server has it. */
export function localMessage(outgoing: Outgoing, me: SignedInUser, quoted: LiveMessage | undefined): LiveMessage {
  const { id, ticketId, body, file, kind, quotedMsgId } = outgoing
  const now = Date.now()
  const moment = new Date(now).toISOString()
  return {
    id,
    seq: UNNUMBERED,
    tenantId: me.tenantId,
    ticketId,
    contactId: null,
    userId: me.userId,
    messageId: null,
    ack: 0,
    status: 'pending',
    state: 'queued',
    failCode: null,
    failReason: null,
    read: true,
    fromMe: true,
    isDeleted: false,
    isWithheld: false,
    isForwarded: false,
    isPrivateReply: outgoing.commentReply === 'private',
    origin: null,
    body: outgoing.content ? contentText(outgoing.content) : body || (file?.name ?? ''),
    edited: null,
    editedAt: null,
    content: contentOf(outgoing),
    mediaType: kind ?? 'chat',
    mediaUrl: null,
    mediaName: file?.name ?? null,
    media: null,
    timestamp: now,
    scheduleDate: null,
    sendType: 'chat',
    quotedMsgId,
    quotedMsg: quoted ?? null,
    reactions: [],
    sender: { kind: 'user', name: me.username },
    contact: null,
    createdAt: moment,
    updatedAt: moment,
    local: {
      phase: 'waiting',
      progress: file ? 0 : null,
      reason: '',
      file,
      previewUrl: file && kind !== 'document' ? URL.createObjectURL(file) : null,
    },
  }
}
