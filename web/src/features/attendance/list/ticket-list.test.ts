import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { tickets } from '../../../entities/tickets.ts'
import { NO_FILTERS } from './filters.ts'
import { type ReadTickets, TicketList } from './ticket-list.ts'

const row = (id: number, lastMessageAt: number, over: Partial<TicketRow> = {}): TicketRow =>
  ({
    id,
    lastMessageAt,
    version: 1,
    status: 'open',
    isGroup: false,
    chatFlowId: null,
    userId: 1,
    queueId: 1,
    name: 'Ana',
    contact: { id, tags: [], wallets: [] },
    ...over,
  }) as unknown as TicketRow

const pages = (all: TicketRow[]) =>
  vi.fn<ReadTickets>(async ({ cursor, pageSize }) => {
    const from = Number(cursor ?? 0)
    return {
      tickets: all.slice(from, from + pageSize),
      hasMore: from + pageSize < all.length,
      nextCursor: `${from + pageSize}`,
    }
  })

function listOf(read: ReadTickets, pageSize = 3) {
  const looker = { userId: 1, profile: 'user', queues: [1], hidesBot: false }
  const list = new TicketList({ tab: 'open', filters: NO_FILTERS, looker, pageSize, read })
  const stop = tickets.follow((change) => list.apply(change))
  return { list, stop }
}

beforeEach(() => tickets.clear())

it('moves a ticket up when it is written to, without asking the server', async () => {
  const read = pages([row(1, 300), row(2, 200), row(3, 100)])
  const { list, stop } = listOf(read)
  await list.load()
  tickets.take(row(3, 400, { version: 2 }))
  expect(list.ids).toEqual([3, 1, 2])
  tickets.take(row(1, 300, { version: 2, unreadMessages: 0 }))
  expect(list.ids).toEqual([3, 1, 2])
  expect(read).toHaveBeenCalledTimes(1)
  stop()
})

it('takes new tickets in at their place and those that leave the tab out', async () => {
  const { list, stop } = listOf(pages([row(1, 300), row(3, 100)]))
  await list.load()
  tickets.take(row(2, 200))
  expect(list.ids).toEqual([1, 2, 3])
  tickets.take(row(1, 300, { version: 2, status: 'closed' }))
  expect(list.ids).toEqual([2, 3])
  tickets.remove(3)
  expect(list.ids).toEqual([2])
  stop()
})

it('leaves tickets below the loaded rows to their page', async () => {
  const all = [row(1, 500), row(2, 400), row(3, 300), row(4, 200)]
  const { list, stop } = listOf(pages(all))
  await list.load()
  tickets.take(row(9, 100))
  expect(list.ids).toEqual([1, 2, 3])
  await list.loadMore()
  expect(list.ids).toEqual([1, 2, 3, 4])
  expect(list.hasMore).toBe(false)
  stop()
})

it('shows no row twice when one moved between two pages', async () => {
  const all = [row(1, 500), row(2, 400), row(3, 300), row(4, 200)]
  const read = pages(all)
  const { list, stop } = listOf(read)
  await list.load()
  tickets.take(row(4, 600, { version: 2 }))
  await list.loadMore()
  expect(list.ids).toEqual([4, 1, 2, 3])
  stop()
})

it('keeps its rows when a refresh fails and says so when it had none', async () => {
  const read = pages([row(1, 1)])
  const { list, stop } = listOf(read)
  read.mockRejectedValueOnce(new Error('offline'))
  await list.load()
  expect(list.state).toBe('failed')
  await list.load()
  read.mockRejectedValueOnce(new Error('offline'))
  await list.load()
  expect([list.state, list.ids]).toEqual(['ready', [1]])
  stop()
})
