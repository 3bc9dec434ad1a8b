import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentFrom, momentsOf } from './calendar.ts'
import type { HoursDay } from './contract.ts'
import type { PlannedHoliday } from './holidays.ts'
import { fromStored, parseHoliday, periodsFault, tidyWeek, toStored, weekFault, wholeWeek } from './policy.ts'
import { type HoursPlan, isOpenAt, verdictAt } from './verdict.ts'

const ZONE = 'America/Sao_Paulo'
const SEVEN = [0, 1, 2, 3, 4, 5, 6]

/** `08:00-12:00 13:00-18:00`, `open` or `closed`. */
const day = (number: number, text: string): HoursDay =>
  text === 'open' || text === 'closed'
    ? { day: number, type: text, periods: [] }
    : {
        day: number,
        type: 'periods',
        periods: text.split(' ').map((period) => ({ from: period.slice(0, 5), to: period.slice(6) })),
      }
const week = (all: string, others: Record<number, string> = {}): HoursDay[] =>
  SEVEN.map((number) => day(number, others[number] ?? all))
const plan = (more: Partial<HoursPlan> = {}): HoursPlan => ({
  timezone: ZONE,
  company: { week: week('08:00-12:00 13:00-18:00', { 0: 'closed', 6: 'closed' }), message: 'empresa fechada' },
  channel: null,
  queue: null,
  holidays: [],
  ...more,
})
const holiday = (date: string, more: Partial<PlannedHoliday> = {}): PlannedHoliday => {
  const parsed = parseHoliday(date)
  if (!parsed) throw new Error(`no date: ${date}`)
  return { ...parsed, id: 1, level: 'company', name: 'Feriado', message: '', spans: [], ...more }
}
/** On the wall of the zone; `2026-11-23` is a Monday. */
const at = (date: string, time: string, zone = ZONE) =>
  momentFrom(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), zone)
const shown = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

describe('a week', () => {
  it.each([
    ['2026-11-23', '07:59', false],
    ['2026-11-23', '08:00', true],
    ['2026-11-23', '11:59', true],
    ['2026-11-23', '12:00', false],
    ['2026-11-23', '13:00', true],
    ['2026-11-23', '18:00', false],
    ['2026-11-22', '10:00', false],
  ])('on %s at %s', (date, time, expected) => expect(isOpenAt(plan(), at(date, time))).toBe(expected))

  it('is that of the queue, else of the channel, else of the company', () => {
    const closed = { week: week('closed'), message: '' }
    const open = { week: week('open'), message: '' }
    const inherits = { week: null, message: '' }
    const level = (channel: HoursPlan['channel'], queue: HoursPlan['queue']) => {
      const { isOpen, rule } = verdictAt(plan({ channel, queue }), at('2026-11-23', '09:00'))
      return [isOpen, rule.level]
    }
    expect(level(null, null)).toEqual([true, 'company'])
    expect(level(inherits, inherits)).toEqual([true, 'company'])
    expect(level(closed, inherits)).toEqual([false, 'channel'])
    expect(level(closed, open)).toEqual([true, 'queue'])
  })

  it('knows since and until when it is so, over nights and weekends', () => {
    const friday = verdictAt(plan(), at('2026-11-20', '19:30'))
    expect(shown(friday.since)).toBe('2026-11-20T21:00:00.000Z')
    expect(shown(friday.until)).toBe('2026-11-23T11:00:00.000Z')
    const noon = verdictAt(plan(), at('2026-11-23', '12:30'))
    expect([shown(noon.since), shown(noon.until)]).toEqual(['2026-11-23T15:00:00.000Z', '2026-11-23T16:00:00.000Z'])
    const never = verdictAt(plan({ company: { week: week('closed'), message: '' } }), at('2026-11-23', '12:30'))
    expect([never.isOpen, never.since, never.until]).toEqual([false, null, null])
  })

  it('goes past midnight as two periods that are one stretch', () => {
    const night = plan({ company: { week: week('00:00-02:00 18:00-24:00'), message: '' } })
    expect(isOpenAt(night, at('2026-11-23', '23:59'))).toBe(true)
    expect(isOpenAt(night, at('2026-11-24', '01:59'))).toBe(true)
    expect(isOpenAt(night, at('2026-11-24', '02:00'))).toBe(false)
    const { since, until } = verdictAt(night, at('2026-11-24', '00:30'))
    expect([since, until]).toEqual([at('2026-11-23', '18:00'), at('2026-11-24', '02:00')])
  })
})

