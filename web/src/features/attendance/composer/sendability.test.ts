import { expect, it } from 'vitest'
import { blockOf, closingSoon } from './sendability.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const window = (isOpen: boolean, expiresAt: string | null) => ({ isOfficial: true, isOpen, expiresAt })

it('blocks what cannot be sent and says why', () => {
  expect(blockOf({ status: 'pending' }, undefined, now)).toBe('pending')
  expect(blockOf({ status: 'closed' }, undefined, now)).toBe('closed')
  expect(blockOf({ status: 'open' }, undefined, now)).toBeNull()
  expect(blockOf({ status: 'open' }, window(false, null), now)).toBe('window')
  expect(blockOf({ status: 'open' }, window(true, '2026-11-21T11:59:00Z'), now)).toBe('window')
  expect(blockOf({ status: 'open' }, { ...window(false, null), isOfficial: false }, now)).toBeNull()
})

it('warns when the window closes soon', () => {
  expect(closingSoon(window(true, '2026-11-21T15:00:00Z'), now)).toBe(Date.parse('2026-11-21T15:00:00Z'))
  expect(closingSoon(window(true, '2026-11-22T11:00:00Z'), now)).toBeNull()
  expect(closingSoon(window(true, '2026-11-21T11:00:00Z'), now)).toBeNull()
})
