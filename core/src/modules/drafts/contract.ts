import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Id, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'

/** Longer ones stay in the browser in which they are written. */
export const MAX_DRAFT_LENGTH = 8_000
/** Of one person; the oldest go. */
export const MAX_DRAFTS = 100

/** What the caller has written in a ticket and not sent. */
export const Draft = Type.Object({
  ticketId: Id,
  /** A note for the colleagues, beside what is written to the customer. */
  isNote: Type.Boolean(),
  /** Empty, with no message to answer: it was sent or thrown away at `writtenAt`. */
  body: Type.String(),
  /** The message that it answers. */
  quotedMsgId: Nullable(Uuid),
  writtenAt: Moment,
})
export type Draft = Static<typeof Draft>

export const DraftWrite = Type.Object({
  body: Type.String({ maxLength: MAX_DRAFT_LENGTH }),
  isNote: Type.Optional(Type.Boolean()),
  quotedMsgId: Type.Optional(Nullable(Uuid)),
  /** Milliseconds since it was written, for a browser that was offline or whose clock is wrong. */
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 * 86_400_000 })),
})
export type DraftWrite = Static<typeof DraftWrite>

export const draftsContract = defineContract('drafts', {
  list: {
    method: 'GET',
    path: '/drafts',
    auth: 'user',
    summary: 'The caller’s drafts in tickets that they see, newest first, and when others were sent or thrown away.',
    response: Type.Array(Draft),
  },
  save: {
    method: 'PUT',
    path: '/drafts/{ticketId}',
    auth: 'user',
    summary: 'Keeps what was written; an empty one throws the draft away. Answers the newest there is.',
    params: Type.Object({ ticketId: Id }),
    body: DraftWrite,
    response: Draft,
    errors: ['ERR_NO_TICKET_FOUND'],
    rate: { max: 240, seconds: 60 },
  },
})
