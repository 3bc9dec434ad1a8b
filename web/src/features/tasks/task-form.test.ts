import { expect, it } from 'vitest'
import { initialOf, limitDateOf, soon } from './task-form.ts'

const at = (text: string) => Date.parse(text)

it('proposes a full hour that leaves time', () => {
  expect(soon(at('2026-11-20T18:31:00Z'))).toBe(at('2026-11-20T20:00:00Z'))
  expect(soon(at('2026-11-20T18:29:00Z'))).toBe(at('2026-11-20T19:00:00Z'))
  expect(initialOf(null, 7, at('2026-11-20T18:29:00Z'))).toMatchObject({ limit: '2026-11-20T16:00', ownerId: 7 })
})

it('the limit is on the company’s clock, and stays to the second when it is not touched', () => {
  const task = { limitDate: '2026-11-20T18:30:42.000Z' }
  expect(limitDateOf(task, '2026-11-20T15:30')).toBe(task.limitDate)
  expect(limitDateOf(task, '2026-11-20T15:31')).toBe('2026-11-20T18:31:00.000Z')
  expect(limitDateOf(null, '2026-11-20T23:30')).toBe('2026-11-21T02:30:00.000Z')
})
