import { expect, it } from 'vitest'
import { blockOf, closingSoon } from './sendability.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const window = (expiresAt: string | null, humanExpiresAt: string | null = null) => ({
  isOfficial: true,
  expiresAt,
  humanExpiresAt,
})

it('blocks what cannot be sent and says why', () => {
  expect(blockOf({ status: 'pending' }, undefined, now)).toBe('pending')
  expect(blockOf({ status: 'closed' }, undefined, now)).toBe('closed')
  expect(blockOf({ status: 'open' }, undefined, now)).toBeNull()
  expect(blockOf({ status: 'open' }, window(null), now)).toBe('window')
  expect(blockOf({ status: 'open' }, window('2026-11-21T11:59:00Z'), now)).toBe('window')
  expect(blockOf({ status: 'open' }, { ...window(null), isOfficial: false }, now)).toBeNull()
})

it('lets a person answer longer than a machine, where the channel does', () => {
  const longer = window('2026-11-21T11:00:00Z', '2026-11-21T13:00:00Z')
  expect(blockOf({ status: 'open' }, longer, now)).toBeNull()
  expect(closingSoon(longer, now)).toBe(Date.parse('2026-11-21T13:00:00Z'))
})

it('warns when the window closes soon', () => {
  expect(closingSoon(window('2026-11-21T15:00:00Z'), now)).toBe(Date.parse('2026-11-21T15:00:00Z'))
  expect(closingSoon(window('2026-11-22T11:00:00Z'), now)).toBeNull()
  expect(closingSoon(window('2026-11-21T11:00:00Z'), now)).toBeNull()
})
