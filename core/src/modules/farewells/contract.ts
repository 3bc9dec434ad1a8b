import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdList, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'

export const Farewell = Type.Object({
  id: Id,
  /** What agents choose it by; empty for its first words. */
  name: Type.String(),
  /** May speak of the conversation in variables: `{{firstName}}`. */
  message: Type.String(),
  /** Everybody may choose it, not its owner alone. */
  showAll: Type.Boolean(),
  /** Offered for tickets of these queues; none: for every ticket. */
  queueIds: Type.Array(Id),
  userId: Nullable(Id),
  user: Nullable(Type.Object({ id: Id, name: Type.String() })),
  tenantId: Id,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Farewell = Static<typeof Farewell>

const message = Type.String({ minLength: 1, maxLength: 4096, pattern: '\\S' })
const more = {
  name: Type.Optional(Type.String({ maxLength: 60 })),
  showAll: Type.Optional(Type.Boolean()),
  /** Queues by id, or as whole records of which the id counts. */
  queues: Type.Optional(IdList),
}

export const FarewellCreate = Type.Object({ message, ...more })
export type FarewellCreate = Static<typeof FarewellCreate>

/** What is left out stays. */
export const FarewellWrite = Type.Object({ message: Type.Optional(message), ...more })
export type FarewellWrite = Static<typeof FarewellWrite>

export const farewellsContract = defineContract('farewells', {
  list: {
    method: 'GET',
    path: '/farewell',
    auth: 'user',
    summary: 'The own farewell messages and those shown to all, by id.',
    response: Type.Array(Farewell),
  },
  create: {
    method: 'POST',
    path: '/farewell',
    auth: 'user',
    summary: 'Creates a farewell message, to be chosen when a ticket is resolved.',
    body: FarewellCreate,
    response: Farewell,
    errors: ['ERR_NO_QUEUE_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/farewell/{id}',
    auth: 'user',
    summary: 'Changes a farewell message: one’s own, admins any that they see.',
    params: IdParams,
    body: FarewellWrite,
    response: Farewell,
    errors: ['ERR_NO_FAREWELL_FOUND', 'ERR_NO_QUEUE_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/farewell/{id}',
    auth: 'user',
    summary: 'Deletes a farewell message: one’s own, admins any that they see.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_FAREWELL_FOUND'],
  },
})
