import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { dayKey, formatRelative, formatSince, formatSoon, formatTime } from './dates.ts'
import { setTimeZone } from './time-zone.ts'

const now = Date.UTC(2026, 10, 20, 15, 0, 0)
const minute = 60_000
const hour = 60 * minute

beforeEach(async () => {
  await i18n.init({ lng: 'pt', resources: {} })
  setTimeZone('America/Sao_Paulo')
})
afterEach(() => setTimeZone('America/Sao_Paulo'))

describe('dates', () => {
  it('lives in the time zone of the company', () => {
    const late = Date.UTC(2026, 10, 21, 1, 30)
    expect(formatTime(late)).toBe('22:30')
    expect(dayKey(late)).toBe('2026-11-20')
    setTimeZone('Europe/Lisbon')
    expect(formatTime(late)).toBe('01:30')
    expect(dayKey(late)).toBe('2026-11-21')
    setTimeZone('Nowhere/Land')
    expect(formatTime(late)).toBe('01:30')
  })

  it('is relative up to a day and absolute after', () => {
    expect(formatRelative(now - 10_000, now)).toBe('agora')
    expect(formatRelative(now - 5 * minute, now)).toBe('há 5 minutos')
    expect(formatRelative(now + 2 * hour, now)).toBe('em 2 horas')
    expect(formatRelative(now - 30 * hour, now)).toContain('2026')
  })

  it('names the day of what is to come only when it is another one', () => {
    expect(formatSoon(now + 2 * hour, now)).toBe('14:00')
    expect(formatSoon(now + 13 * hour, now)).toBe('21/11, 01:00')
  })

  it('writes the time as people do in each language', async () => {
    const early = Date.UTC(2026, 10, 20, 8, 34)
    for (const [lng, said] of [
      ['pt', '05:34'],
      ['es', '05:34'],
      ['en', '5:34 AM'],
    ] as const) {
      await i18n.changeLanguage(lng)
      expect(formatTime(early).replace('\u202f', ' ')).toBe(said)
    }
    expect(formatSoon(now + 13 * hour, now).replace('\u202f', ' ')).toBe('11/21, 1:00 AM')
  })

  it('is narrow in lists', () => {
    expect(formatSince(now - 30_000, now)).toBe('agora')
    expect(formatSince(now - 59 * minute, now)).toBe('59 min')
    expect(formatSince(now - 3 * hour, now)).toBe('3 h')
    expect(formatSince(now - 25 * hour, now)).toBe('ontem')
    expect(formatSince(now - 72 * hour, now)).toBe('17/11')
    expect(formatSince(now - 400 * 24 * hour, now)).toBe('16/10/2025')
  })
})
