import { describe, expect, it } from 'vitest'
import {
  changed,
  countActive,
  countQuery,
  type Filters,
  filtersFromConfigs,
  filtersFromUrl,
  filtersToConfigs,
  filtersToUrl,
  hasFiltersInUrl,
  listQuery,
  NO_FILTERS,
} from './filters.ts'

const some: Filters = {
  search: 'ana & co',
  queues: [3, 1],
  tags: [7],
  channels: [2],
  unread: true,
  unassigned: false,
  mine: true,
  person: null,
  showAll: true,
  withoutQueue: false,
}

describe('address', () => {
  it('brings every filter back', () => {
    const text = filtersToUrl(some, new URLSearchParams()).toString()
    expect(filtersFromUrl(new URLSearchParams(text))).toEqual(some)
  })

  it('knows whose tickets are asked for, everywhere that filters are kept', () => {
    const hers = { ...NO_FILTERS, person: 4 }
    const text = filtersToUrl(hers, new URLSearchParams()).toString()
    expect(text).toBe('pessoa=4')
    expect(filtersFromUrl(new URLSearchParams(text))).toEqual(hers)
    expect(filtersFromConfigs(filtersToConfigs(hers, 9), 9)).toEqual(hers)
    expect(countQuery(hers, 9)).toMatchObject({ useradmId: 4 })
    expect(countActive(hers)).toBe(1)
    expect(changed(hers, { mine: true })).toMatchObject({ person: null, mine: true })
    expect(changed({ ...NO_FILTERS, unassigned: true }, { person: 4 })).toMatchObject({ unassigned: false, person: 4 })
  })

  it('stays empty without filters and keeps what is not ours', () => {
    const params = filtersToUrl(NO_FILTERS, filtersToUrl(some, new URLSearchParams('tab=pending')))
    expect(params.toString()).toBe('tab=pending')
    expect(hasFiltersInUrl(params)).toBe(false)
  })

  it('reads nonsense as nothing', () => {
    expect(filtersFromUrl(new URLSearchParams('filas=a.-1.2.5x.4&naolidas=yes'))).toEqual({
      ...NO_FILTERS,
      queues: [2, 4],
    })
  })
})

describe('remembered with the person', () => {
  it('comes back without the search', () => {
    expect(filtersFromConfigs(filtersToConfigs(some, 9), 9)).toEqual({ ...some, search: '' })
  })

  it('reads what the ancestors wrote, and anything else, as best it can', () => {
    expect(filtersFromConfigs({ queuesIds: [1, null], showAll: true, useradmId: 4 }, 9)).toEqual({
      ...NO_FILTERS,
      queues: [1],
      showAll: true,
      person: 4,
    })
    expect(filtersFromConfigs(undefined, 9)).toEqual(NO_FILTERS)
  })
})

describe('query', () => {
  it('sends only what narrows', () => {
    expect(countQuery(NO_FILTERS, 9)).toEqual({ includeNotQueueDefined: true })
    expect(countQuery(some, 9)).toEqual({
      searchParam: 'ana & co',
      queuesIds: [3, 1],
      tagsIds: [7],
      whatsappIds: [2],
      withUnreadMessages: true,
      useradmId: 9,
      showAll: true,
      includeNotQueueDefined: false,
    })
  })

  it('asks each tab for its own tickets', () => {
    expect(listQuery('open', NO_FILTERS, 9)).toMatchObject({ status: ['open'], isGroup: false, inBot: false })
    expect(listQuery('pending', NO_FILTERS, 9)).toMatchObject({ status: ['pending'], isGroup: false, inBot: false })
    expect(listQuery('groups', NO_FILTERS, 9)).toMatchObject({ status: ['open', 'pending'], isGroup: true })
    expect(listQuery('chatbot', NO_FILTERS, 9)).toMatchObject({ inBot: true })
  })
})

it('counts what is switched on', () => {
  expect(countActive(NO_FILTERS)).toBe(0)
  expect(countActive(some)).toBe(8)
})
