import type { TicketCountQuery, TicketQuery } from '@recado/core/modules/tickets/contract'

export const TABS = ['open', 'pending', 'snoozed', 'closed', 'chatbot', 'groups'] as const
export type Tab = (typeof TABS)[number]

export const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text)

/** What narrows the list beside the tab (specification §3, chat-filter default). */
export interface Filters {
  search: string
  queues: number[]
  tags: number[]
  channels: number[]
  unread: boolean
  unassigned: boolean
  mine: boolean
  /** Whose tickets; null for everybody's. Only who leads people chooses. */
  person: number | null
  showAll: boolean
  /** Tickets that are in no queue yet. */
  withoutQueue: boolean
}

export const NO_FILTERS: Filters = {
  search: '',
  queues: [],
  tags: [],
  channels: [],
  unread: false,
  unassigned: false,
  mine: false,
  person: null,
  showAll: false,
  withoutQueue: true,
}

/** What a choice makes of the filters: those that cannot hold at once give way to it. */
export function changed(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, ...change }
  if (change.person) return { ...next, mine: false, unassigned: false }
  if (change.mine) return { ...next, person: null, unassigned: false }
  if (change.unassigned) return { ...next, person: null, mine: false }
  return next
}

const NAMES = {
  search: 'busca',
  queues: 'filas',
  tags: 'etiquetas',
  channels: 'canais',
  unread: 'naolidas',
  unassigned: 'semresponsavel',
  mine: 'meus',
  person: 'pessoa',
  showAll: 'todos',
  withoutQueue: 'semfila',
} as const satisfies Record<keyof Filters, string>

const LISTS = ['queues', 'tags', 'channels'] as const
const SWITCHES = ['unread', 'unassigned', 'mine', 'showAll', 'withoutQueue'] as const
export type ListFilter = (typeof LISTS)[number]
export type SwitchFilter = (typeof SWITCHES)[number]

const idsIn = (text: string | null): number[] =>
  (text ?? '')
    .split('.')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)

export function filtersFromUrl(params: URLSearchParams): Filters {
  const filters: Filters = { ...NO_FILTERS, search: params.get(NAMES.search) ?? '' }
  for (const name of LISTS) filters[name] = idsIn(params.get(NAMES[name]))
  for (const name of SWITCHES) {
    const text = params.get(NAMES[name])
    if (text === '1' || text === '0') filters[name] = text === '1'
  }
  filters.person = idsIn(params.get(NAMES.person))[0] ?? null
  return filters
}

/** The address with these filters; whatever stands at its default stays out of it. */
export function filtersToUrl(filters: Filters, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: keyof Filters, text: string, isDefault: boolean) =>
    isDefault ? next.delete(NAMES[name]) : next.set(NAMES[name], text)
  set('search', filters.search, filters.search === '')
  set('person', String(filters.person), filters.person === null)
  for (const name of LISTS) set(name, filters[name].join('.'), filters[name].length === 0)
  for (const name of SWITCHES) set(name, filters[name] ? '1' : '0', filters[name] === NO_FILTERS[name])
  return next
}

export const hasFiltersInUrl = (params: URLSearchParams): boolean =>
  Object.values(NAMES).some((name) => params.has(name))

/** How many of them narrow or widen the list, the search aside. */
export const countActive = (filters: Filters): number =>
  LISTS.reduce((sum, name) => sum + filters[name].length, 0) +
  SWITCHES.filter((name) => filters[name] !== NO_FILTERS[name]).length +
  (filters.person === null ? 0 : 1)

const idList = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id) && Number(id) > 0) : []

/** From `configs.filtrosAtendimento`, which clients of the ancestors write too. The search is not remembered. */
export function filtersFromConfigs(stored: unknown, userId: number): Filters {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS
  const saved = stored as Record<string, unknown>
  return {
    search: '',
    queues: idList(saved.queuesIds),
    tags: idList(saved.tagsIds),
    channels: idList(saved.whatsappIds),
    unread: saved.withUnreadMessages === true,
    unassigned: saved.isNotAssignedUser === true,
    mine: saved.useradmId === userId,
    person: saved.useradmId === userId ? null : (idList([saved.useradmId])[0] ?? null),
    showAll: saved.showAll === true,
    withoutQueue: saved.includeNotQueueDefined !== false,
  }
}

export const filtersToConfigs = (filters: Filters, userId: number): Record<string, unknown> => ({
  searchParam: '',
  pageNumber: 1,
  status: ['open', 'pending'],
  count: null,
  queuesIds: filters.queues,
  tagsIds: filters.tags,
  whatsappIds: filters.channels,
  withUnreadMessages: filters.unread,
  isNotAssignedUser: filters.unassigned,
  useradmId: filters.mine ? userId : filters.person,
  showAll: filters.showAll,
  includeNotQueueDefined: filters.withoutQueue,
})

/** Filters that say the same in queries and in saved views; those at rest are left out. */
export function activeFilters(filters: Filters) {
  const search = filters.search.trim()
  return {
    ...(search ? { searchParam: search } : {}),
    ...(filters.queues.length > 0 ? { queuesIds: filters.queues } : {}),
    ...(filters.tags.length > 0 ? { tagsIds: filters.tags } : {}),
    ...(filters.channels.length > 0 ? { whatsappIds: filters.channels } : {}),
    ...(filters.unread ? { withUnreadMessages: true } : {}),
    ...(filters.unassigned ? { isNotAssignedUser: true } : {}),
    ...(filters.showAll ? { showAll: true } : {}),
    ...(filters.person === null ? {} : { useradmId: filters.person }),
  }
}

/** The part of a query that list and counts share. */
export const countQuery = (filters: Filters, userId: number): TicketCountQuery => ({
  ...activeFilters(filters),
  ...(filters.mine ? { useradmId: userId } : {}),
  includeNotQueueDefined: filters.withoutQueue,
})

const SCOPES: Record<Tab, Pick<TicketQuery, 'status' | 'isGroup' | 'inBot' | 'snoozed'>> = {
  open: { status: ['open'], isGroup: false, inBot: false },
  pending: { status: ['pending'], isGroup: false, inBot: false, snoozed: false },
  snoozed: { status: ['pending'], isGroup: false, inBot: false, snoozed: true },
  closed: { status: ['closed'], isGroup: false },
  chatbot: { status: ['open', 'pending'], isGroup: false, inBot: true },
  groups: { status: ['open', 'pending'], isGroup: true },
}

export const listQuery = (tab: Tab, filters: Filters, userId: number): TicketQuery => ({
  ...countQuery(filters, userId),
  ...SCOPES[tab],
})
