import { type Static, Type } from 'typebox'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'
import { TICKET_STATUSES, TicketFilters } from '../tickets/contract.ts'

export const TASK_KINDS = ['close', 'delete', 'pdf'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** `close` can go on from where it ended, to undoing and undone. */
export const TASK_STATES = ['running', 'done', 'undoing', 'undone', 'cancelled', 'failed'] as const
export type TaskState = (typeof TASK_STATES)[number]

const Named = Type.Object({ id: Id, name: Type.String() })

export const TicketTask = Type.Object({
  id: Id,
  kind: Type.Enum([...TASK_KINDS]),
  state: Type.Enum([...TASK_STATES]),
  /** Tickets; of a PDF messages. */
  total: Type.Integer(),
  /** Of `total`, in the present state. */
  done: Type.Integer(),
  /** Of what was done: closed, deleted, refused. Of an undo: reopened, left. Those that are zero may be absent. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** A code of the error catalogue. */
  error: Nullable(Type.String()),
  user: Nullable(Named),
  createdAt: Moment,
  finishedAt: Nullable(Moment),
  undoneAt: Nullable(Moment),
  undoneBy: Nullable(Named),
  isUndoable: Type.Boolean(),
  /** Of a PDF: whose conversation, and how many files there are by now. */
  ticketId: Nullable(Id),
  files: Type.Integer(),
})
export type TicketTask = Static<typeof TicketTask>

export const TicketTaskItem = Type.Object({
  line: Type.Integer(),
  ticketId: Id,
  protocol: Type.String(),
  /** Of the contact, as long as the ticket is there. */
  name: Nullable(Type.String()),
  outcome: Nullable(Type.Enum(['closed', 'deleted', 'refused'])),
  undo: Nullable(Type.Enum(['reopened', 'left'])),
  problem: Nullable(Type.String()),
  /** The problem as a sentence in the caller's language. */
  why: Nullable(Type.String()),
})
export type TicketTaskItem = Static<typeof TicketTaskItem>

/** At once by id; more are chosen by a filter. */
export const MAX_IDS = 500

const Filter = Type.Object({
  ...TicketFilters,
  /** False keeps to what the list shows to somebody with queues of their own; the whole company when absent. */
  showAll: TicketFilters.showAll,
  status: Type.Optional(Type.Array(Type.Enum([...TICKET_STATUSES]), { maxItems: 3 })),
  /** Whose they are. */
  userIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  /** Last message before this moment. */
  olderThan: Type.Optional(Moment),
})

/** Which tickets: some by id, or all that a filter of the list finds. */
const selection = {
  ticketIds: Type.Optional(Type.Array(Id, { maxItems: MAX_IDS })),
  filter: Type.Optional(Filter),
  /** How many the person saw; another number refuses the whole. */
  expected: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
}

export const TicketSelection = Type.Object(selection)
export type TicketSelection = Static<typeof TicketSelection>

export const CloseTickets = Type.Object({
  ...selection,
  closingReasonId: Type.Optional(Nullable(Id)),
  /** Each customer gets the farewell of the channel; none unless asked for. */
  sendFarewellMessage: Type.Optional(Type.Boolean()),
})
export type CloseTickets = Static<typeof CloseTickets>

/** `count`: how many tickets were chosen. Few are done when this is answered, many go on by themselves. */
export const Begun = Type.Object({ message: Type.String(), count: Type.Integer(), task: TicketTask })
export type Begun = Static<typeof Begun>
