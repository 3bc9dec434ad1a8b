import { describe, expect, it } from 'vitest'
import { checkWeek, passesMidnight, weekOf } from './login-week.ts'

const day = (over: object = {}) => ({ day: 1, allowed: true, start: '08:00', end: '18:00', ...over })

describe('login week', () => {
  it('starts on Monday with office hours when nothing is stored', () => {
    const week = weekOf(null)
    expect(week.map((each) => each.day)).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect(week.filter((each) => each.allowed).map((each) => each.day)).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps what is stored and forbids the days that are missing', () => {
    const week = weekOf([day({ day: 6, start: '22:00', end: '06:00' })])
    expect(week.filter((each) => each.allowed)).toEqual([day({ day: 6, start: '22:00', end: '06:00' })])
  })

  it('refuses missing or equal times on allowed days, and a week without a day', () => {
    expect(checkWeek([day()])).toEqual({})
    expect(checkWeek([day({ end: '08:00' })])).toHaveProperty('week.rule', 'time')
    expect(checkWeek([day({ start: '' })])).toHaveProperty('week.rule', 'time')
    expect(checkWeek([day({ allowed: false, start: '' })])).toHaveProperty('week.rule', 'minItems')
  })

  it('tells when an interval ends on the next day', () => {
    expect(passesMidnight(day({ start: '22:00', end: '06:00' }))).toBe(true)
    expect(passesMidnight(day())).toBe(false)
  })
})
