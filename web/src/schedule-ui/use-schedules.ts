import { type Schedule, type ScheduleCreate, schedulesContract } from '@recado/core/modules/scheduled-messages/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askAnew } from '../lib/http/ask-anew.ts'
import { call } from '../lib/http/client.ts'
import { useRefetchOn, useServerEvent } from '../lib/socket/use-event.ts'

const KEY = ['schedules']
const { list, create, update, remove } = schedulesContract.routes

/** Lists follow what becomes of schedules, and of the messages that they were sent as. */
export function useFreshSchedules(): void {
  const client = useQueryClient()
  useRefetchOn(['schedule'], KEY)
  useServerEvent('ticketList', (event) => {
    if (event.type === 'chat:ack' && event.payload.sendType === 'schedule') askAnew(client, KEY)
  })
}

/** What is promised to the contact of a ticket: what waits first, soonest first, then the latest. */
export function useTicketSchedules(ticketId: number) {
  useFreshSchedules()
  return useQuery({
    queryKey: [...KEY, 'ticket', ticketId],
    queryFn: async ({ signal }) => {
      const { schedules } = await call(list, { query: { ticketId, pageSize: 50 }, signal, quiet: true })
      const waiting = schedules.filter((schedule) => schedule.status === 'pending').toReversed()
      return [...waiting, ...schedules.filter((schedule) => schedule.status !== 'pending')]
    },
  })
}

/** Throws what the server refuses, so that the form can show why. */
export function useSaveSchedule() {
  const client = useQueryClient()
  return async (id: number | null, values: ScheduleCreate): Promise<Schedule> => {
    const { contactId, ticketId, ...changes } = values
    const saved =
      id === null
        ? await call(create, { body: { contactId, ...(ticketId ? { ticketId } : {}), ...changes } })
        : await call(update, { params: { id }, body: changes })
    await client.invalidateQueries({ queryKey: KEY })
    return saved
  }
}

export function useCancelSchedule() {
  const client = useQueryClient()
  return async (id: number): Promise<void> => {
    await call(remove, { params: { id } })
    await client.invalidateQueries({ queryKey: KEY })
  }
}
