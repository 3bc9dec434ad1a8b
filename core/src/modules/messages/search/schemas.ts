import { type Static, Type } from 'typebox'
import { Id, Moment, Nullable, Uuid } from '../../../platform/http/shapes.ts'
import { TICKET_STATUSES } from '../../tickets/schemas.ts'

/** Letters or digits in a row that one word of a search must have. */
export const MIN_LETTERS = 3
export const MAX_PAGES = 20

export const MessageSearch = Type.Object({
  /**
   * Words, each of which the message must have somewhere; accents and case do not matter. One has three letters. Nothing
   * is found without.
   */
  searchParam: Type.Optional(Type.String({ maxLength: 100 })),
  /** Of this ticket alone. */
  ticketId: Type.Optional(Id),
  pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** `nextCursor` of the page before; wins over `pageNumber`. */
  cursor: Type.Optional(Type.String({ maxLength: 80 })),
})
export type MessageSearch = Static<typeof MessageSearch>

export const FoundMessage = Type.Object({
  id: Uuid,
  ticketId: Id,
  /** Place in its ticket. */
  seq: Type.Integer(),
  /** The part of the text around the first of the words. */
  body: Type.String(),
  createdAt: Moment,
  fromMe: Type.Boolean(),
  mediaType: Type.String(),
  sender: Nullable(Type.Object({ kind: Type.Enum(['contact', 'user', 'bot']), name: Type.String() })),
  contact: Type.Object({
    id: Id,
    name: Type.String(),
    number: Nullable(Type.String()),
    profilePicUrl: Nullable(Type.String()),
  }),
  whatsapp: Type.Object({ id: Id, name: Type.String(), type: Type.String() }),
  ticketStatus: Type.Enum([...TICKET_STATUSES]),
})
export type FoundMessage = Static<typeof FoundMessage>

export const FoundMessages = Type.Object({
  /** Newest first. */
  messages: Type.Array(FoundMessage),
  /** Of this page and those before it; all there are when `hasMore` is false. */
  count: Type.Integer(),
  /** There is more, or there may be: a search that takes long answers what it has, and goes on with `nextCursor`. */
  hasMore: Type.Boolean(),
  nextCursor: Nullable(Type.String()),
})
export type FoundMessages = Static<typeof FoundMessages>
