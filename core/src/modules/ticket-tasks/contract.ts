import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Id, IdParams, Streamed } from '../../platform/http/shapes.ts'
import { Begun, CloseTickets, TicketSelection, TicketTask, TicketTaskItem } from './schemas.ts'

export * from './schemas.ts'

const SELECTION_ERRORS = [
  'ERR_NO_TICKET_FOUND',
  'ERR_TICKET_SELECTION',
  'ERR_TICKET_SELECTION_EMPTY',
  'ERR_TICKET_SELECTION_LARGE',
  'ERR_TICKET_TASKS_BUSY',
] as const
const TASK_ERRORS = ['ERR_NO_TICKET_TASK_FOUND', 'ERR_TICKET_TASK_STATE'] as const

const page = { pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }

export const ticketTasksContract = defineContract('ticket-tasks', {
  close: {
    method: 'POST',
    path: '/tickets/close-tickets',
    auth: 'admin',
    summary: 'Closes many tickets, without asking for ratings; those that cannot be closed are told with the reason.',
    body: CloseTickets,
    response: Begun,
    errors: [...SELECTION_ERRORS, 'ERR_NO_CLOSING_REASON_FOUND', 'ERR_CLOSING_REASON_REQUIRED'],
    timeoutMs: 60_000,
  },
  remove: {
    method: 'POST',
    path: '/tickets/del-tickets',
    auth: 'admin',
    summary: 'Deletes many tickets with their messages. It cannot be undone.',
    body: TicketSelection,
    response: Begun,
    errors: SELECTION_ERRORS,
    timeoutMs: 60_000,
  },
  list: {
    method: 'GET',
    path: '/tickets/tasks',
    auth: 'admin',
    summary: 'Work on many tickets, newest first, 30 per page.',
    query: Type.Object(page),
    response: Type.Object({ tasks: Type.Array(TicketTask), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  get: {
    method: 'GET',
    path: '/tickets/tasks/{id}',
    auth: 'user',
    summary: 'How far a task is. Admins see all, others their own.',
    params: IdParams,
    response: TicketTask,
    errors: ['ERR_NO_TICKET_TASK_FOUND'],
  },
  items: {
    method: 'GET',
    path: '/tickets/tasks/{id}/items',
    auth: 'admin',
    summary: 'Tickets of a task, 50 per page; `trouble` chooses those with a problem.',
    params: IdParams,
    query: Type.Object({ ...page, trouble: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ items: Type.Array(TicketTaskItem), count: Type.Integer(), hasMore: Type.Boolean() }),
    errors: ['ERR_NO_TICKET_TASK_FOUND'],
  },
  cancel: {
    method: 'POST',
    path: '/tickets/tasks/{id}/cancel',
    auth: 'user',
    summary: 'Stops a task; what it did so far stays. Admins any, others their own.',
    params: IdParams,
    response: TicketTask,
    errors: TASK_ERRORS,
  },
  undo: {
    method: 'POST',
    path: '/tickets/tasks/{id}/undo',
    auth: 'admin',
    summary: 'Opens again what a task closed, as far as nobody has changed it since.',
    params: IdParams,
    response: TicketTask,
    errors: [...TASK_ERRORS, 'ERR_TICKET_TASKS_BUSY'],
  },
  pdf: {
    method: 'GET',
    path: '/messages/pdf/{ticketId}',
    auth: 'user',
    summary:
      'The conversation as PDF. Of a very long one it begins to make the files instead: 202 with the task, and a ' +
      'notification when they are ready.',
    params: Type.Object({ ticketId: Id }),
    response: TicketTask,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_TASKS_BUSY'],
    timeoutMs: 480_000,
    rate: { max: 20, seconds: 60 },
  },
  file: {
    method: 'GET',
    path: '/tickets/tasks/{id}/files/{part}',
    auth: 'user',
    summary: 'A finished file of a long conversation, for whoever asked for it and still sees the ticket.',
    params: Type.Object({ id: Id, part: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
    response: Streamed,
    errors: ['ERR_NO_TICKET_TASK_FOUND', 'ERR_NO_MEDIA_FOUND'],
    timeoutMs: 240_000,
  },
})
