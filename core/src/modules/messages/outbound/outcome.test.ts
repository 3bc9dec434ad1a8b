import { PluginError, type PluginErrorCode } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { notAsked, outcomeOf } from './outcome.ts'

const after = (code: PluginErrorCode, attempt = 1, idempotent = false, retryAfterMs?: number) =>
  outcomeOf(new PluginError(code, retryAfterMs === undefined ? {} : { retryAfterMs }), attempt, idempotent, 0)

describe('a failed attempt', () => {
  it('of a channel that is down waits without counting', () => {
    expect(after('NOT_CONNECTED', 7)).toMatchObject({ outcome: 'later', free: true })
    expect(after('AUTH_EXPIRED', 7)).toMatchObject({ outcome: 'later', free: true })
  })

  it('waits as long as the provider asks', () => {
    expect(after('RATE_LIMITED', 1, false, 42_000)).toMatchObject({ outcome: 'later', delayMs: 42_000, free: true })
  })

  it('is tried again with growing pauses, then given up within two minutes', () => {
    const delays = [1, 2, 3, 4].map((attempt) => after('TEMPORARY', attempt).delayMs ?? 0)
    expect(delays).toEqual([1000, 5000, 15_000, 60_000])
    expect(delays.reduce((sum, delay) => sum + delay)).toBeLessThan(120_000)
    expect(after('TEMPORARY', 5)).toEqual({ outcome: 'failed', code: 'TEMPORARY', detail: undefined })
  })

  it('is never repeated blindly when it may have arrived', () => {
    expect(after('AMBIGUOUS')).toMatchObject({ outcome: 'unknown' })
    expect(after('AMBIGUOUS', 1, true)).toMatchObject({ outcome: 'later' })
  })

  it('that was not made costs none', () => {
    const paused = new PluginError('TEMPORARY', { retryAfterMs: 12_000 })
    expect(notAsked(paused)).toMatchObject({ outcome: 'later', delayMs: 12_000, free: true })
    expect(notAsked(new PluginError('TEMPORARY'))).toMatchObject({ outcome: 'later', delayMs: 1000, free: true })
  })

  it('is final for what will not get better, and for defects', () => {
    expect(after('RECIPIENT_INVALID')).toMatchObject({ outcome: 'failed', code: 'RECIPIENT_INVALID' })
    expect(outcomeOf(new TypeError('x'), 1, true, 0)).toEqual({ outcome: 'failed', code: 'REJECTED' })
  })
})
