import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventHints } from './event-hints.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells at once, then gathers, and forgets none', () => {
  const tell = vi.fn()
  const hint = createEventHints(tell, 500)
  hint()
  expect(tell).toHaveBeenCalledTimes(1)
  for (let index = 0; index < 100; index++) hint()
  expect(tell).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  expect(tell).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(tell).toHaveBeenCalledTimes(2)
  hint()
  expect(tell).toHaveBeenCalledTimes(3)
})