describe('a holiday', () => {
  const christmas = at('2026-12-25', '10:00')

  it('closes the day, or opens one or two periods of it', () => {
    const on = (more: Partial<PlannedHoliday>, time: string) =>
      isOpenAt(plan({ holidays: [holiday('25/12', more)] }), at('2026-12-25', time))
    expect(on({}, '10:00')).toBe(false)
    const one = { spans: [[540, 720]] as const }
    expect([on({ spans: [...one.spans] }, '08:59'), on({ spans: [...one.spans] }, '09:00')]).toEqual([false, true])
    const two: PlannedHoliday['spans'] = [
      [540, 600],
      [1200, 1260],
    ]
    expect(['09:30', '10:00', '20:30', '21:00'].map((time) => on({ spans: two }, time))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('comes every year, or in its year alone', () => {
    const open = (date: string, year: number) =>
      isOpenAt(
        plan({ holidays: [holiday(date)], company: { week: week('open'), message: '' } }),
        at(`${year}-12-24`, '10:00'),
      )
    expect([open('24/12', 2026), open('24/12', 2027)]).toEqual([false, false])
    expect([open('24/12/2026', 2026), open('24/12/2026', 2027)]).toEqual([false, true])
  })

  it('stands above every week; of several, the queue’s, then the channel’s, then one with a year', () => {
    const queue = { week: week('open'), message: '' }
    const names = (...holidays: PlannedHoliday[]) => verdictAt(plan({ queue, holidays }), christmas).rule.holiday?.name
    const company = holiday('25/12', { id: 1, name: 'empresa' })
    const dated = holiday('25/12/2026', { id: 2, name: 'deste ano' })
    const channel = holiday('25/12', { id: 3, name: 'canal', level: 'channel' })
    const ofQueue = holiday('25/12', { id: 4, name: 'fila', level: 'queue' })
    expect(verdictAt(plan({ queue, holidays: [company] }), christmas).isOpen).toBe(false)
    expect(names(company, dated)).toBe('deste ano')
    expect(names(company, dated, channel)).toBe('canal')
    expect(names(company, channel, ofQueue)).toBe('fila')
  })

  it('begins and ends at midnight of the company, not of the server', () => {
    const open = plan({ company: { week: week('open'), message: '' }, holidays: [holiday('25/12')] })
    expect(isOpenAt(open, Date.parse('2026-12-25T02:59:00Z'))).toBe(true)
    expect(isOpenAt(open, Date.parse('2026-12-25T03:00:00Z'))).toBe(false)
    expect(isOpenAt(open, Date.parse('2026-12-26T02:59:00Z'))).toBe(false)
  })

  it.each(['31/02', '00/01', '32/01', '10/13', '29/02/2027', '1/1', '2026-12-25'])('is not on %s', (date) =>
    expect(parseHoliday(date)).toBeNull(),
  )
  it('may be on 29 February', () => {
    expect(parseHoliday('29/02')).toEqual({ day: 29, month: 2, year: null })
    expect(parseHoliday('29/02/2028')).toEqual({ day: 29, month: 2, year: 2028 })
  })
})

describe('a message', () => {
  const closed = at('2026-12-25', '22:00')
  const told = (more: Partial<HoursPlan>) => verdictAt(plan(more), closed).message
  const inherits = (message: string) => ({ week: null, message })

  it('is the holiday’s, else the queue’s, else the channel’s, else the company’s', () => {
    const channel = inherits('canal')
    const queue = inherits('fila')
    expect(told({})).toEqual({ text: 'empresa fechada', source: 'company' })
    expect(told({ channel })).toEqual({ text: 'canal', source: 'channel' })
    expect(told({ channel, queue })).toEqual({ text: 'fila', source: 'queue' })
    expect(told({ channel, queue, holidays: [holiday('25/12', { message: 'Feliz Natal' })] })?.text).toBe('Feliz Natal')
    expect(told({ queue, holidays: [holiday('25/12')] })?.text).toBe('fila')
  })

  it('is none when nothing is written or the place is open', () => {
    expect(told({ company: { week: week('closed'), message: ' ' } })).toBeNull()
    expect(told({ company: { week: week('open'), message: 'x' } })).toBeNull()
  })
})

describe('daylight saving', () => {
  const york = (text: string) => plan({ timezone: 'America/New_York', company: { week: week(text), message: '' } })

  it('skips times: what begins within the gap begins after it', () => {
    // 2026-03-08: 02:00 EST becomes 03:00 EDT
    expect(momentsOf('2026-03-08', 150, 'America/New_York')).toEqual([])
    const { since, until } = verdictAt(york('02:30-04:00'), Date.parse('2026-03-08T07:10:00Z'))
    expect([shown(since), shown(until)]).toEqual(['2026-03-08T07:00:00.000Z', '2026-03-08T08:00:00.000Z'])
  })

  it('repeats times: the hour that comes twice is open twice', () => {
    // 2026-11-01: 02:00 EDT becomes 01:00 EST
    expect(momentsOf('2026-11-01', 90, 'America/New_York').map(shown)).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ])
    const twice = york('01:00-01:30')
    const open = ['05:00', '05:29', '05:30', '06:00', '06:29', '06:30'].map((time) =>
      isOpenAt(twice, Date.parse(`2026-11-01T${time}:00Z`)),
    )
    expect(open).toEqual([true, true, false, true, true, false])
  })

  it('makes the working day no longer or shorter', () => {
    const hours = (date: string) => {
      const { since, until } = verdictAt(york('09:00-17:00'), at(date, '12:00', 'America/New_York'))
      return ((until ?? 0) - (since ?? 0)) / 3_600_000
    }
    expect(['2026-03-07', '2026-03-08', '2026-11-01'].map(hours)).toEqual([8, 8, 8])
  })

  it('may take midnight away, as in São Paulo until 2018', () => {
    const all = plan({ company: { week: week('00:00-06:00'), message: '' }, holidays: [holiday('03/11')] })
    const { since, isOpen } = verdictAt(all, at('2018-11-04', '02:00'))
    expect([isOpen, shown(since)]).toEqual([true, '2018-11-04T03:00:00.000Z'])
  })

  it('never makes a verdict wrong about when it ends', () => {
    const quarter = fc.integer({ min: 0, max: 95 })
    const clock = (n: number) =>
      `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`
    const text = fc
      .uniqueArray(quarter, { minLength: 2, maxLength: 4 })
      .map((all) => all.toSorted((a, b) => a - b))
      .map(([a = 0, b = 1, c, d]) =>
        [`${clock(a)}-${clock(b)}`, ...(c !== undefined && d !== undefined ? [`${clock(c)}-${clock(d)}`] : [])].join(
          ' ',
        ),
      )
    const zones = fc.constantFrom(
      ['America/New_York', '2026-03-08'] as const,
      ['America/New_York', '2026-11-01'] as const,
      ['America/Sao_Paulo', '2018-11-04'] as const,
      ['America/Sao_Paulo', '2019-02-16'] as const,
      ['Australia/Lord_Howe', '2026-04-05'] as const,
      ['Europe/Lisbon', '2026-10-25'] as const,
    )
    const STEP = 15 * 60_000
    fc.assert(
      fc.property(
        zones,
        fc.array(text, { minLength: 7, maxLength: 7 }),
        fc.integer({ min: -96, max: 96 }),
        (zone, texts, n) => {
          const days = texts.map((one, number) => day(number, one))
          const here = plan({ timezone: zone[0], company: { week: days, message: '' } })
          const start = Date.parse(`${zone[1]}T12:00:00Z`) + n * STEP
          const { isOpen, since, until } = verdictAt(here, start)
          const isSame = (moment: number) => isOpenAt(here, moment) === isOpen
          let last = start
          while (isSame(last + STEP)) last += STEP
          let first = start
          while (isSame(first - STEP)) first -= STEP
          expect([shown(since), shown(until)]).toEqual([shown(first), shown(last + STEP)])
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('what is saved', () => {
  const periods = (text: string) => day(1, text).periods

  it('has periods that end after they begin and keep apart', () => {
    expect(periodsFault(periods('08:00-12:00 12:00-18:00'))).toBeNull()
    expect(periodsFault(periods('18:00-24:00'))).toBeNull()
    expect(periodsFault(periods('22:00-02:00'))).toMatchObject({ kind: 'inverted' })
    expect(periodsFault(periods('08:00-08:00'))).toMatchObject({ kind: 'inverted' })
    expect(periodsFault(periods('13:00-18:00 08:00-14:00'))).toMatchObject({ kind: 'overlap' })
    expect(periodsFault([])).toEqual({ kind: 'empty' })
  })

  it('has each day once, with periods where it needs them', () => {
    expect(weekFault(week('08:00-12:00'))).toBeNull()
    expect(weekFault([...week('open').slice(1), day(1, 'open')])).toEqual({ day: 1, fault: null })
    expect(weekFault([{ day: 4, type: 'periods', periods: [] }])).toMatchObject({ day: 4 })
  })

  it('is in order, with touching periods as one', () => {
    const [first, second] = tidyWeek([day(3, '14:00-18:00 08:00-12:00'), day(2, '08:00-12:00 12:00-15:00')])
    expect([first, second]).toEqual([day(2, '08:00-15:00'), day(3, '08:00-12:00 14:00-18:00')])
  })

  it('is read by older clients, and theirs by us', () => {
    const one = toStored(day(1, '09:00-17:00'), 'Segunda-feira')
    expect(one).toMatchObject({ type: 'H', hr1: '09:00', hr2: '13:00', hr3: '13:00', hr4: '17:00' })
    expect(toStored(day(1, '08:00-12:00 14:00-24:00'), '')).toMatchObject({ hr2: '12:00', hr3: '14:00', hr4: '23:59' })
    const three = day(5, '08:00-10:00 11:00-12:00 14:00-24:00')
    expect(fromStored(toStored(three, ''))).toEqual(three)
    const { periods: _, ...older } = one
    expect(fromStored(older)).toEqual(day(1, '09:00-17:00'))
    expect(fromStored({ ...older, type: 'C' })).toMatchObject({ type: 'closed' })
  })
})

it('completes a week of which an older client sent one day', () => {
  const monday = { day: 1, type: 'closed' as const, periods: [] }
  expect(wholeWeek([monday]).map(({ day, type }) => [day, type])).toEqual([
    [0, 'open'],
    [1, 'closed'],
    ...[2, 3, 4, 5, 6].map((day) => [day, 'open']),
  ])
})
