import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, Moment, Nullable, PageQuery, Uuid } from '../../platform/http/shapes.ts'
import { Media } from '../media/contract.ts'
import { MESSAGE_STATES } from '../messages/schemas.ts'

export const SCHEDULE_STATUSES = ['pending', 'sent', 'error'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const REPEAT_PERIODS = ['weekly', 'biweekly', 'monthly', 'bimonthly'] as const
export type RepeatPeriod = (typeof REPEAT_PERIODS)[number]

export const SCHEDULE_MAX_FILES = 10
export const MAX_REPEATS = 12

const Period = Type.Enum([...REPEAT_PERIODS])
const Repeats = Type.Integer({ minimum: 0, maximum: MAX_REPEATS })
const Body = Type.String({ maxLength: 4096 })
/** Uploaded before through POST /media; by id, or whole records of which the id counts. */
const Files = Type.Array(Type.Union([Uuid, Type.Object({ id: Uuid })]), { maxItems: SCHEDULE_MAX_FILES })

export const Schedule = Type.Object({
  id: Id,
  tenantId: Id,
  contactId: Id,
  contact: Type.Object({ id: Id, name: Type.String(), profilePicUrl: Nullable(Type.String()) }),
  whatsappId: Id,
  channel: Type.Object({ id: Id, name: Type.String(), type: Type.String() }),
  /** Who promised it. */
  userId: Nullable(Id),
  user: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Where it went. */
  ticketId: Nullable(Id),
  /** May speak of the conversation in variables, which are filled when it is sent: `{{firstName}}`. */
  body: Type.String(),
  medias: Type.Array(Media),
  scheduleDate: Moment,
  status: Type.Enum([...SCHEDULE_STATUSES]),
  /** How far its message got; null before it is sent. */
  messageState: Nullable(Type.Enum([...MESSAGE_STATES])),
  /** Why it was not sent, in the reader's language. */
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  /** Repetitions that come after this one. */
  repeatCount: Repeats,
  repeatPeriod: Nullable(Period),
  sentAt: Nullable(Moment),
  /** The caller may change or cancel it. */
  canChange: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Schedule = Static<typeof Schedule>

export const ScheduleCreate = Type.Object({
  contactId: Id,
  /** A ticket that the caller sees allows its own channel. */
  ticketId: Type.Optional(Nullable(Id)),
  whatsappId: Id,
  scheduleDate: Moment,
  body: Type.Optional(Body),
  medias: Type.Optional(Files),
  repeatCount: Type.Optional(Repeats),
  repeatPeriod: Type.Optional(Nullable(Period)),
})
export type ScheduleCreate = Static<typeof ScheduleCreate>

/** What is left out stays. */
export const ScheduleWrite = Type.Partial(Type.Omit(ScheduleCreate, ['contactId', 'ticketId']))
export type ScheduleWrite = Static<typeof ScheduleWrite>

export const ScheduleQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...SCHEDULE_STATUSES])),
  userId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  /** Of this ticket's contact, whoever promised it, for those who see the ticket. */
  ticketId: Type.Optional(Id),
  /** Scheduled for this moment or later, and before that one. */
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
})
export type ScheduleQuery = Static<typeof ScheduleQuery>

const WRITE_ERRORS = [
  'ERR_SCHEDULE_PAST',
  'ERR_SCHEDULE_REPEAT',
  'ERR_NO_WAPP_FOUND',
  'ERR_CREATING_TICKET',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_NO_CONTACT_FOUND',
  'ERR_MESSAGE_EMPTY',
  'ERR_MESSAGE_TOO_LONG',
  'ERR_MESSAGE_UNSUPPORTED',
  'ERR_NO_MEDIA_FOUND',
  'ERR_MEDIA_TOO_LARGE',
  'ERR_MEDIA_TYPE',
] as const

export const schedulesContract = defineContract('scheduled-messages', {
  list: {
    method: 'GET',
    path: '/schedule',
    auth: 'user',
    summary: 'Scheduled messages by date, 30 per page: one’s own; admins and supervisors see everybody’s.',
    query: ScheduleQuery,
    response: Type.Object({ schedules: Type.Array(Schedule), count: Type.Integer(), hasMore: Type.Boolean() }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/schedule',
    auth: 'user',
    summary: 'Has a message sent at a time, in the contact’s conversation, which it does not open.',
    body: ScheduleCreate,
    response: Schedule,
    errors: ['ERR_NO_TICKET_FOUND', ...WRITE_ERRORS],
  },
  update: {
    method: 'PUT',
    path: '/schedule/{id}',
    auth: 'user',
    summary: 'Changes what was not sent; one that could not be sent is tried again at its new date. Owner and admins.',
    params: IdParams,
    body: ScheduleWrite,
    response: Schedule,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', ...WRITE_ERRORS],
  },
  remove: {
    method: 'DELETE',
    path: '/schedule/{id}',
    auth: 'user',
    summary:
      'Cancels a scheduled message and its repetitions; of one that was sent, forgets the entry. Owner and admins.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT'],
  },
})
