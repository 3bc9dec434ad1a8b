import { type HolidayWrite, type HoursOverview, hoursContract, type Week } from '@recado/core/modules/hours/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'
import { useCrud } from '../../lib/use-crud.ts'
import type { HoursPlace } from './places.ts'

const { routes } = hoursContract
const KEY = ['hours'] as const
const OVERVIEW = [...KEY, 'overview'] as const
const HOLIDAYS = ['holidays'] as const
const MINUTE = 60_000

export function useHours() {
  useRefetchOn(['hours', 'holiday', 'settings', 'whatsapp', 'queue'], KEY)
  return useQuery({ queryKey: OVERVIEW, queryFn: ({ signal }) => call(routes.overview, { signal }) })
}

export interface PlaceChange {
  week?: Week | null
  message?: string
}

export function useSavePlace({ level, id }: HoursPlace) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ week, message }: PlaceChange): Promise<HoursOverview> => {
      const body = { ...(week === undefined ? {} : { week }), ...(message === undefined ? {} : { message }) }
      if (level === 'channel' && id !== null) return call(routes.saveChannel, { params: { id }, body })
      if (level === 'queue' && id !== null) return call(routes.saveQueue, { params: { id }, body })
      return call(routes.saveCompany, {
        body: { ...(week ? { week } : {}), ...(message === undefined ? {} : { message }) },
      })
    },
    onSuccess: (overview) => {
      client.setQueryData(OVERVIEW, overview)
      void client.invalidateQueries({ queryKey: [...KEY, 'check'] })
      toast.success(i18n.t('common:saved'))
    },
    meta: { handled: true },
  })
}

/** What happens at a moment (`YYYY-MM-DDTHH:mm` on the company's clock), or now, which goes on. */
export function useHoursCheck(place: { channelId: number | null; queueId: number | null; at: string | null }) {
  const { channelId, queueId, at } = place
  return useQuery({
    queryKey: [...KEY, 'check', place],
    queryFn: ({ signal }) =>
      call(routes.check, {
        query: { channelId: channelId ?? undefined, queueId: queueId ?? undefined, at: at ?? undefined },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    ...(at === null ? { refetchInterval: MINUTE } : {}),
  })
}

export const useHolidays = () =>
  useCrud({
    queryKey: HOLIDAYS,
    list: (signal) => call(routes.holidays, { query: { type: undefined, id: undefined }, signal }),
    create: (body: HolidayWrite) => call(routes.createHoliday, { body }),
    update: (id, body) => call(routes.updateHoliday, { params: { id }, body }),
    remove: (id) => call(routes.removeHoliday, { params: { id } }),
    events: ['holiday', 'queue', 'whatsapp'],
  })

export function useNationalHolidays() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(routes.importNational),
    onSuccess: ({ created, holidays }) => {
      client.setQueryData(HOLIDAYS, holidays)
      toast.success(i18n.t('hours:holidays.imported', { count: created }))
    },
  })
}
