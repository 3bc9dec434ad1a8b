import { type User, usersContract } from '@recado/core/modules/users/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'

const { list, remove, resetTwoFactor } = usersContract.routes
const EVERYBODY_PAGE = 100

/** Users by name, page after page. */
export function useUsers(searchParam: string) {
  useRefetchOn(['user', 'users'], ['users'])
  return useInfiniteQuery({
    queryKey: ['users', { searchParam }],
    queryFn: ({ pageParam, signal }) => call(list, { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => call(remove, { params: { id: user.id } }),
    onSuccess: () => toast.success(i18n.t('common:deleted')),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
    meta: { handled: true },
  })
}

/** Everybody of the company, for picking people: the list goes by pages. */
export function useEverybody() {
  useRefetchOn(['user'], ['users'])
  return useQuery({
    queryKey: ['users', 'everybody'],
    queryFn: async ({ signal }) => {
      const everybody: User[] = []
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = await call(list, { query: { pageNumber, pageSize: EVERYBODY_PAGE }, signal })
        everybody.push(...page.users)
        if (!page.hasMore) return everybody
      }
    },
  })
}

/** For somebody whose telephone is lost. */
export function useResetTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => call(resetTwoFactor, { params: { id: user.id } }),
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
    meta: { handled: true },
  })
}
