import { describe, expect, it } from 'vitest'
import {
  canReadSchedule,
  canSaveConfigs,
  changesRights,
  needsOwnPassword,
  permittedChange,
  type UserActor,
} from './policy.ts'

const agent: UserActor = { userId: 7, profile: 'user', isOperator: false }
const admin: UserActor = { userId: 1, profile: 'admin', isOperator: false }
const operator: UserActor = { userId: 7, profile: 'admin', isOperator: true }
const change = { name: 'Ana', email: 'a@b.c', profile: 'admin', queues: [1], isActive: true } as const

describe('permittedChange', () => {
  const whole = { ...change, queues: [...change.queues] }
  it('lets admins and the operator change everything', () => {
    expect(permittedChange(admin, 7, whole)).toEqual(whole)
    expect(permittedChange(operator, 7, whole)).toEqual(whole)
  })
  it('leaves rights out of what people change about themselves', () =>
    expect(permittedChange(agent, 7, whole)).toEqual({ name: 'Ana', email: 'a@b.c' }))
  it.each(['user', 'supervisor', 'supervisorfila'] as const)('lets a %s change nobody else', (profile) =>
    expect(permittedChange({ ...agent, profile }, 8, whole)).toBeNull(),
  )
})

describe('needsOwnPassword', () => {
  it.each([
    [agent, { password: 'x' }, true],
    [agent, { password: '' }, false],
    [agent, { email: 'new@b.c' }, true],
    [agent, { email: 'a@b.c', name: 'Ana' }, false],
    [admin, { password: 'x', email: 'new@b.c' }, false],
    [operator, { password: 'x' }, false],
  ])('%o %o → %s', (actor, wanted, expected) => expect(needsOwnPassword(actor, 7, wanted, 'a@b.c')).toBe(expected))
})

it('knows which changes touch rights', () => {
  expect(changesRights({ name: 'Ana', locale: 'es' })).toBe(false)
  expect(changesRights({ queues: [] })).toBe(true)
})

it('shows schedules to admins and their owner, and keeps configs to the owner', () => {
  expect([canReadSchedule(admin, 7), canReadSchedule(agent, 7), canReadSchedule(agent, 8)]).toEqual([true, true, false])
  expect([canSaveConfigs(agent, 7), canSaveConfigs(admin, 7), canSaveConfigs(operator, 7)]).toEqual([
    true,
    false,
    false,
  ])
})
