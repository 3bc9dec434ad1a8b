import { expect, it } from 'vitest'
import { daysOf, isMeasuredAlone, seesPanel, unitOf } from './policy.ts'
import { seriesOf } from './presenter.ts'

it('counts the days of a span, and knows those that there are', () => {
  expect(daysOf('2024-02-28', '2024-03-01T00:00')).toEqual({ start: '2024-02-28', end: '2024-03-01', count: 3 })
  expect(daysOf('2024-01-01', '2024-12-31')?.count).toBe(366)
  for (const [start = '', end = ''] of [
    ['2023-02-29', '2023-03-01'],
    ['2024-03-02', '2024-03-01'],
    ['2023-12-31', '2024-12-31'],
    ['2024-13-01', '2024-13-01'],
  ])
    expect(daysOf(start, end), `${start} to ${end}`).toBeNull()
})

it('draws about thirty columns at most, without a gap', () => {
  const columns = (start: string, end: string) => {
    const days = daysOf(start, end)
    return days ? seriesOf({ ...days, unit: unitOf(days.count) }, [], []).map(({ at }) => at) : []
  }
  expect(columns('2024-02-29', '2024-02-29').slice(8, 10)).toEqual(['2024-02-29T08', '2024-02-29T09'])
  expect(columns('2024-02-01', '2024-02-29')).toHaveLength(29)
  // the first week began before the span
  expect(columns('2024-02-01', '2024-03-15').slice(0, 2)).toEqual(['2024-01-29', '2024-02-05'])
  expect(columns('2024-01-31', '2024-12-31')).toHaveLength(12)
})

it('shows agents themselves, and the panel to those who watch over others', () => {
  const profiles = ['admin', 'supervisor', 'supervisorfila', 'user'] as const
  expect(profiles.filter(seesPanel)).toEqual(['admin', 'supervisor', 'supervisorfila'])
  expect(profiles.filter(isMeasuredAlone)).toEqual(['user'])
})
