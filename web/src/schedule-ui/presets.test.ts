import { describe, expect, it } from 'vitest'
import { presetTime } from './presets.ts'

// 22:50 on the 31st in São Paulo
const now = Date.parse('2027-01-01T01:50:00Z')

describe('a preset', () => {
  it('counts from the company’s clock', () => {
    expect(presetTime('minutes30', now)).toEqual({ date: '2026-12-31', time: '23:20' })
    expect(presetTime('tomorrow', now)).toEqual({ date: '2027-01-01', time: '09:00' })
    expect(presetTime('nextWeek', now)).toEqual({ date: '2027-01-07', time: '09:00' })
  })
})
