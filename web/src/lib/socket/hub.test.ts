import { expect, it, vi } from 'vitest'
import { dispatch, onEvent, onResync } from './hub.ts'

it('hands events on with or without the tenant, and stops when told', () => {
  const seen = vi.fn()
  const stop = onEvent('settings', seen)
  const event = { action: 'update', setting: { key: 'a', value: 'b' } }
  dispatch('7:settings', event)
  dispatch('settings', event)
  dispatch('7:user', { action: 'create' })
  expect(seen.mock.calls).toEqual([[event], [event]])
  stop()
  dispatch('7:settings', event)
  expect(seen).toHaveBeenCalledTimes(2)
})

it('takes the server’s resync for all who follow', () => {
  const seen = vi.fn()
  const stop = onResync(seen)
  dispatch('7:resync', {})
  dispatch('resync', {})
  expect(seen).toHaveBeenCalledTimes(2)
  stop()
})
