import { describe, expect, it } from 'vitest'
import { changeOf, daysOf, namesOf } from './periods.ts'

const none = { from: '', to: '' }

describe('the days of a period', () => {
  it('end today and count it', () => {
    expect(daysOf('today', '2026-03-01', none)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01' })
    expect(daysOf('7', '2026-03-01', none)).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' })
    expect(daysOf('30', '2026-03-01', none)?.startDate).toBe('2026-01-31')
  })

  it('of one’s own choice are whole, in order and a year at most', () => {
    const own = (from: string, to: string) => daysOf('own', '2026-03-01', { from, to })
    expect(own('2025-03-01', '2026-03-01')).toEqual({ startDate: '2025-03-01', endDate: '2026-03-01' })
    for (const [from = '', to = ''] of [
      ['2026-02-01', ''],
      ['', '2026-02-01'],
      ['2026-02-02', '2026-02-01'],
      ['2025-02-28', '2026-03-01'],
    ])
      expect(own(from, to), `${from} to ${to}`).toBeNull()
  })
})

describe('a comparison', () => {
  it.each([
    [12, 10, 20],
    [5, 10, -50],
    [10, 10, 0],
    [1000, 1001, 0],
    [3, 0, null],
    [null, 4, null],
    [4, null, null],
  ])('of %s with %s is %s per cent', (now, before, change) => expect(changeOf(now, before)).toBe(change))
})

it('columns are named in the company’s own time, whatever the browser’s', () => {
  expect(namesOf('2026-03-01T09', 'hour').label).toContain('09')
  expect(namesOf('2026-03-01', 'day').short).toMatch(/01.*03|3.*1/)
  expect(namesOf('2026-03', 'month').label).toContain('2026')
})
