import { type Message, messagesContract } from '@recado/core/modules/messages/contract'
import { conversations } from '../../../entities/conversations.ts'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { attachments } from '../composer/attachments.ts'
import { drafts } from '../composer/drafts.ts'
import { unsigned } from '../composer/signature.ts'

/** Waits on the server, and can be taken back until it goes. */
export const canUndo = ({ local, fromMe, state, scheduleDate, userId, isDeleted }: LiveMessage): boolean =>
  !local &&
  fromMe &&
  !isDeleted &&
  state === 'queued' &&
  scheduleDate !== null &&
  userId === (session.user?.userId ?? null)

/** The last message of this person in a ticket that can still be taken back. */
export function lastUndoable(ticketId: number): LiveMessage | undefined {
  const conversation = conversations.peek(ticketId)
  return conversation?.entries
    .map(({ id }) => conversation.get(id))
    .findLast((message) => message !== undefined && canUndo(message))
}

/** Takes a message back; its words and file are in the composer again. */
export async function undoSend({ id, ticketId }: Message): Promise<void> {
  try {
    const before = await call(messagesContract.routes.undo, { params: { messageId: id } })
    conversations.peek(ticketId)?.take({ ...before, isDeleted: true, failCode: 'UNDONE' })
    putBack(before)
    await putBackFile(before)
  } catch (error) {
    reportError(error)
  }
}

function putBack({ ticketId, content, body, quotedMsgId }: Message): void {
  const said = content.type === 'text' ? body : content.type === 'media' ? (content.text ?? '') : ''
  const written = drafts.get(ticketId)
  const text = [unsigned(said), written?.text ?? ''].filter((part) => part.trim() !== '').join('\n')
  drafts.set(ticketId, { text, replyTo: written?.replyTo ?? quotedMsgId })
}

async function putBackFile({ ticketId, content, mediaUrl, mediaName, media }: Message): Promise<void> {
  if (content.type !== 'media' || mediaUrl === null) return
  const blob = await (await fetch(mediaUrl)).blob()
  const file = new File([blob], mediaName ?? 'arquivo', { type: media?.mimeType ?? blob.type })
  attachments.add(ticketId, [{ file, kind: content.kind }])
}
