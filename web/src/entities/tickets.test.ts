import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { autorun } from 'mobx'
import { beforeEach, expect, it, vi } from 'vitest'
import { tickets } from './tickets.ts'

const row = (id: number, version: number, over: Partial<TicketRow> = {}): TicketRow =>
  ({ id, version, status: 'open', contact: { id: id + 100, tags: [], wallets: [] }, ...over }) as unknown as TicketRow

beforeEach(() => tickets.clear())

it('ignores lower versions and tells only of what was taken', () => {
  const told = vi.fn()
  const stop = tickets.follow(told)
  tickets.take(row(1, 3))
  expect(tickets.take(row(1, 2, { status: 'closed' })).status).toBe('open')
  tickets.take(row(1, 4, { status: 'closed' }))
  stop()
  expect(told).toHaveBeenCalledTimes(2)
  expect(told.mock.lastCall?.[0]).toMatchObject({ id: 1, ticket: { status: 'closed' }, before: { status: 'open' } })
})

it('shows what was just done over every answer that was under way, until it is settled', () => {
  tickets.take(row(1, 3, { status: 'pending', unreadMessages: 2 }))
  const accepted = tickets.show(1, { status: 'open' })
  const read = tickets.show(1, { unreadMessages: 0 })
  tickets.take(row(1, 3, { status: 'pending', unreadMessages: 2 }))
  expect(tickets.get(1)).toMatchObject({ status: 'open', unreadMessages: 0 })
  tickets.amend({ id: 1, version: 3 }, { unreadMessages: 1 })
  read()
  expect(tickets.get(1)).toMatchObject({ status: 'open', unreadMessages: 1 })
  tickets.take(row(1, 4, { status: 'open' }))
  tickets.amend({ id: 1, version: 3 }, { status: 'closed' })
  accepted()
  expect(tickets.get(1)).toMatchObject({ version: 4, status: 'open' })
  const refused = tickets.show(1, { status: 'closed' })
  refused()
  expect(tickets.get(1)).toMatchObject({ version: 4, status: 'open' })
})

it('shows a tag by its new name and colour wherever it stands', () => {
  const tag = { id: 5, tag: 'VIP', name: 'VIP', color: '#ff0000', isActive: true }
  const about = { id: 101, tags: [tag], wallets: [] } as unknown as TicketRow['contact']
  tickets.take(row(1, 3, { contact: about }))
  tickets.take(row(2, 3))
  const told = vi.fn()
  const stop = tickets.follow(told)
  tickets.retag({ ...tag, tag: 'Ouro', name: 'Ouro', color: '#ffcc00' })
  stop()
  expect(tickets.get(1)?.contact.tags).toEqual([{ ...tag, tag: 'Ouro', name: 'Ouro', color: '#ffcc00' }])
  expect(told).toHaveBeenCalledTimes(1)
})

it('shows how a contact is called and tagged in all its rows, and in no others', () => {
  const tags = [{ id: 5, tag: 'VIP', name: 'VIP', color: '#ff0000', isActive: true }]
  tickets.take(row(1, 3, { contactId: 101 }))
  tickets.take(row(2, 3, { contactId: 102 }))
  tickets.regard({ id: 101, name: 'Bia Souza', tags, wallets: [] })
  expect(tickets.get(1)).toMatchObject({ name: 'Bia Souza', contact: { tags } })
  expect(tickets.get(2)?.contact.tags).toEqual([])
  expect(tickets.get(2)?.name).not.toBe('Bia Souza')
})

it('wakes only the readers of the row that changed', () => {
  tickets.take(row(1, 1))
  tickets.take(row(2, 1))
  const seen = vi.fn()
  const stop = autorun(() => seen(tickets.get(1)?.version))
  tickets.take(row(2, 2))
  expect(seen).toHaveBeenCalledTimes(1)
  tickets.take(row(1, 2))
  expect(seen).toHaveBeenCalledTimes(2)
  stop()
})

it('lets go of rows that nobody holds', () => {
  const stop = tickets.hold(() => [1, 2])
  for (let id = 1; id <= 1_001; id++) tickets.take(row(id, 1))
  expect(tickets.size).toBe(2)
  expect(tickets.get(2)).toBeDefined()
  stop()
})

it('draws nothing anew when an answer tells what is known', () => {
  tickets.take(row(1, 3, { lastMessage: 'Oi' }))
  const shown = vi.fn(() => tickets.get(1))
  const stop = autorun(shown)
  tickets.take(row(1, 3, { lastMessage: 'Oi' }))
  expect(shown).toHaveBeenCalledTimes(1)
  tickets.take(row(1, 4, { lastMessage: 'Olá' }))
  expect(shown).toHaveBeenCalledTimes(2)
  stop()
})
