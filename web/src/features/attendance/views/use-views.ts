import { type TicketView, type TicketViewCreate, ticketViewsContract } from '@recado/core/modules/ticket-views/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/client.ts'
import { useRefetchEvery } from '../../../lib/socket/use-event.ts'
import { useCrud } from '../../../lib/use-crud.ts'

const { list, counts, create, update, reorder, remove } = ticketViewsContract.routes

export const VIEWS = ['ticket-views', 'list'] as const
const COUNTS = ['ticket-views', 'counts'] as const
/** Milliseconds between two countings, however many tickets change. */
const COUNT_EVERY = 3000

/** Saved filters, and what changes them. */
export function useViews() {
  const client = useQueryClient()
  const crud = useCrud<TicketView, TicketViewCreate>({
    queryKey: VIEWS,
    list: (signal) => call(list, { signal, quiet: true }),
    create: (body) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['ticketViews', 'team'],
  })
  return {
    ...crud,
    /** At once on the screen; the server's order holds. */
    async reorder(views: readonly TicketView[]): Promise<void> {
      client.setQueryData<TicketView[]>(VIEWS, (known) => {
        const moved = new Set(views.map(({ id }) => id))
        return [...(known ?? []).filter(({ id }) => !moved.has(id)), ...views].toSorted(sharedFirst)
      })
      try {
        const ids = views.map(({ id }) => id)
        client.setQueryData(VIEWS, await call(reorder, { body: { ids } }))
      } catch (error) {
        await client.invalidateQueries({ queryKey: VIEWS })
        throw error
      }
    },
  }
}

const sharedFirst = (a: TicketView, b: TicketView): number =>
  Number(a.sharing === 'mine') - Number(b.sharing === 'mine')

/** How many tickets each view holds, by id; follows live events. */
export function useViewCounts(views: readonly TicketView[]): ReadonlyMap<number, number> {
  useRefetchEvery(COUNT_EVERY, ['ticketList', 'ticketViews'], COUNTS)
  const { data } = useQuery({
    queryKey: [...COUNTS, views.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join()],
    queryFn: ({ signal }) => call(counts, { signal, quiet: true }),
    enabled: views.length > 0,
    placeholderData: (before) => before,
  })
  return new Map(data?.map(({ id, count }) => [id, count]))
}
