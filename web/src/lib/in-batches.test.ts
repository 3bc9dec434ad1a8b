import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inBatches, WAIT } from './in-batches.ts'

let isHidden = false
beforeEach(() => {
  isHidden = false
  vi.useFakeTimers()
  vi.stubGlobal('document', {
    get hidden() {
      return isHidden
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes the first at once and what follows it together, in order, in time', () => {
  const take = vi.fn()
  const news = inBatches<number>(take)
  news.add(1)
  expect(take.mock.calls).toEqual([[[1]]])
  for (const number of [2, 3, 4]) news.add(number)
  expect(take).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(WAIT)
  expect(take.mock.calls.slice(1)).toEqual([[[2, 3, 4]]])
  vi.advanceTimersByTime(10 * WAIT)
  expect(take).toHaveBeenCalledTimes(2)
  expect(WAIT).toBeLessThanOrEqual(100)
})

it('keeps nothing back behind other windows or when it is asked, and nothing after its end', () => {
  const take = vi.fn()
  const news = inBatches<number>(take)
  news.add(1)
  isHidden = true
  news.add(2)
  isHidden = false
  news.add(3)
  news.flush()
  expect(take.mock.calls).toEqual([[[1]], [[2]], [[3]]])
  news.add(4)
  news.stop()
  vi.advanceTimersByTime(WAIT)
  expect(take).toHaveBeenCalledTimes(3)
})
