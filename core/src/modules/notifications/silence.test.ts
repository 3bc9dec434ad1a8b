import { expect, it } from 'vitest'
import { silenced } from './silence.ts'

const untilOf = (at: string, timezone: string) => silenced('tomorrow', Date.parse(at), timezone).until

it('lasts as long as was asked', () => {
  const now = Date.parse('2026-11-20T18:30:20Z')
  expect(silenced('off', now, 'UTC')).toEqual({ isOn: false, until: null })
  expect(silenced('always', now, 'UTC')).toEqual({ isOn: true, until: null })
  expect(silenced('hour', now, 'UTC')).toEqual({ isOn: true, until: '2026-11-20T19:30:20.000Z' })
})

it('tomorrow is 8 o’clock of the next day where the company is, clocks changed or not', () => {
  expect(untilOf('2026-11-20T18:30:20Z', 'America/Sao_Paulo')).toBe('2026-11-21T11:00:00.000Z')
  expect(untilOf('2026-11-21T02:30:00Z', 'America/Sao_Paulo')).toBe('2026-11-21T11:00:00.000Z')
  expect(untilOf('2026-11-21T04:00:00Z', 'America/Sao_Paulo')).toBe('2026-11-22T11:00:00.000Z')
  expect(untilOf('2026-03-28T20:00:00Z', 'Europe/Lisbon')).toBe('2026-03-29T07:00:00.000Z')
  expect(untilOf('2026-10-24T20:00:00Z', 'Europe/Lisbon')).toBe('2026-10-25T08:00:00.000Z')
})
