import type { ChannelFeatures } from '@recado/sdk'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { mayReadFrom, saidIn, type TicketRecord, type TicketViewer } from '../tickets/index.ts'
import type { MessageSend } from './contract.ts'
import type { AppendItem } from './outbound/outbound-repo.ts'
import { answerAfter } from './repo.ts'
import { signed } from './signature.ts'

/** As long as a colleague's answer is quoted in a refusal. */
const QUOTED = 200

/** Where a conversation is held, below a post or not. */
export type Place = Pick<TicketRecord, 'contactId' | 'channelId' | 'thread'>

/** Free messages only while the channel's window is open. @throws ERR_MESSAGE_WINDOW_CLOSED */
export type RequireWindow = (
  scope: Scope,
  place: Place,
  features: ChannelFeatures,
  items: AppendItem[],
) => Promise<void>

/** The person saw the warning and sends nevertheless. */
export const isWarned = ({ outsideWindow }: MessageSend): boolean => outsideWindow === true || outsideWindow === 'true'

/** The same message with the name of whoever writes it above its words. */
export const withName = (send: MessageSend, name: string): MessageSend => {
  const { body } = send
  if (!body) return send
  return { ...send, body: Array.isArray(body) ? body.map((text) => signed(text, name)) : signed(body, name) }
}

/** The same messages, waiting as long as whoever writes them wants to be able to undo them. */
export function held(items: AppendItem[], { undoSeconds }: MessageSend): AppendItem[] {
  const hold = Number(undoSeconds ?? 0)
  return hold === 0 ? items : items.map((item) => ({ ...item, hold }))
}

/** Two people do not answer the same unawares. @throws ERR_ANSWERED_MEANWHILE, with the answer for those who may read it */
export async function requireUnanswered(
  uow: UnitOfWork,
  scope: Scope,
  { ticket, viewer }: { ticket: TicketRecord; viewer: TicketViewer },
  { answeredAfter, id }: MessageSend,
): Promise<void> {
  if (answeredAfter === undefined) return
  const answer = await answerAfter(uow, scope, {
    ticketId: ticket.id,
    seq: Number(answeredAfter),
    userId: userIdOf(scope),
    id: id ?? null,
  })
  if (!answer) return
  const isWithheld = !mayReadFrom(viewer, saidIn(ticket.pastQueues, answer.seq))
  const letters = [...(isWithheld ? '' : answer.text).replace(/\s+/g, ' ').trim()]
  const text = letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : letters.join('')
  throw new AppError('ERR_ANSWERED_MEANWHILE', { params: { name: answer.name, text } })
}
