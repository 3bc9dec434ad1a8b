import { type ScheduleQuery, schedulesContract } from '@recado/core/modules/scheduled-messages/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useFreshSchedules } from '../../schedule-ui/use-schedules.ts'

/** By date, page after page. */
export function useSchedules(filters: Pick<ScheduleQuery, 'searchParam' | 'status' | 'userId'>) {
  useFreshSchedules()
  return useInfiniteQuery({
    queryKey: ['schedules', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      call(schedulesContract.routes.list, { query: { ...filters, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}
