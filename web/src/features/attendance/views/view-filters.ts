import type { TicketView, ViewFilters } from '@recado/core/modules/ticket-views/contract'
import { activeFilters, type Filters, filtersToUrl, NO_FILTERS, type Tab } from '../list/filters.ts'

/** Filters as a view keeps them; those at rest are left out. */
export const toView = (filters: Filters): ViewFilters => ({
  ...activeFilters(filters),
  ...(filters.mine ? { mine: true } : {}),
  ...(filters.withoutQueue ? {} : { includeNotQueueDefined: false }),
})

export const fromView = ({ filters }: Pick<TicketView, 'filters'>): Filters => ({
  ...NO_FILTERS,
  search: filters.searchParam ?? '',
  queues: filters.queuesIds ?? [],
  tags: filters.tagsIds ?? [],
  channels: filters.whatsappIds ?? [],
  unread: filters.withUnreadMessages ?? false,
  unassigned: filters.isNotAssignedUser ?? false,
  mine: filters.mine ?? false,
  person: filters.useradmId ?? null,
  showAll: filters.showAll ?? false,
  withoutQueue: filters.includeNotQueueDefined ?? true,
})

const shape = (filters: Filters): string =>
  JSON.stringify({
    ...filters,
    search: filters.search.trim(),
    queues: filters.queues.toSorted(),
    tags: filters.tags.toSorted(),
    channels: filters.channels.toSorted(),
  })

/** Whether the list stands as the view has it. */
export const isShown = (view: Pick<TicketView, 'tab' | 'filters'>, tab: Tab, filters: Filters): boolean =>
  view.tab === tab && shape(fromView(view)) === shape(filters)

/** Where the view is: an address that names filters, so that those used last do not stand in for it. */
export function addressOf(view: Pick<TicketView, 'tab' | 'filters'>): string {
  const filters = fromView(view)
  const params = filtersToUrl(filters, new URLSearchParams())
  params.set('todos', filters.showAll ? '1' : '0')
  if (view.tab !== 'open') params.set('tab', view.tab)
  return `/atendimento?${params}`
}
