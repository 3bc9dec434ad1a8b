import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, isSilent, withDefaults } from './policy.ts'
import type { Preferences } from './schemas.ts'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const noon = { weekday: 3, minute: 12 * 60 }
const at = (weekday: number, hour: number, minute = 0) => ({ weekday, minute: hour * 60 + minute })
const silent = (change: Partial<Preferences>, wall = noon) => isSilent({ ...DEFAULT_PREFERENCES, ...change }, NOW, wall)

describe('do not disturb', () => {
  it('ends by itself, or when it is turned off', () => {
    expect(silent({})).toBe(false)
    expect(silent({ doNotDisturb: { isOn: true, until: null } })).toBe(true)
    expect(silent({ doNotDisturb: { isOn: true, until: new Date(NOW + 1).toISOString() } })).toBe(true)
    expect(silent({ doNotDisturb: { isOn: true, until: new Date(NOW).toISOString() } })).toBe(false)
  })
})

describe('quiet hours', () => {
  const hours = (days: number[], start: string, end: string) => ({ quietHours: { isOn: true, days, start, end } })

  it('hold on their days, their end left out', () => {
    const lunch = hours([3], '12:00', '13:00')
    expect([at(3, 11, 59), at(3, 12), at(3, 12, 59), at(3, 13), at(4, 12)].map((wall) => silent(lunch, wall))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('go on into the morning after their day', () => {
    const night = hours([6], '20:00', '08:00')
    const walls = [at(6, 7), at(6, 20), at(0, 0), at(0, 7, 59), at(0, 8), at(0, 20), at(1, 3)]
    expect(walls.map((wall) => silent(night, wall))).toEqual([false, true, true, true, false, false, false])
  })

  it('are the whole day when start and end are the same', () => {
    const day = hours([0], '00:00', '00:00')
    expect([at(0, 0), at(0, 23, 59), at(1, 0)].map((wall) => silent(day, wall))).toEqual([true, true, false])
  })
})

it('what was never chosen is as by default', () => {
  const task = { sound: 'none', toast: false, push: false } as const
  const events = { ...DEFAULT_PREFERENCES.events, task }
  expect(withDefaults({ events, volume: 0 })).toEqual({ ...DEFAULT_PREFERENCES, events, volume: 0 })
})
