import { expect, it } from 'vitest'
import { filtersFromUrl, hasFiltersInUrl, NO_FILTERS } from '../list/filters.ts'
import { addressOf, fromView, isShown, toView } from './view-filters.ts'

const filters = {
  ...{ search: 'ação', queues: [3, 1], tags: [2], channels: [], unread: true, unassigned: false },
  ...{ mine: true, person: null, showAll: false, withoutQueue: false },
}

it('keeps filters, and gives them back', () => {
  expect(fromView({ filters: toView(filters) })).toEqual(filters)
  expect(toView(NO_FILTERS)).toEqual({})
  expect(fromView({ filters: toView({ ...NO_FILTERS, person: 4 }) }).person).toBe(4)
})

it('knows itself in the list whatever the order of what was chosen', () => {
  const view = { tab: 'pending' as const, filters: toView(filters) }
  expect(isShown(view, 'pending', { ...filters, queues: [1, 3], search: ' ação ' })).toBe(true)
  expect(isShown(view, 'open', filters)).toBe(false)
  expect(isShown(view, 'pending', { ...filters, tags: [] })).toBe(false)
})

it('has an address that stands for it, also without a filter', () => {
  const params = new URLSearchParams(addressOf({ tab: 'pending', filters: toView(filters) }).split('?')[1])
  expect([params.get('tab'), filtersFromUrl(params)]).toEqual(['pending', filters])
  const plain = new URLSearchParams(addressOf({ tab: 'open', filters: {} }).split('?')[1])
  expect([hasFiltersInUrl(plain), filtersFromUrl(plain)]).toEqual([true, NO_FILTERS])
})
