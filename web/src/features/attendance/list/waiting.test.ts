import { expect, it } from 'vitest'
import { waitingTone } from './waiting.ts'

it('warms with the minutes', () => {
  const now = 1_800_000_000_000
  const after = (minutes: number) => waitingTone(now - minutes * 60_000, now)
  expect([0, 4.9, 5, 14.9, 15, 59, 60, 900].map(after)).toEqual([
    'calm',
    'calm',
    'warm',
    'warm',
    'hot',
    'hot',
    'late',
    'late',
  ])
})
