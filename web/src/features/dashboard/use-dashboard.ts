import { dashboardContract, type Figure } from '@recado/core/modules/dashboard/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useRefetchEvery } from '../../lib/socket/use-event.ts'
import type { Days } from './periods.ts'

const { live, period, tickets, panel, panelTickets } = dashboardContract.routes

/** 0 stands for none; empty for all. */
export interface Narrowing {
  queuesIds: number[]
  whatsappIds: number[]
  userIds: number[]
}

/** What a number counts. */
export interface Asked extends Partial<Narrowing> {
  figure: Figure
  /** Head of the list. */
  title: string
  days?: Days
  at?: string
  hour?: number
}

const NEWS = ['ticketList', 'ticket', 'queue', 'user', 'settings'] as const
const LIVE_MS = 3_000
/** Figures of a period take longer to count, and change less. */
const PERIOD_MS = 20_000
/** Waits grow without anything happening. */
const MINUTE = 60_000

export function useLive(narrowing: Narrowing) {
  useRefetchEvery(LIVE_MS, NEWS, ['dashboard', 'live'])
  return useQuery({
    queryKey: ['dashboard', 'live', narrowing],
    queryFn: ({ signal }) => call(live, { query: narrowing, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
}

export function usePeriod(days: Days | null, narrowing: Narrowing) {
  useRefetchEvery(PERIOD_MS, NEWS, ['dashboard', 'period'])
  return useQuery({
    queryKey: ['dashboard', 'period', days, narrowing],
    queryFn: ({ signal }) =>
      call(period, { query: { ...(days ?? { startDate: '', endDate: '' }), ...narrowing }, signal, quiet: true }),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  })
}

export function useRows({ title: _, days, ...asked }: Asked) {
  useRefetchEvery(LIVE_MS, NEWS, ['dashboard', 'rows'])
  return useInfiniteQuery({
    queryKey: ['dashboard', 'rows', days, asked],
    queryFn: ({ pageParam, signal }) =>
      call(tickets, { query: { ...asked, ...days, pageNumber: pageParam }, signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

export function usePanel() {
  useRefetchEvery(LIVE_MS, [...NEWS, 'users'], ['dashboard', 'panel'])
  return useQuery({
    queryKey: ['dashboard', 'panel'],
    queryFn: ({ signal }) => call(panel, { signal, quiet: true }),
    refetchInterval: MINUTE,
  })
}

export function usePanelTickets(isShown: boolean) {
  useRefetchEvery(LIVE_MS, NEWS, ['dashboard', 'panel-tickets'])
  return useQuery({
    queryKey: ['dashboard', 'panel-tickets'],
    queryFn: ({ signal }) => call(panelTickets, { query: {}, signal, quiet: true }),
    enabled: isShown,
    refetchInterval: MINUTE,
  })
}
