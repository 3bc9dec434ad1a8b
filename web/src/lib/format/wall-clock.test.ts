import { afterEach, describe, expect, it } from 'vitest'
import { setTimeZone } from './time-zone.ts'
import { momentOfWallClock, wallClockOf } from './wall-clock.ts'

afterEach(() => setTimeZone('America/Sao_Paulo'))

describe('the wall clock', () => {
  it('is the company’s, wherever the browser is', () => {
    const at = Date.parse('2027-03-10T01:30:00Z')
    expect(wallClockOf(at)).toEqual({ date: '2027-03-09', time: '22:30' })
    setTimeZone('Asia/Tokyo')
    expect(wallClockOf(at)).toEqual({ date: '2027-03-10', time: '10:30' })
    expect(momentOfWallClock({ date: '2027-03-10', time: '10:30' })).toBe(at)
  })

  it('means no moment until both are filled in', () => {
    expect(momentOfWallClock({ date: '', time: '10:30' })).toBeNull()
    expect(momentOfWallClock({ date: '2027-03-10', time: '' })).toBeNull()
  })
})
