import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Colour, Done, Id, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'
import { TicketFilters } from '../tickets/contract.ts'

export const TICKET_TABS = ['open', 'pending', 'snoozed', 'closed', 'chatbot', 'groups'] as const
const Tab = Type.Enum([...TICKET_TABS])

/** Whose a view is. What it shows each person may see is decided anew for everybody. */
export const VIEW_SHARINGS = ['mine', 'team', 'all'] as const
export type ViewSharing = (typeof VIEW_SHARINGS)[number]

/** Filters of the list as somebody left them. */
export const ViewFilters = Type.Object({
  searchParam: TicketFilters.searchParam,
  showAll: TicketFilters.showAll,
  withUnreadMessages: TicketFilters.withUnreadMessages,
  isNotAssignedUser: TicketFilters.isNotAssignedUser,
  includeNotQueueDefined: TicketFilters.includeNotQueueDefined,
  queuesIds: TicketFilters.queuesIds,
  tagsIds: TicketFilters.tagsIds,
  whatsappIds: TicketFilters.whatsappIds,
  useradmId: TicketFilters.useradmId,
  /** The tickets of whoever looks. */
  mine: Type.Optional(Type.Boolean()),
})
export type ViewFilters = Static<typeof ViewFilters>

export const TicketView = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  tab: Tab,
  filters: ViewFilters,
  sharing: Type.Enum([...VIEW_SHARINGS]),
  team: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The caller may change and delete it. */
  mayEdit: Type.Boolean(),
  /** It is meant for the caller; admins get those of all teams too. */
  isForMe: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type TicketView = Static<typeof TicketView>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  tab: Tab,
  filters: ViewFilters,
}
const choices = {
  color: Type.Optional(Colour),
  /** Admins share with a team or with everybody. */
  sharing: Type.Optional(Type.Enum([...VIEW_SHARINGS])),
  /** Of a view shared with a team. */
  teamId: Type.Optional(Nullable(Id)),
}

export const TicketViewCreate = Type.Object({ ...fields, ...choices })
export type TicketViewCreate = Static<typeof TicketViewCreate>

export const TicketViewUpdate = Type.Object({ ...Type.Partial(Type.Object(fields)).properties, ...choices })
export type TicketViewUpdate = Static<typeof TicketViewUpdate>

const WRITE_ERRORS = ['ERR_TICKET_VIEW_NAME_EXISTS', 'ERR_NO_TEAM_FOUND'] as const

export const ticketViewsContract = defineContract('ticket-views', {
  list: {
    method: 'GET',
    path: '/ticket-views',
    auth: 'user',
    summary: 'Saved filters of the ticket list: shared ones first, then the caller’s own, in their order.',
    response: Type.Array(TicketView),
  },
  counts: {
    method: 'GET',
    path: '/ticket-views/counts',
    auth: 'user',
    summary: 'How many tickets each of the caller’s views holds; closed ones up to 1000.',
    response: Type.Array(Type.Object({ id: Id, count: Type.Integer() })),
  },
  create: {
    method: 'POST',
    path: '/ticket-views',
    auth: 'user',
    summary: 'Saves a filter under a name.',
    body: TicketViewCreate,
    response: TicketView,
    errors: [...WRITE_ERRORS, 'ERR_TICKET_VIEWS_FULL'],
  },
  reorder: {
    method: 'PUT',
    path: '/ticket-views/order',
    auth: 'user',
    summary: 'Puts views that the caller may change into this order.',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    response: Type.Array(TicketView),
    errors: ['ERR_NO_TICKET_VIEW_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/ticket-views/{id}',
    auth: 'user',
    summary: 'Changes a view: one’s own, or as an admin a shared one.',
    params: IdParams,
    body: TicketViewUpdate,
    response: TicketView,
    errors: [...WRITE_ERRORS, 'ERR_NO_TICKET_VIEW_FOUND', 'ERR_TICKET_VIEWS_FULL'],
  },
  remove: {
    method: 'DELETE',
    path: '/ticket-views/{id}',
    auth: 'user',
    summary: 'Deletes a view; its tickets stay.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_TICKET_VIEW_FOUND'],
  },
})
