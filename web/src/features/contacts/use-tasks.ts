import {
  type ContactTask,
  contactTasksContract,
  type ImportTask,
  type ItemAction,
} from '@recado/core/modules/contact-tasks/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'

const { routes } = contactTasksContract

/** Milliseconds: a word of progress may get lost, so what is under way is looked at again. */
const AGAIN = 5000

export const isActive = ({ state }: ContactTask): boolean =>
  state === 'checking' || state === 'running' || state === 'undoing'

/** One piece of work, followed while it goes on. */
export function useTask(id: number | null) {
  useRefetchOn(['contactTask'], ['contact-tasks'])
  return useQuery({
    queryKey: ['contact-tasks', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id: id ?? 0 }, signal, quiet: true }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isActive(state.data as ImportTask) ? AGAIN : false),
  })
}

export function useTasks() {
  useRefetchOn(['contactTask'], ['contact-tasks'])
  return useInfiniteQuery({
    queryKey: ['contact-tasks', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(routes.list, { query: { pageNumber: pageParam, kinds: ['import', 'sync', 'delete'] }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
  })
}

export type ItemFilter = ItemAction | 'trouble' | 'all'

/** Lines of a task as they are in its present state. */
export const useItems = (task: ContactTask, filter: ItemFilter) =>
  useInfiniteQuery({
    queryKey: ['contact-tasks', task.id, 'items', task.state, filter],
    queryFn: ({ pageParam, signal }) => {
      const chosen = filter === 'all' ? {} : filter === 'trouble' ? { trouble: true } : { action: filter }
      return call(routes.items, { params: { id: task.id }, query: { ...chosen, pageNumber: pageParam }, signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
