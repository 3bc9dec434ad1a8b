import { describe, expect, it } from 'vitest'
import type { LoginDay } from './contract.ts'
import { isPlanExpired, isTimezone, isUsableSchedule, localTime, scheduleVerdict } from './policy.ts'

const SP = 'America/Sao_Paulo'
const at = (iso: string) => Date.parse(iso)
const day = (number: number, start: string, end: string, allowed = true): LoginDay => ({
  day: number,
  start,
  end,
  allowed,
})

describe('scheduleVerdict', () => {
  // 2026-11-20 is a Friday; São Paulo is at UTC-3.
  const friday = [day(5, '08:00', '18:00')]
  it.each([
    ['2026-11-20T10:59:59Z', 'hour'],
    ['2026-11-20T11:00:00Z', 'allowed'],
    ['2026-11-20T20:59:59Z', 'allowed'],
    ['2026-11-20T21:00:00Z', 'hour'],
    ['2026-11-21T12:00:00Z', 'day'],
    ['2026-11-21T01:00:00Z', 'hour'],
  ])('office hours at %s: %s', (moment, expected) => expect(scheduleVerdict(friday, SP, at(moment))).toBe(expected))

  const night = [day(5, '22:00', '06:00'), day(6, '00:00', '00:00', false)]
  it.each([
    ['2026-11-21T00:59:00Z', 'hour'],
    ['2026-11-21T01:00:00Z', 'allowed'],
    ['2026-11-21T08:59:00Z', 'allowed'],
    ['2026-11-21T09:00:00Z', 'day'],
  ])('over midnight at %s: %s', (moment, expected) => expect(scheduleVerdict(night, SP, at(moment))).toBe(expected))

  it('passes from Saturday to Sunday', () =>
    expect(scheduleVerdict([day(6, '22:00', '02:00')], SP, at('2026-11-22T04:59:00Z'))).toBe('allowed'))

  it('reads the wall clock on the day it is put forward', () => {
    // New York, 2026-03-08: 02:00 becomes 03:00 at 07:00 UTC.
    const morning = [day(0, '03:00', '04:00')]
    expect(scheduleVerdict(morning, 'America/New_York', at('2026-03-08T06:59:00Z'))).toBe('hour')
    expect(scheduleVerdict(morning, 'America/New_York', at('2026-03-08T07:00:00Z'))).toBe('allowed')
    expect(scheduleVerdict(morning, 'America/New_York', at('2026-03-08T08:00:00Z'))).toBe('hour')
  })

  it('takes equal ends for the whole day, none for always, and an empty week for never', () => {
    expect(scheduleVerdict([day(5, '00:00', '00:00')], SP, at('2026-11-21T02:59:00Z'))).toBe('allowed')
    expect(scheduleVerdict(null, SP, 0)).toBe('allowed')
    expect(scheduleVerdict([], SP, 0)).toBe('day')
  })

  it('is usable with distinct days of which one is allowed', () => {
    expect(isUsableSchedule([day(1, '08:00', '18:00'), day(2, '08:00', '18:00', false)])).toBe(true)
    expect(isUsableSchedule([day(1, '08:00', '18:00'), day(1, '19:00', '20:00')])).toBe(false)
    expect(isUsableSchedule([day(1, '08:00', '18:00', false)])).toBe(false)
  })
})

describe('isPlanExpired', () => {
  it.each([
    ['2026-11-20', '2026-11-21T02:59:59Z', false],
    ['2026-11-20', '2026-11-21T03:00:00Z', true],
    [null, '2099-01-01T00:00:00Z', false],
  ])('due %s at %s: %s', (due, moment, expected) => expect(isPlanExpired(due, SP, at(moment))).toBe(expected))
})

describe('localTime', () => {
  it('knows the weekday where it is', () =>
    expect(localTime(at('2026-11-22T02:30:00Z'), SP)).toEqual({ date: '2026-11-21', weekday: 6, minute: 1410 }))
  it('knows time zones', () => expect([isTimezone(SP), isTimezone('Mars/Olympus')]).toEqual([true, false]))
})
