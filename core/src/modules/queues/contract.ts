import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Colour, Done, Id, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'

/**
 * How waiting tickets find a person: not at all, any of those who are free, who has the fewest open tickets, or who has
 * waited longest for one (first in, first out).
 */
export const DISTRIBUTIONS = ['off', 'random', 'balanced', 'fifo'] as const
export const Distribution = Type.Enum([...DISTRIBUTIONS])
export type Distribution = Static<typeof Distribution>

/** `queue` and `name` are the same; the ancestors' clients read `queue`. */
export const Queue = Type.Object({
  id: Id,
  queue: Type.String(),
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
  userId: Nullable(Id),
  tenantId: Id,
  /** A message that is exactly one of these moves the ticket here. */
  transferKeywords: Type.Array(Type.String()),
  fallbackQueueId: Nullable(Id),
  checkOnlineUsers: Type.Boolean(),
  greetingMessage: Type.String(),
  transferMessage: Type.String(),
  noUsersMessage: Type.String(),
  /** As of channels, whose own they override; null leaves it to them. */
  autoCloseMinutes: Nullable(Type.Integer()),
  autoPendingMinutes: Nullable(Type.Integer()),
  /** Who gets its tickets; null leaves it to the company's setting. */
  distribution: Nullable(Distribution),
  /** Open tickets of this queue that one person is given at most; null or 0: any number. */
  agentCapacity: Nullable(Type.Integer()),
  /** Its tickets go before those of other queues that wait up to so much longer. */
  headStartMinutes: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Queue = Static<typeof Queue>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Text = Type.String({ maxLength: 4096 })
const Minutes = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 43_200 })))

/** One of `queue` and `name` is needed when creating; absent fields stay as they are when changing. */
export const QueueWrite = Type.Object({
  queue: Type.Optional(Name),
  name: Type.Optional(Name),
  color: Type.Optional(Colour),
  isActive: Type.Optional(Type.Boolean()),
  transferKeywords: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
  fallbackQueueId: Type.Optional(Nullable(Id)),
  checkOnlineUsers: Type.Optional(Type.Boolean()),
  greetingMessage: Type.Optional(Text),
  transferMessage: Type.Optional(Text),
  noUsersMessage: Type.Optional(Text),
  autoCloseMinutes: Minutes,
  autoPendingMinutes: Minutes,
  distribution: Type.Optional(Nullable(Distribution)),
  agentCapacity: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1000 }))),
  headStartMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1440 })),
})
export type QueueWrite = Static<typeof QueueWrite>

export const queuesContract = defineContract('queues', {
  list: {
    method: 'GET',
    path: '/queue',
    auth: 'user',
    summary: 'All queues by name.',
    response: Type.Array(Queue),
  },
  create: {
    method: 'POST',
    path: '/queue',
    auth: 'admin',
    summary: 'Creates a queue.',
    body: QueueWrite,
    response: Queue,
    errors: ['ERR_QUEUE_NAME_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/queue/{id}',
    auth: 'admin',
    summary: 'Changes a queue.',
    params: IdParams,
    body: QueueWrite,
    response: Queue,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_NAME_EXISTS'],
  },
  remove: {
    method: 'DELETE',
    path: '/queue/{id}',
    auth: 'admin',
    summary: 'Deletes a queue that no ticket refers to.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_TICKET_EXISTS'],
  },
})
