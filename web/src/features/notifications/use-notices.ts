import { type Notification, notificationsContract } from '@recado/core/modules/notifications/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notices } from '../../entities/notices.ts'
import { call } from '../../lib/http/client.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'

const { list, read, readAll } = notificationsContract.routes

const KEY = ['notifications']

/** The newest first, page after page. */
export function useNotices(onlyUnread: boolean) {
  useRefetchOn(['notification'], KEY)
  const query = useInfiniteQuery({
    queryKey: [...KEY, { onlyUnread }],
    queryFn: ({ pageParam, signal }) =>
      call(list, { query: { pageNumber: pageParam, ...(onlyUnread ? { unread: true } : {}) }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const unread = query.data?.pages[0]?.unread
  useEffect(() => {
    if (unread !== undefined) notices.setUnread(unread)
  }, [unread])
  return query
}

/** Read, here at once: the number falls before the server has answered. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (notice: Notification) => call(read, { params: { id: notice.id } }),
    onMutate: (notice) => {
      if (notice.readAt === null) notices.setUnread(Math.max(0, notices.unread - 1))
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  }).mutate
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(readAll),
    onMutate: () => notices.setUnread(0),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  }).mutate
}
