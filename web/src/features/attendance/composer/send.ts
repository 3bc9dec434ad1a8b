import type { MentionGiven } from '@recado/core/modules/messages/contract'
import type { Content, MediaKind } from '@recado/sdk'
import { outbox } from '../sending/outbox.ts'
import { uuidV7 } from '../sending/uuid.ts'
import { attachments } from './attachments.ts'
import { privateReplies } from './comment-reply.ts'
import { drafts } from './drafts.ts'
import { signed } from './signature.ts'
import { stopTyping } from './typing-signal.ts'

interface Sending {
  ticketId: number
  text: string
  replyTo: string | null
  /** Set when the message carries the agent's name. */
  signature: string | null
  /** Newest message that was known when it was written. */
  answeredAfter: number | undefined
  /** People of the group whom a text or a caption names. */
  namedIn?: (text: string) => MentionGiven[]
}

const nobodyIn = (): MentionGiven[] => []

/**
 * Hands over what stands in the composer: each file is a message of its own, so that each can be followed, stopped
 * and tried again. A lone file without a caption takes the text; otherwise the text follows the files.
 */
export function sendAll({ ticketId, text, replyTo, signature, answeredAfter, namedIn = nobodyIn }: Sending): boolean {
  const files = attachments.takeAll(ticketId)
  const words = text.trim()
  if (files.length === 0 && words === '') return false
  const withName = (body: string) => (signature ? signed(body, signature) : body)
  const lone = files.length === 1 ? files[0] : undefined
  const takesText = lone !== undefined && lone.caption.trim() === '' && lone.kind !== 'voice' && lone.kind !== 'sticker'
  let quotedMsgId = replyTo
  const send = (body: string, file: File | null, kind: MediaKind | null) => {
    const mentions = namedIn(body)
    outbox.send({
      id: uuidV7(),
      ticketId,
      body: withName(body),
      file,
      kind,
      quotedMsgId,
      answeredAfter,
      ...(mentions.length > 0 ? { mentions } : {}),
      ...replyKind(ticketId),
    })
    // Only the first of several answers.
    quotedMsgId = null
  }
  for (const { file, kind, caption } of files) send(takesText ? words : caption.trim(), file, kind)
  if (words !== '' && !takesText) send(words, null, null)
  drafts.drop(ticketId)
  stopTyping()
  return true
}

/** One message of another kind than text and files. */
export function sendContent(ticketId: number, content: Content): void {
  outbox.send({ id: uuidV7(), ticketId, body: '', file: null, kind: null, content, quotedMsgId: null })
}

const replyKind = (ticketId: number) => (privateReplies.has(ticketId) ? { commentReply: 'private' as const } : {})

export function sendVoice(
  ticketId: number,
  file: File,
  kind: MediaKind,
  { replyTo, answeredAfter }: Pick<Sending, 'replyTo' | 'answeredAfter'>,
): void {
  outbox.send({ id: uuidV7(), ticketId, body: '', file, kind, quotedMsgId: replyTo, answeredAfter })
  drafts.set(ticketId, { replyTo: null })
}
