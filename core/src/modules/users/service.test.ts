import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, PASSWORD, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

const fresh = () => ({ name: 'Nair Campos', email: `${randomUUID()}@recado.test`, password: PASSWORD })

describe('users', () => {
  it('stay within the limit under parallel creation', async () => {
    const { scope } = await t.company({ maxUsers: 3 })
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(t.users.create(scope, fresh()))))
    expect(codes.filter((code) => code === 'no error')).toHaveLength(2)
    expect(codes.filter((code) => code === 'ERR_USER_LIMIT_USER_CREATION')).toHaveLength(6)
    const off = await t.users.create(scope, { ...fresh(), isActive: false })
    expect(await codeOf(t.users.update(scope, off.id, { isActive: true }, ''))).toBe('ERR_USER_LIMIT_USER_CREATION')
  })

  it('begin in the language of whoever made them', async () => {
    const { scope } = await t.company()
    expect((await t.users.create({ ...scope, locale: 'es' }, fresh())).locale).toBe('es')
    expect((await t.users.create({ ...scope, locale: 'es' }, { ...fresh(), locale: 'en' })).locale).toBe('en')
    expect((await t.users.create(scope, fresh())).locale).toBe('pt')
  })

  it('have an e-mail that no other company’s user has', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const user = await t.users.create(one.scope, fresh())
    expect(await codeOf(t.users.create(two.scope, { ...fresh(), email: ` ${user.email.toUpperCase()}` }))).toBe(
      'ERR_USER_EXIST',
    )
    expect(
      await codeOf(t.users.update(two.scope, two.admin.userId, { email: user.email, currentPassword: PASSWORD }, '')),
    ).toBe('ERR_USER_EXIST')
    const moved = `${randomUUID()}@recado.test`
    await t.users.update(one.scope, user.id, { email: moved }, '')
    await t.signIn(moved)
    await t.users.create(two.scope, { ...fresh(), email: user.email })
  })

  it('get queues all or nothing, and none of another company', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const own = await t.queues.create(one.scope, { queue: 'Suporte' })
    const foreign = await t.queues.create(two.scope, { queue: 'Vendas' })
    const user = await t.users.create(one.scope, { ...fresh(), queues: [{ id: own.id }] })
    expect(user.queues).toEqual([expect.objectContaining({ id: own.id, queue: 'Suporte', name: 'Suporte' })])
    expect(await codeOf(t.users.update(one.scope, user.id, { queues: [own.id, foreign.id] }, ''))).toBe(
      'ERR_NO_QUEUE_FOUND',
    )
    expect(await codeOf(t.users.update(one.scope, user.id, { channels: [4_000_000] }, ''))).toBe('ERR_NO_WAPP_FOUND')
    expect((await t.users.get(one.scope, user.id)).queues).toHaveLength(1)
    expect((await t.users.update(one.scope, user.id, { queues: [] }, '')).queues).toEqual([])
  })

  it('of another company do not exist', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const foreign = two.admin.userId
    const codes = await Promise.all([
      codeOf(t.users.get(one.scope, foreign)),
      codeOf(t.users.update(one.scope, foreign, { name: 'Mallory' }, '')),
      codeOf(t.users.remove(one.scope, foreign)),
      codeOf(t.users.saveSchedule(one.scope, foreign, { horarioLogin: null })),
      codeOf(t.users.getSchedule(one.scope, foreign)),
    ])
    expect(new Set(codes)).toEqual(new Set(['ERR_NO_USER_FOUND']))
    expect((await t.users.list(one.scope, {})).users.map((user) => user.id)).toEqual([one.admin.userId])
  })

  it('always include an active admin', async () => {
    const { scope, admin, person } = await t.company()
    for (const change of [{ profile: 'user' as const }, { isActive: false }])
      expect(await codeOf(t.users.update(scope, admin.userId, change, ''))).toBe('ERR_LAST_ADMIN')
    expect(await codeOf(t.users.remove(scope, admin.userId))).toBe('ERR_USER_SELF_DELETE')
    const second = await person('admin')
    const codes = await Promise.all([
      codeOf(t.users.update(scope, second.id, { profile: 'user' }, '')),
      codeOf(t.users.update(second.scope, admin.userId, { profile: 'user' }, '')),
    ])
    expect(codes.sort()).toEqual(['ERR_LAST_ADMIN', 'no error'])
  })

  it('change themselves, but not their rights, and confirm by password what hands over the account', async () => {
    const { person, admin } = await t.company()
    const agent = await person()
    const changed = await t.users.update(
      agent.scope,
      agent.id,
      { name: 'Outro Nome', profile: 'admin', queues: [1], locale: 'es' },
      '',
    )
    expect(changed).toMatchObject({ name: 'Outro Nome', profile: 'user', locale: 'es' })
    expect(await codeOf(t.users.update(agent.scope, admin.userId, { name: 'X1' }, ''))).toBe('ERR_NO_PERMISSION')
    expect(await codeOf(t.users.update(agent.scope, agent.id, { password: 'Jatobá do 9 campo' }, ''))).toBe(
      'ERR_PASSWORD_WRONG',
    )
    await t.users.update(agent.scope, agent.id, { password: 'Jatobá do 9 campo', currentPassword: PASSWORD }, '')
    await t.auth.authenticate(agent.token, 'r')
    await t.signIn(agent.email, 'Jatobá do 9 campo')
  })

  it('are spoken to in another language at once', async () => {
    const { tenantId, person } = await t.company()
    const agent = await person()
    expect((await t.auth.authenticate(agent.token, 'r')).scope.locale).toBe('pt')
    await t.users.update(agent.scope, agent.id, { locale: 'es' }, '')
    expect((await t.auth.authenticate(agent.token, 'r')).scope.locale).toBe('es')
    expect(t.sent).toContainEqual({ kind: 'rights', tenantId, userId: agent.id })
  })

  it('lose cached rights and sessions when these are taken away', async () => {
    const { scope, tenantId, person } = await t.company()
    const agent = await person('supervisor')
    await t.users.update(scope, agent.id, { profile: 'user' }, '')
    expect((await t.auth.authenticate(agent.token, 'r')).scope.actor).toMatchObject({ profile: 'user' })
    expect(t.sent).toContainEqual({ kind: 'rights', tenantId, userId: agent.id })
    await t.users.update(scope, agent.id, { isActive: false }, '')
    expect(await codeOf(t.auth.authenticate(agent.token, 'r'))).toBe('ERR_SESSION_ENDED')
  })

  it('are found by a part of name or mail, wildcards taken literally, 40 a page', async () => {
    const { scope } = await t.company()
    for (let i = 0; i < 42; i += 1)
      await h.db.uow.run(scope, (tx) =>
        t.users.insert(tx, {
          name: `Agente ${String(i).padStart(2, '0')}%`,
          email: `${randomUUID()}@recado.test`,
          passwordHash: '-',
        }),
      )
    const first = await t.users.list(scope, { searchParam: 'AGENTE' })
    expect([first.users.length, first.count, first.hasMore]).toEqual([40, 42, true])
    const second = await t.users.list(scope, { searchParam: 'agente', pageNumber: 2 })
    expect([second.users.length, second.hasMore]).toEqual([2, false])
    expect((await t.users.list(scope, { searchParam: '07%' })).count).toBe(1)
    expect((await t.users.list(scope, { searchParam: '_gente' })).count).toBe(0)
  })

  it('are deleted with their sessions, and their mail is free again', async () => {
    const { scope, person, tenantId } = await t.company()
    const agent = await person()
    await t.users.remove(scope, agent.id)
    expect(await codeOf(t.auth.authenticate(agent.token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.users.get(scope, agent.id))).toBe('ERR_NO_USER_FOUND')
    expect(t.events).toContainEqual({
      audience: { tenantId, to: 'tenant' },
      event: 'user',
      payload: { action: 'delete', userId: agent.id },
    })
    await t.users.create(scope, { ...fresh(), email: agent.email })
  })

  it('keep their own configs, merged at the top', async () => {
    const { admin, scope, person } = await t.company()
    await t.users.saveConfigs(scope, admin.userId, { isDark: true, filtrosAtendimento: { showAll: true } })
    await t.users.saveConfigs(scope, admin.userId, { isDark: false })
    const { configs } = await t.auth.me(scope)
    expect(configs).toMatchObject({ isDark: false, filtrosAtendimento: { showAll: true, status: ['open', 'pending'] } })
    const agent = await person()
    expect(await codeOf(t.users.saveConfigs(agent.scope, admin.userId, { isDark: true }))).toBe('ERR_NO_PERMISSION')
  })
})
