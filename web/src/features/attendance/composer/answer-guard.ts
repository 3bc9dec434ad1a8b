import type { Conversation } from '../../../entities/conversation.ts'
import { UNNUMBERED } from '../../../entities/live-message.ts'
import { presence } from '../../../entities/presence.ts'

/** Somebody else who answers the same customer. */
export interface Rival {
  kind: 'typing' | 'answered'
  name: string
  /** What they answered. */
  text: string
}

/** Newest message that was there when an answer was begun, by ticket. */
const begun = new Map<number, number>()

export function beginAnswer(ticketId: number, { state, cursor }: Pick<Conversation, 'state' | 'cursor'>): void {
  if (state === 'ready' && !begun.has(ticketId)) begun.set(ticketId, cursor)
}

/** It was sent, or given up; or what was answered meanwhile was seen. */
export const forgetAnswer = (ticketId: number): void => void begun.delete(ticketId)

/** Newest message that whoever answers knows of. */
export const knownUpTo = ({ ticketId, cursor }: Conversation): number => begun.get(ticketId) ?? cursor

/** Who answered since the answer was begun, else who is about to. */
export function rivalOf(conversation: Conversation, me: number): Rival | null {
  const since = knownUpTo(conversation)
  const answer = conversation.entries
    .filter(({ seq, fromMe }) => fromMe && seq > since && seq !== UNNUMBERED)
    .map(({ id }) => conversation.get(id))
    .findLast((one) => one?.sendType === 'chat' && !one.isDeleted && one.userId !== null && one.userId !== me)
  if (answer) return { kind: 'answered', name: answer.sender?.name ?? '', text: answer.edited ?? answer.body }
  const { ticketId } = conversation
  const typist =
    presence.viewersOf(ticketId).find(({ userId, typing }) => typing && userId !== me) ??
    presence.typistsIn(ticketId).find(({ who, userId }) => who === 'user' && userId !== me)
  return typist ? { kind: 'typing', name: typist.name, text: '' } : null
}
