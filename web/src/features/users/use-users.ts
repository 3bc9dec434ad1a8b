import { type User, usersContract } from '@recado/core/modules/users/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'

const { list, remove, resetTwoFactor } = usersContract.routes

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
