import { type Priority, type Task, type TaskStatus, tasksContract } from '@recado/core/modules/tasks/contract'
import { teamsContract } from '@recado/core/modules/teams/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEverybody } from '../../entities/everybody.ts'
import { call } from '../../lib/http/client.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'

const { list, get, update, remove } = tasksContract.routes

export interface TaskFilter {
  searchParam: string
  status: TaskStatus | null
  priority: Priority | null
  userId: number | null
  teamId: number | null
}

const KEY = ['tasks']

/** Tasks by their limit, page after page; the first page has the counts of each state. */
export function useTasks({ searchParam, status, priority, userId, teamId }: TaskFilter) {
  useRefetchOn(['task', 'team'], KEY)
  return useInfiniteQuery({
    queryKey: [...KEY, { searchParam, status, priority, userId, teamId }],
    queryFn: ({ pageParam, signal }) => {
      const chosen = {
        ...(status && { status }),
        ...(priority && { priority }),
        ...(userId && { userId }),
        ...(teamId && { teamId }),
      }
      return call(list, { query: { searchParam, pageNumber: pageParam, ...chosen }, signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** One that a link names and that is on none of the pages. */
export const useTask = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => call(get, { params: { id }, signal }),
    enabled: enabled && id > 0,
    retry: false,
  })

/** Everybody who can be given a task. */
export function usePeople() {
  const { data } = useEverybody()
  return { data: data?.filter(({ isActive }) => isActive) }
}

export const useTeams = () =>
  useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => call(teamsContract.routes.list, { signal, quiet: true }),
    select: (teams) => teams.filter(({ isActive }) => isActive),
  })

/** Says what was done, with the way back. */
export function useFinish() {
  const client = useQueryClient()
  const finish = useMutation({
    mutationFn: ({ task, finished }: { task: Task; finished: boolean }) =>
      call(update, { params: { id: task.id }, body: { finished } }),
    onSuccess: (_, { task, finished }) => {
      const undo = { label: i18n.t('tasks:undo'), run: () => finish.mutate({ task, finished: !finished }) }
      toast.success(i18n.t(finished ? 'tasks:finishedNow' : 'tasks:reopenedNow'), { detail: task.name, action: undo })
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return finish.mutate
}

export function useRemoveTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (task: Task) => call(remove, { params: { id: task.id } }),
    onSuccess: () => toast.success(i18n.t('common:deleted')),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    meta: { handled: true },
  })
}
