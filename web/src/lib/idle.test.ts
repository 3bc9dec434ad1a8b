import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IDLE_RELOAD } from './constants.ts'
import { reloadWhenIdle } from './idle.ts'
import { holdUnsaved } from './unsaved.ts'

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reloads after half an hour without a person', () => {
  const reload = vi.fn()
  const stop = reloadWhenIdle(reload)
  vi.advanceTimersByTime(IDLE_RELOAD - 1_000)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(IDLE_RELOAD - 1_000)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(reload).toHaveBeenCalledOnce()
  stop()
})

it('waits while something is unsaved', () => {
  const reload = vi.fn()
  const release = holdUnsaved(() => true)
  const stop = reloadWhenIdle(reload)
  vi.advanceTimersByTime(IDLE_RELOAD)
  expect(reload).not.toHaveBeenCalled()
  release()
  vi.advanceTimersByTime(IDLE_RELOAD)
  expect(reload).toHaveBeenCalledOnce()
  stop()
})
