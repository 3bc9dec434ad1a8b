import { type TicketTask, ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../lib/http/client.ts'
import { useRefetchOn } from '../lib/socket/use-event.ts'

const { routes } = ticketTasksContract

/** Milliseconds: a word of progress may get lost, so what is under way is looked at again. */
const AGAIN = 5000

export const isActive = ({ state }: Pick<TicketTask, 'state'>): boolean => state === 'running' || state === 'undoing'

/** One piece of work, followed while it goes on. */
export function useTicketTask(id: number) {
  useRefetchOn(['ticketTask'], ['ticket-tasks'])
  return useQuery({
    queryKey: ['ticket-tasks', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id }, signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? AGAIN : false),
  })
}

export function useTicketTasks() {
  useRefetchOn(['ticketTask'], ['ticket-tasks'])
  return useInfiniteQuery({
    queryKey: ['ticket-tasks', 'list'],
    queryFn: ({ pageParam, signal }) => call(routes.list, { query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
  })
}

/** Tickets of a task as they are in its present state; those with a problem, or all. */
export const useTaskItems = (task: TicketTask, trouble: boolean) =>
  useInfiniteQuery({
    queryKey: ['ticket-tasks', task.id, 'items', task.state, trouble],
    queryFn: ({ pageParam, signal }) => {
      const query = { pageNumber: pageParam, ...(trouble ? { trouble } : {}) }
      return call(routes.items, { params: { id: task.id }, query, signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
