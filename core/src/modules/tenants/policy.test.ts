import { describe, expect, it } from 'vitest'
import { DEFAULT_WEEK, daysLeft, weekFault } from './policy.ts'

const day = (number: number, hours = ['08:00', '12:00', '14:00', '18:00']) => ({
  day: number,
  label: '',
  type: 'H' as const,
  hr1: hours[0] ?? '',
  hr2: hours[1] ?? '',
  hr3: hours[2] ?? '',
  hr4: hours[3] ?? '',
})

describe('weekFault', () => {
  it('accepts the default week and a working day', () => {
    expect(weekFault(DEFAULT_WEEK)).toBeNull()
    expect(weekFault([day(1), day(2, ['08:00', '12:00', '12:00', '18:00'])])).toBeNull()
  })
  it.each([
    ['a day twice', [day(1), day(1)], 1],
    ['an end before its start', [day(0), day(3, ['12:00', '08:00', '14:00', '18:00'])], 3],
    ['intervals that overlap', [day(4, ['08:00', '15:00', '14:00', '18:00'])], 4],
    ['an empty interval', [day(5, ['08:00', '12:00', '14:00', '14:00'])], 5],
  ])('refuses %s', (_what, week, expected) => expect(weekFault(week)).toBe(expected))
  it('does not look at hours of days that are open or closed all day', () =>
    expect(weekFault([{ ...day(1, ['18:00', '08:00', '08:00', '08:00']), type: 'C' }])).toBeNull())
})

it('counts days on the company’s calendar', () => {
  const late = Date.parse('2026-11-21T02:00:00Z')
  expect(daysLeft('2026-11-20', 'America/Sao_Paulo', late)).toBe(0)
  expect(daysLeft('2026-11-20', 'UTC', late)).toBe(-1)
  expect(daysLeft('2026-12-20', 'America/Sao_Paulo', late)).toBe(30)
})
