import { expect, it } from 'vitest'
import { doersOf, initialOf, limitDateOf, personKey, soon, teamKey } from './task-form.ts'

const at = (text: string) => Date.parse(text)

it('proposes a full hour that leaves time', () => {
  expect(soon(at('2026-11-20T18:31:00Z'))).toBe(at('2026-11-20T20:00:00Z'))
  expect(soon(at('2026-11-20T18:29:00Z'))).toBe(at('2026-11-20T19:00:00Z'))
  expect(initialOf(null, 7, at('2026-11-20T18:29:00Z'))).toMatchObject({ limit: '2026-11-20T16:00', owner: 'person:7' })
})

it('is for a person or for a team', () => {
  expect([personKey(7), teamKey(7)].map(doersOf)).toEqual([{ ownerId: 7 }, { teamId: 7 }])
})

it('the limit is on the company’s clock, and stays to the second when it is not touched', () => {
  const task = { limitDate: '2026-11-20T18:30:42.000Z' }
  expect(limitDateOf(task, '2026-11-20T15:30')).toBe(task.limitDate)
  expect(limitDateOf(task, '2026-11-20T15:31')).toBe('2026-11-20T18:31:00.000Z')
  expect(limitDateOf(null, '2026-11-20T23:30')).toBe('2026-11-21T02:30:00.000Z')
})
