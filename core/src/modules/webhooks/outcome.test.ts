import { describe, expect, it } from 'vitest'
import { LIFETIME_MS, retryAfterOf, settle } from './outcome.ts'

const failed = { failure: 'STATUS', retryAfterMs: null } as const
const START = Date.parse('2026-01-01T00:00:00Z')
const limits = (attempts: number) => ({ attempts, expiresAt: START + LIFETIME_MS })

/** Each attempt is made when it is due and fails. */
const course = (chance: number): number[] => {
  const times: number[] = []
  for (let attempts = 1, now = START; ; attempts++) {
    const settled = settle(failed, limits(attempts), now, chance)
    if (settled.state !== 'pending') return times
    now = settled.dueAt
    times.push(now - START)
  }
}

describe('settle', () => {
  it('ends with the first success', () => {
    expect(settle({ failure: null, retryAfterMs: null }, limits(3), START, 0)).toEqual({ state: 'delivered' })
  })

  it('tries for nearly a day, more and more rarely, then gives up', () => {
    const minutes = course(0).map((ms) => Math.round(ms / 60_000))
    expect(minutes).toEqual([0, 1, 6, 36, 156, 456, 936, 1416])
    expect(course(0)[0]).toBe(10_000)
    for (const chance of [0, 0.5, 1]) {
      const times = course(chance)
      expect(times).toHaveLength(8)
      expect(times.at(-1)).toBeLessThan(LIFETIME_MS)
    }
    expect(course(1).at(-1)).toBeGreaterThan(0.88 * LIFETIME_MS)
  })

  it('waits as long as the receiver asks, an hour at most', () => {
    const asked = (retryAfterMs: number) => settle({ ...failed, retryAfterMs }, limits(1), START, 0)
    expect(asked(1000)).toEqual({ state: 'pending', dueAt: START + 10_000 })
    expect(asked(120_000)).toEqual({ state: 'pending', dueAt: START + 120_000 })
    expect(asked(86_400_000)).toEqual({ state: 'pending', dueAt: START + 3_600_000 })
  })

  it('gives up what would come too late', () => {
    expect(settle(failed, { attempts: 4, expiresAt: START + 60_000 }, START, 0)).toEqual({ state: 'failed' })
  })
})

describe('Retry-After', () => {
  it.each([
    [undefined, null],
    ['30', 30_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
  ])('%s is %s', (header, expected) => {
    expect(retryAfterOf(header, START)).toBe(expected)
  })
})
