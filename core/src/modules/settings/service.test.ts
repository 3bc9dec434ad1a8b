import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, type TestServices } from '../operator/testing.ts'
import { SETTING_KEYS } from './catalogue.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

describe('settings', () => {
  it('are all there with their defaults, kept per company, and told', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const saved = await t.settings.save(one.scope, 'hidePhoneNumbers', true)
    expect(saved).toMatchObject({ key: 'hidePhoneNumbers', value: 'enabled', tenantId: one.tenantId })
    const valueIn = async (scope: typeof one.scope) =>
      (await t.settings.list(scope)).find((row) => row.key === 'hidePhoneNumbers')?.value
    expect([await valueIn(one.scope), await valueIn(two.scope)]).toEqual(['enabled', 'disabled'])
    expect(await t.settings.list(two.scope)).toHaveLength(SETTING_KEYS.length)
    expect(t.events).toContainEqual({
      audience: { tenantId: one.tenantId, to: 'tenant' },
      event: 'settings',
      payload: { action: 'update', setting: saved },
    })
    expect(t.sent).toContainEqual({ kind: 'tenant', tenantId: one.tenantId })
  })

  it('refuse what does not exist or fit', async () => {
    const { scope } = await t.company()
    expect(await codeOf(t.settings.save(scope, 'constructor', 'enabled'))).toBe('ERR_NO_SETTING_FOUND')
    expect(await codeOf(t.settings.save(scope, 'reopenMaxDays', 'soon'))).toBe('ERR_SETTING_INVALID')
  })

  it('move the company’s clock', async () => {
    const { scope } = await t.company()
    await t.settings.save(scope, 'timezone', 'America/Manaus')
    expect((await t.auth.me(scope)).timezone).toBe('America/Manaus')
  })
})

describe('the company', () => {
  it('keeps its week and its absence message', async () => {
    const { scope } = await t.company()
    const { businessHours } = await t.tenants.businessHours(scope)
    expect(businessHours.map((day) => day.type)).toEqual(['O', 'O', 'O', 'O', 'O', 'O', 'O'])
    const week = businessHours.map((day) => ({ ...day, type: day.day === 0 ? ('C' as const) : ('H' as const) }))
    expect((await t.tenants.saveBusinessHours(scope, week)).businessHours).toEqual(week)
    const wrong = week.map((day) => (day.day === 3 ? { ...day, hr2: '07:00' } : day))
    await expect(t.tenants.saveBusinessHours(scope, wrong)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      params: { field: 'businessHours.3' },
    })
    expect(await t.tenants.saveAbsenceMessage(scope, 'Voltamos às 8h.')).toMatchObject({
      messageBusinessHours: 'Voltamos às 8h.',
      businessHours: week,
    })
  })

  it('knows its plan, its limits and what it uses of them', async () => {
    const { scope, person } = await t.company({ maxUsers: 5 })
    await person()
    expect(await t.tenants.plan(scope)).toMatchObject({
      plan: null,
      limits: { users: 5, connections: null },
      usage: { users: 2, connections: 0 },
    })
    expect(await t.tenants.date(scope)).toEqual({ dueDate: null, isExpired: false, daysLeft: null, status: 'active' })
  })
})
