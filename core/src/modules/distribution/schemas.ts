import { type Static, Type } from 'typebox'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'
import { Distribution } from '../queues/contract.ts'

/** Why somebody does not get a ticket, the first that holds. */
export const REASONS = [
  'inactive',
  /** Only agents are given tickets of a queue. */
  'profile',
  'notMember',
  'noChannel',
  'offline',
  'outsideHours',
  'doNotDisturb',
  /** They gave this ticket back. */
  'returned',
  'full',
] as const
export type Reason = (typeof REASONS)[number]

export const Candidate = Type.Object({
  userId: Id,
  name: Type.String(),
  /** Null: they could have it now. */
  reason: Nullable(Type.Enum([...REASONS])),
  /** Their place among those who could have it; in random mode all have the first. */
  place: Nullable(Type.Integer()),
  /** Open tickets, and how many they are given at most. */
  open: Type.Integer(),
  capacity: Nullable(Type.Integer()),
  /** The same within the queue. */
  openInQueue: Type.Integer(),
  queueCapacity: Nullable(Type.Integer()),
})
export type Candidate = Static<typeof Candidate>

/** How a ticket stands with the rule that gives tickets to people. */
export const ASSIGNMENT_STATES = [
  'closed',
  'assigned',
  'snoozed',
  'flow',
  'group',
  'noQueue',
  'queueInactive',
  'off',
  /** Written from the phone alone: nobody waits for an answer. */
  'answered',
  /** Somebody could have it and gets it in a moment. */
  'due',
  'nobody',
] as const

export const Assignment = Type.Object({
  state: Type.Enum([...ASSIGNMENT_STATES]),
  /** `wallet`: the contact belongs to somebody, who alone gets its tickets. */
  by: Nullable(Type.Union([Distribution, Type.Literal('wallet')])),
  waitingSince: Nullable(Moment),
  /** Tickets of the queue that come first. */
  ahead: Nullable(Type.Integer()),
  candidates: Type.Array(Candidate),
})
export type Assignment = Static<typeof Assignment>

export const PreviewQuery = Type.Object({
  /** As the queue would have them; what is absent is taken from the queue as it is, `company` from the company. */
  distribution: Type.Optional(Type.Union([Distribution, Type.Literal('company')])),
  agentCapacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
})
export type PreviewQuery = Static<typeof PreviewQuery>

export const Preview = Type.Object({
  distribution: Distribution,
  /** Tickets that wait in the queue, and the one that comes first. */
  waiting: Type.Integer(),
  ticketId: Nullable(Id),
  candidates: Type.Array(Candidate),
})
export type Preview = Static<typeof Preview>
