import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { ensureOperator } from './index.ts'
import { codeOf, createTestServices, PASSWORD, type TestServices } from './testing.ts'

const h = await startHarness()
let t: TestServices
let operator: Scope
beforeAll(async () => {
  t = createTestServices(h.db, h.clock)
  await ensureOperator(t, { adminEmail: undefined, adminPassword: undefined })
  const admin = await h.db.system.user.findFirstOrThrow({ where: { tenantId: 1, profile: 'admin' } })
  operator = {
    tenantId: 1,
    actor: { kind: 'user', userId: admin.id, profile: 'admin', sessionId: randomUUID(), name: admin.name },
    locale: 'pt',
    requestId: 'r',
  }
})
afterAll(() => h.close())

const newCompany = (more: object = {}) => ({
  name: `Acme ${randomUUID()}`,
  user: { name: 'Olga Reis', email: `${randomUUID()}@recado.test`, password: PASSWORD },
  ...more,
})
const day = (offset: number) => new Date(h.clock.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('first start', () => {
  it('makes the operator once', async () => {
    expect(await ensureOperator(t, { adminEmail: 'x@y.test', adminPassword: PASSWORD })).toBeNull()
    expect(await h.db.system.user.count({ where: { tenantId: 1, email: 'x@y.test' } })).toBe(0)
    expect((await t.operator.plans()).length).toBeGreaterThan(0)
  })
})

describe('companies', () => {
  it('are created with an admin who can log in, defaults and counts', async () => {
    const wanted = newCompany({ dueDate: day(10), whatsapp: '5511988887777' })
    const company = await t.operator.createTenant(operator, wanted)
    expect(company).toMatchObject({
      name: wanted.name,
      status: 'active',
      usersCount: 1,
      channelsCount: 0,
      isExpired: false,
      dueDate: day(10),
    })
    const admin = await t.signIn(wanted.user.email)
    expect(admin).toMatchObject({ tenantId: company.id, userId: company.ownerId, isOperator: false })
    expect((await t.tenants.businessHours(admin.scope)).businessHours).toHaveLength(7)
    expect((await t.operator.tenants({})).map((row) => row.id)).toContain(company.id)
    expect(t.events).toContainEqual({
      audience: { to: 'operator' },
      event: 'company',
      payload: { action: 'create', company },
    })
  })

  it('have an admin who is spoken to as the operator is', async () => {
    const wanted = newCompany()
    await t.operator.createTenant({ ...operator, locale: 'en' }, wanted)
    expect((await t.signIn(wanted.user.email)).locale).toBe('en')
  })

  it('leave nothing behind when they cannot be created', async () => {
    const taken = newCompany()
    await t.operator.createTenant(operator, taken)
    const again = newCompany({ user: taken.user })
    expect(await codeOf(t.operator.createTenant(operator, again))).toBe('ERR_USER_EXIST')
    expect(await codeOf(t.operator.createTenant(operator, newCompany({ planId: 999_999 })))).toBe('ERR_NO_PLAN_FOUND')
    expect(await codeOf(t.operator.createTenant(operator, newCompany({ dueDate: day(-2) })))).toBe(
      'ERR_TENANT_DUE_DATE_PAST',
    )
    expect(await codeOf(t.operator.createTenant(operator, newCompany({ dueDate: '2027-02-30' })))).toBe(
      'ERR_VALIDATION',
    )
    expect(await h.db.system.tenant.count({ where: { name: again.name } })).toBe(0)
  })

  it('are locked out when switched off, and let in again', async () => {
    const { tenantId, email, admin } = await t.company()
    expect(await t.operator.setStatus(operator, tenantId, 'inactive')).toMatchObject({ status: 'inactive' })
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.auth.refresh(admin.refreshToken))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.signIn(email))).toBe('ERR_TENANT_INACTIVE')
    await t.operator.setStatus(operator, tenantId, 'active')
    await t.signIn(email)
    expect(t.statusChanges).toEqual(
      expect.arrayContaining([
        [tenantId, false],
        [tenantId, true],
      ]),
    )
    expect(await codeOf(t.operator.setStatus(operator, 1, 'inactive'))).toBe('ERR_TENANT_PROTECTED')
    const audited = await h.db.system.auditLog.findMany({ where: { tenantId, actorKind: 'operator' } })
    expect(audited.map((row) => row.action)).toContain('tenant.update-status')
  })

  it('get months, and due dates that are not past', async () => {
    const { tenantId } = await t.company({ dueDate: day(3) })
    const extended = await t.operator.addMonth(operator, tenantId)
    expect(extended.dueDate?.slice(8)).toBe(day(3).slice(8))
    expect(await codeOf(t.operator.updateTenant(operator, tenantId, { dueDate: day(-2) }))).toBe(
      'ERR_TENANT_DUE_DATE_PAST',
    )
    await h.db.system.tenant.update({ where: { id: tenantId }, data: { dueDate: new Date('2020-01-01') } })
    const renamed = await t.operator.updateTenant(operator, tenantId, {
      name: 'Outra',
      dueDate: '2020-01-01',
      maxUsers: 9,
    })
    expect(renamed).toMatchObject({ name: 'Outra', isExpired: true, maxUsers: 9 })
    expect((await t.operator.tenants({ expired: true })).map((row) => row.id)).toContain(tenantId)
    expect((await t.operator.updateTenant(operator, tenantId, { dueDate: null })).isExpired).toBe(false)
    expect(await codeOf(t.operator.addMonth(operator, 2_000_000))).toBe('ERR_NO_TENANT_FOUND')
  })

  it('have users that the operator lists and changes, in their own company', async () => {
    const { tenantId, admin, email } = await t.company()
    expect((await t.operator.tenantUsers(operator, tenantId, {})).users.map((user) => user.email)).toEqual([email])
    const changed = await t.operator.updateUser(operator, admin.userId, null, { password: 'Jatobá do 9 campo' }, '')
    expect(changed.tenantId).toBe(tenantId)
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_ENDED')
    await t.signIn(email, 'Jatobá do 9 campo')
    expect(await codeOf(t.operator.updateUser(operator, admin.userId, tenantId + 1, { name: 'Xx' }, ''))).toBe(
      'ERR_NO_USER_FOUND',
    )
    expect(await codeOf(t.operator.updateUser(operator, admin.userId, null, { isActive: false }, ''))).toBe(
      'ERR_LAST_ADMIN',
    )
  })

  it('are nothing that an admin of a company can touch', async () => {
    const { scope } = await t.company()
    const other = await t.company()
    const refused = await Promise.all(
      [
        t.operator.tenantUsers(scope, other.tenantId, {}),
        t.operator.updateUser(scope, other.admin.userId, null, { name: 'Mallory' }, ''),
        t.operator.createTenant(scope, newCompany()),
      ].map(codeOf),
    )
    expect(new Set(refused)).toEqual(new Set(['ERR_NO_PERMISSION']))
  })
})

