import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { MessageSend } from './contract.ts'
import type { AppendItem } from './outbound/outbound-repo.ts'
import { answerAfter } from './repo.ts'
import { signed } from './signature.ts'

/** As long as a colleague's answer is quoted in a refusal. */
const QUOTED = 200

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

/** Two people do not answer the same unawares. @throws ERR_ANSWERED_MEANWHILE */
export async function requireUnanswered(
  uow: UnitOfWork,
  scope: Scope,
  ticketId: number,
  { answeredAfter, id }: MessageSend,
): Promise<void> {
  if (answeredAfter === undefined) return
  const answer = await answerAfter(uow, scope, {
    ticketId,
    seq: Number(answeredAfter),
    userId: userIdOf(scope),
    id: id ?? null,
  })
  if (!answer) return
  const letters = [...answer.text.replace(/\s+/g, ' ').trim()]
  const text = letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : letters.join('')
  throw new AppError('ERR_ANSWERED_MEANWHILE', { params: { name: answer.name, text } })
}
