import type { HoursDay, Week } from '@recado/core/modules/hours/contract'
import { describe, expect, it } from 'vitest'
import { copyDay, dayProblem, nextPeriod, pastMidnight, typed } from './week-form.ts'

const closed: Week = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, type: 'closed', periods: [] }))
const night: HoursDay = { day: 6, type: 'periods', periods: [{ from: '20:00', to: '03:00' }] }
const [wrong = { from: '', to: '' }] = night.periods

describe('a period past midnight', () => {
  it('goes on the next day, from Saturday to Sunday too', () => {
    expect(dayProblem(night)).toMatchObject({ kind: 'inverted' })
    const week = pastMidnight(closed.with(6, night), night, wrong)
    expect(week[6]?.periods).toEqual([{ from: '20:00', to: '24:00' }])
    expect(week[0]).toEqual({ day: 0, type: 'periods', periods: [{ from: '00:00', to: '03:00' }] })
    expect(week.every((day) => dayProblem(day) === null)).toBe(true)
  })

  it('leaves alone a next day that is open, and keeps what the next day has', () => {
    const open = closed.with(0, { day: 0, type: 'open', periods: [] })
    expect(pastMidnight(open, night, wrong)[0]?.type).toBe('open')
    const busy = closed.with(0, { day: 0, type: 'periods', periods: [{ from: '09:00', to: '12:00' }] })
    expect(pastMidnight(busy, night, wrong)[0]?.periods).toEqual([
      { from: '00:00', to: '03:00' },
      { from: '09:00', to: '12:00' },
    ])
  })
})

it('copies a day to others, and not to itself', () => {
  const monday: HoursDay = { day: 1, type: 'periods', periods: [{ from: '09:00', to: '17:00' }] }
  const week = copyDay(closed.with(1, monday), monday, [1, 2, 3])
  expect(week.map(({ type }) => type)).toEqual([
    'closed',
    'periods',
    'periods',
    'periods',
    'closed',
    'closed',
    'closed',
  ])
  expect(week[2]?.periods).toEqual(monday.periods)
})

it('suggests a further period where the day has room', () => {
  expect(nextPeriod([])).toEqual({ from: '08:00', to: '18:00' })
  expect(nextPeriod([{ from: '08:00', to: '12:00' }])).toEqual({ from: '13:00', to: '17:00' })
  expect(nextPeriod([{ from: '08:00', to: '22:30' }])).toBeNull()
  expect(nextPeriod([{ from: '08:00', to: '21:00' }])).toEqual({ from: '22:00', to: '24:00' })
})

it('says what is missing', () => {
  expect(dayProblem({ day: 1, type: 'periods', periods: [{ from: '08:00', to: '' }] })).toEqual({ kind: 'incomplete' })
  expect(dayProblem({ day: 1, type: 'periods', periods: [] })).toEqual({ kind: 'empty' })
  expect(dayProblem({ day: 1, type: 'closed', periods: [{ from: '', to: '' }] })).toBeNull()
  expect(typed({ day: 1, type: 'closed', periods: [] }, 'periods').periods).toHaveLength(1)
})
