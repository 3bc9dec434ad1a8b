import { describe, expect, it } from 'vitest'
import { extendedDueDate, isPastDate, isRealDate, plusMonth } from './policy.ts'

describe('due dates', () => {
  it.each([
    ['2026-01-15', '2026-02-15'],
    ['2026-01-31', '2026-02-28'],
    ['2028-01-31', '2028-02-29'],
    ['2026-12-31', '2027-01-31'],
    ['2026-03-31', '2026-04-30'],
  ])('a month after %s is %s', (from, to) => expect(plusMonth(from)).toBe(to))

  const now = Date.parse('2026-11-21T02:00:00Z')
  const zone = 'America/Sao_Paulo'
  it.each([
    [null, '2026-12-20'],
    ['2026-10-01', '2026-12-20'],
    ['2026-11-25', '2026-12-25'],
  ])('%s extended is %s', (due, expected) => expect(extendedDueDate(due, zone, now)).toBe(expected))

  it('may be today on the company’s calendar, not yesterday', () => {
    expect(isPastDate('2026-11-20', zone, now)).toBe(false)
    expect(isPastDate('2026-11-19', zone, now)).toBe(true)
    expect(isPastDate('2026-11-20', 'UTC', now)).toBe(true)
  })
  it('exist', () => expect([isRealDate('2028-02-29'), isRealDate('2026-02-29')]).toEqual([true, false]))
})
