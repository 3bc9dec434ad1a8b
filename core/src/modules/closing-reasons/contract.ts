import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Colour, Done, Id, IdList, IdParams, Moment } from '../../platform/http/shapes.ts'

export const ClosingReason = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
  /** Offered for tickets of these queues; none: for every ticket. */
  queueIds: Type.Array(Id),
  createdAt: Moment,
  updatedAt: Moment,
})
export type ClosingReason = Static<typeof ClosingReason>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

/** `name` is needed when creating. */
export const ClosingReasonWrite = Type.Object({
  name: Type.Optional(Name),
  color: Type.Optional(Colour),
  isActive: Type.Optional(Type.Boolean()),
  /** Queues by id, or as whole records of which the id counts. */
  queues: Type.Optional(IdList),
})
export type ClosingReasonWrite = Static<typeof ClosingReasonWrite>

export const closingReasonsContract = defineContract('closing-reasons', {
  list: {
    method: 'GET',
    path: '/closing-reasons',
    auth: 'user',
    summary: 'Closing reasons by name; `isActive=true` leaves out the inactive ones.',
    query: Type.Object({ isActive: Type.Optional(Type.String({ maxLength: 10 })) }),
    response: Type.Array(ClosingReason),
  },
  create: {
    method: 'POST',
    path: '/closing-reasons',
    auth: 'admin',
    summary: 'Creates a closing reason.',
    body: ClosingReasonWrite,
    response: ClosingReason,
    errors: ['ERR_CLOSING_REASON_NAME_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/closing-reasons/{id}',
    auth: 'admin',
    summary: 'Changes a closing reason.',
    params: IdParams,
    body: ClosingReasonWrite,
    response: ClosingReason,
    errors: ['ERR_NO_CLOSING_REASON_FOUND', 'ERR_CLOSING_REASON_NAME_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/closing-reasons/{id}',
    auth: 'admin',
    summary: 'Deletes a closing reason that no ticket was closed with; such a one can only be made inactive.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_CLOSING_REASON_FOUND', 'ERR_CLOSING_REASON_IN_USE'],
  },
})