describe('plans', () => {
  it('are unique by name and stay while a company has them', async () => {
    const name = `Plano ${randomUUID()}`
    const plan = await t.operator.createPlan(operator, {
      name: ` ${name} `,
      maxUsers: 2,
      maxConnections: 1,
      value: 99.9,
    })
    expect(plan).toMatchObject({ name, value: 99.9, campaigns: true })
    expect(await codeOf(t.operator.createPlan(operator, { ...plan, name: name.toUpperCase() }))).toBe(
      'ERR_PLAN_NAME_ALREADY_EXISTS',
    )
    expect(await codeOf(t.operator.createPlan(operator, { ...plan, name: ' ' }))).toBe('ERR_PLAN_INVALID_NAME')
    expect(await t.operator.updatePlan(operator, plan.id, { ...plan, value: 0.07, groups: false })).toMatchObject({
      value: 0.07,
      groups: false,
    })
    const company = await t.operator.createTenant(operator, newCompany({ planId: plan.id }))
    expect(company.plan).toMatchObject({ id: plan.id, maxUsers: 2 })
    expect(await codeOf(t.operator.removePlan(operator, plan.id))).toBe('ERR_CONFLICT')
    await t.operator.updateTenant(operator, company.id, { planId: null })
    await t.operator.removePlan(operator, plan.id)
    expect(await codeOf(t.operator.removePlan(operator, plan.id))).toBe('ERR_NO_PLAN_FOUND')
  })
})
