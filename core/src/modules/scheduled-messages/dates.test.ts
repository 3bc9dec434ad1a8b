import { describe, expect, it } from 'vitest'
import { repetitionOf } from './dates.ts'

const next = (at: string, period: Parameters<typeof repetitionOf>[1], step: number, zone: string) =>
  new Date(repetitionOf(Date.parse(at), period, step, zone)).toISOString()

describe('a repetition', () => {
  it('is so many weeks or months later, at the same time of day', () => {
    expect(next('2027-03-10T12:30:00Z', 'weekly', 1, 'America/Sao_Paulo')).toBe('2027-03-17T12:30:00.000Z')
    expect(next('2027-03-10T12:30:00Z', 'biweekly', 2, 'America/Sao_Paulo')).toBe('2027-04-07T12:30:00.000Z')
    expect(next('2027-03-10T12:30:00Z', 'monthly', 10, 'America/Sao_Paulo')).toBe('2028-01-10T12:30:00.000Z')
    expect(next('2027-03-10T12:30:00Z', 'bimonthly', 1, 'America/Sao_Paulo')).toBe('2027-05-10T12:30:00.000Z')
  })

  it('of the 31st is the last day of shorter months, and the 31st again afterwards', () => {
    const of = (step: number) => next('2027-01-31T12:00:00Z', 'monthly', step, 'America/Sao_Paulo').slice(0, 10)
    expect([1, 2, 3].map(of)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('goes by the date of the company, not of Greenwich', () => {
    // the 30th at 22:00 there
    expect(next('2027-05-01T01:00:00Z', 'monthly', 1, 'America/Sao_Paulo')).toBe('2027-05-31T01:00:00.000Z')
  })

  it('keeps its time of day when clocks change, and comes an hour later where that is skipped', () => {
    // New York puts its clocks forward on 14 March 2027 at 2:00
    expect(next('2027-03-07T14:00:00Z', 'weekly', 1, 'America/New_York')).toBe('2027-03-14T13:00:00.000Z')
    expect(next('2027-03-07T07:30:00Z', 'weekly', 1, 'America/New_York')).toBe('2027-03-14T07:30:00.000Z')
  })
})
