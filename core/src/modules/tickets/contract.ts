import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, Nullable } from '../../platform/http/shapes.ts'
import {
  Ticket,
  TicketCountQuery,
  TicketCounts,
  TicketCreate,
  TicketLog,
  TicketQuery,
  TicketRow,
  TicketUpdate,
} from './schemas.ts'

export * from './schemas.ts'

/** 409 `ERR_OTHER_OPEN_TICKET` carries the existing ticket as JSON text in `error`, of this shape. */
export const TicketConflict = Type.Object({
  id: Id,
  status: Type.String(),
  userId: Nullable(Id),
  queueId: Nullable(Id),
  chatFlowId: Nullable(Id),
  userName: Nullable(Type.String()),
  queueName: Nullable(Type.String()),
  reason: Type.Enum(['exists', 'assignedUser', 'assignedQueue', 'openNoQueue', 'inChatbot']),
})

const CREATE_ERRORS = [
  'ERR_CREATING_TICKET',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_WAPP_INVALID_CONTACT',
] as const

export const ticketsContract = defineContract('tickets', {
  list: {
    method: 'GET',
    path: '/tickets',
    auth: 'user',
    summary: 'Visible tickets by last message, newest first, 30 per page.',
    query: TicketQuery,
    response: Type.Object({
      tickets: Type.Array(TicketRow),
      count: Type.Integer(),
      hasMore: Type.Boolean(),
      nextCursor: Nullable(Type.String()),
    }),
    errors: ['ERR_NO_STATUS_SELECTED', 'ERR_TOO_MANY_PAGES'],
  },
  counts: {
    method: 'GET',
    path: '/user/counttickets',
    auth: 'user',
    summary: 'How many visible tickets each tab holds, under the same filters as the list.',
    query: TicketCountQuery,
    response: TicketCounts,
  },
  get: {
    method: 'GET',
    path: '/tickets/{id}',
    auth: 'user',
    summary: 'One ticket. Query fields are ignored: clients send the whole list row.',
    params: IdParams,
    response: Type.Object({ ...Ticket.properties, scheduledMessages: Type.Array(Type.Unknown()) }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  logs: {
    method: 'GET',
    path: '/tickets/{id}/logs',
    auth: 'user',
    summary: 'What happened to a ticket, newest first.',
    params: IdParams,
    response: Type.Array(TicketLog),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/tickets/new',
    auth: 'user',
    summary: 'Opens a ticket to write first.',
    body: TicketCreate,
    response: Ticket,
    errors: CREATE_ERRORS,
  },
  createAlias: {
    method: 'POST',
    path: '/tickets',
    auth: 'user',
    summary: 'The same as /tickets/new.',
    body: TicketCreate,
    response: Ticket,
    errors: CREATE_ERRORS,
  },
  update: {
    method: 'PUT',
    path: '/tickets/{id}',
    auth: 'user',
    summary: 'Accepts, returns, puts aside, resolves, reopens or transfers a ticket.',
    params: IdParams,
    body: TicketUpdate,
    response: Ticket,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_STATE',
      'ERR_TICKET_TAKEN',
      'ERR_TICKET_TOO_OLD',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TRANSFER_TARGET',
      'ERR_CLOSING_REASON_REQUIRED',
      'ERR_NO_CLOSING_REASON_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
    ],
  },
  read: {
    method: 'POST',
    path: '/tickets/{id}/read',
    auth: 'user',
    summary: 'Marks the messages up to `seq` (all when absent) as read and tells the customer’s app.',
    params: IdParams,
    body: Type.Object({ seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })) }),
    response: Type.Object({ unreadMessages: Type.Integer() }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/tickets/{id}',
    auth: 'admin',
    summary: 'Deletes a ticket with its messages.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
})
