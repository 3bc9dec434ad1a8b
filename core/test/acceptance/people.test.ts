import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, PASSWORD, type Person, startApp, type TestApp, until } from '../app.ts'
import { bytesOf } from '../authenticator.ts'
import { createSigningIn, type Factor } from '../signing-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { RECADO_TRUST_PROXY: 'true' } })
})
afterAll(() => app.close())

const { browser, codeOf, switchOn, login } = createSigningIn(() => app)

let company: Company
let agent: Person
beforeEach(async () => {
  company = await app.newTenant()
  agent = await company.user()
})

describe('a second step at the login', () => {
  it('is set up with password and code, and asked for from then on; no code counts twice', async () => {
    const refused = await agent.api.post<{ error: string }>('/auth/two-factor/setup', { currentPassword: 'Errada 123' })
    expect(refused.body.error).toBe('ERR_PASSWORD_WRONG')
    const { secret } = (
      await agent.api.post<Factor & { uri: string }>('/auth/two-factor/setup', { currentPassword: PASSWORD })
    ).body
    expect((await login(agent.email)).answer.status).toBe(200)
    const wrong = await agent.api.post<{ error: string }>('/auth/two-factor/confirm', { code: '000000' })
    expect(wrong.body.error).toBe('ERR_TWO_FACTOR_CODE')
    const first = codeOf(secret)
    const { recoveryCodes } = (await agent.api.post<Factor>('/auth/two-factor/confirm', { code: first })).body
    expect(new Set(recoveryCodes).size).toBe(10)

    const { from, answer, challenge } = await login(agent.email)
    expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_SECOND_FACTOR', params: { kind: 'code' } } })
    expect(answer.body).not.toHaveProperty('token')
    const used = await from('/auth/login/code', { challenge, code: first })
    expect(used.body.error).toBe('ERR_TWO_FACTOR_CODE')
    app.clock.advance(30_000)
    const code = codeOf(secret)
    const tries = await Promise.all(Array.from({ length: 4 }, () => browser()('/auth/login/code', { challenge, code })))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(tries.find(({ status }) => status === 200)?.body).toMatchObject({
      userId: agent.id,
      token: expect.any(String),
    })

    const [row] = await app.db.owner<{ secret: Buffer }>('select secret from two_factor where user_id = $1', [agent.id])
    expect(row?.secret.includes(bytesOf(secret))).toBe(false)
  })

  it('takes each recovery code once, however it is typed, and tells its owner how many are left', async () => {
    const { recoveryCodes } = await switchOn(agent)
    const spare = recoveryCodes[3] ?? ''
    const { from, challenge } = await login(agent.email)
    const code = ` ${spare.toLowerCase().replace('-', ' ')} `
    const passed = await from('/auth/login/code', { challenge, code })
    expect(passed.status).toBe(200)
    const again = await login(agent.email)
    const twice = await again.from('/auth/login/code', { challenge: again.challenge, code: spare })
    expect(twice.body.error).toBe('ERR_TWO_FACTOR_CODE')
    const status = await agent.api.get('/auth/two-factor')
    expect(status.body).toMatchObject({ isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    const fresh = await agent.api.post<Factor>('/auth/two-factor/recovery-codes', { currentPassword: PASSWORD })
    expect(fresh.body.recoveryCodes).toHaveLength(10)
    const old = await again.from('/auth/login/code', { challenge: again.challenge, code: recoveryCodes[4] })
    expect(old.body.error).toBe('ERR_TWO_FACTOR_CODE')
  })

  it('grows slower with each wrong code, also from many computers, and a challenge does not last', async () => {
    const { secret } = await switchOn(agent)
    const { challenge } = await login(agent.email)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 6; i += 1) {
      const { body } = await browser()('/auth/login/code', { challenge, code: '000000' })
      codes.push(body.error)
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'ERR_TWO_FACTOR_CODE'), 'ERR_RATE_LIMITED'])
    expect((await browser()('/auth/login/code', { challenge, code: codeOf(secret) })).body.error).toBe(
      'ERR_RATE_LIMITED',
    )
    app.clock.advance(6 * 60_000)
    const late = await browser()('/auth/login/code', { challenge, code: codeOf(secret) })
    expect(late.body.error).toBe('ERR_CHALLENGE_EXPIRED')
    const now = await login(agent.email)
    expect((await now.from('/auth/login/code', { challenge: now.challenge, code: codeOf(secret) })).status).toBe(200)
  })

  it('spares a browser that its owner trusts, until they leave everywhere else', async () => {
    const { secret } = await switchOn(agent)
    const { from, challenge } = await login(agent.email)
    const entered = await from('/auth/login/code', { challenge, code: codeOf(secret), trust: true })
    const { status, body } = (await login(agent.email, from)).answer
    expect([entered.status, status]).toEqual([200, 200])
    await from('/auth/sessions', undefined, { method: 'DELETE', token: String(body.token) })
    expect((await login(agent.email, from)).answer.body.error).toBe('ERR_SECOND_FACTOR')
  })

  it('is reset by an admin of the same company alone, for somebody else', async () => {
    await switchOn(agent)
    const other = await app.newTenant()
    const path = `/users/${agent.id}/two-factor`
    expect((await other.admin.api.delete(path)).status).toBe(404)
    expect((await agent.api.delete(path)).status).toBe(403)
    expect((await company.admin.api.get(`/users/${agent.id}`)).body).toMatchObject({ twoFactor: true })
    expect((await (await company.user()).api.get(`/users/${agent.id}`)).body).toMatchObject({ twoFactor: null })
    expect((await company.admin.api.delete(path)).status).toBe(200)
    expect((await agent.api.get('/auth/me')).status).toBe(401)
    expect((await login(agent.email)).answer.status).toBe(200)
    await switchOn(company.admin)
    const operator = await app.operator()
    expect((await company.admin.api.delete(`/admin${path}`)).status).toBe(403)
    const own = await company.admin.api.delete<{ error: string }>(`/users/${company.admin.id}/two-factor`)
    expect(own).toMatchObject({ status: 403 })
    expect((await operator.api.delete(`/admin/users/${company.admin.id}/two-factor`)).status).toBe(200)
    expect((await login(company.admin.email)).answer.status).toBe(200)
    expect((await operator.api.delete(`/admin/users/${operator.id}/two-factor`)).status).toBe(403)
  })

  it('is set up in the middle of the login where the company asks for it, and cannot be left', async () => {
    await company.admin.api.put('/settings/requireTwoFactor', { value: 'everyone' })
    const { from, answer, challenge } = await login(agent.email)
    expect(answer.body).toMatchObject({ error: 'ERR_SECOND_FACTOR', params: { kind: 'setup' } })
    expect((await from('/auth/login/code', { challenge, code: '123456' })).body.error).toBe('ERR_CHALLENGE_EXPIRED')
    const begun = await from('/auth/login/setup', { challenge })
    const secret = String(begun.body.secret)
    const done = await from('/auth/login/setup/confirm', { challenge, code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { userId: agent.id, recoveryCodes: expect.any(Array) } })
    const off = await from('/auth/two-factor/off', { currentPassword: PASSWORD }, { token: String(done.body.token) })
    expect(off.body.error).toBe('ERR_TWO_FACTOR_REQUIRED')
    await company.admin.api.put('/settings/requireTwoFactor', { value: 'disabled' })
    const left = await from('/auth/two-factor/off', { currentPassword: PASSWORD }, { token: String(done.body.token) })
    expect(left.status).toBe(200)
    expect((await login(agent.email)).answer.status).toBe(200)
  })
})

describe('teams', () => {
  it('are kept by admins, have people of the company alone, and show on them at once', async () => {
    const { admin } = company
    const other = await app.newTenant()
    const socket = await app.socket(agent.token)
    expect((await agent.api.post('/teams', { name: 'Campo' })).status).toBe(403)
    const made = await admin.api.post<{ id: number }>('/teams', {
      name: ' Campo ',
      users: [agent.id, { id: admin.id }],
    })
    expect(made.body).toMatchObject({ name: 'Campo', isActive: true, users: [{ id: agent.id }, { id: admin.id }] })
    await until(() => socket.received.some(({ event }) => event === `${company.tenantId}:team`))
    const codeOf = async (work: Promise<{ body: { error?: string } }>) => (await work).body.error
    expect(await codeOf(admin.api.post('/teams', { name: 'CAMPO' }))).toBe('ERR_TEAM_NAME_EXISTS')
    const foreign = { users: [agent.id, other.admin.id] }
    expect(await codeOf(admin.api.put(`/teams/${made.body.id}`, foreign))).toBe('ERR_NO_USER_FOUND')
    expect(await codeOf(other.admin.api.put(`/teams/${made.body.id}`, { name: 'Meu' }))).toBe('ERR_NO_TEAM_FOUND')
    expect((await agent.api.get(`/users/${agent.id}`)).body).toMatchObject({ teams: [{ name: 'Campo' }] })
    await admin.api.put(`/teams/${made.body.id}`, { isActive: false, users: [] })
    expect((await agent.api.get<unknown[]>('/teams')).body).toMatchObject([
      { name: 'Campo', isActive: false, users: [] },
    ])
    expect((await other.admin.api.get<unknown[]>('/teams')).body).toEqual([])
    await admin.api.put(`/teams/${made.body.id}`, { users: [agent.id] })
    await admin.api.delete(`/users/${agent.id}`)
    expect((await admin.api.get<unknown[]>('/teams')).body).toMatchObject([{ users: [] }])
    expect((await admin.api.delete(`/teams/${made.body.id}`)).status).toBe(200)
    expect(await codeOf(admin.api.delete(`/teams/${made.body.id}`))).toBe('ERR_NO_TEAM_FOUND')
  })
})

interface LogRow {
  id: string
  action: string
  actorName: string | null
  object: string | null
  objectName: string | null
  ip: string | null
  details: Record<string, unknown>
}

describe('the audit log', () => {
  it('says who did what to whom, newest first, filtered and page by page', async () => {
    const { admin } = company
    const log = async (query = '', who = admin) =>
      (await who.api.get<{ rows: LogRow[]; hasMore: boolean }>(`/audit-log${query}`)).body
    await browser()('/auth/login', { email: agent.email, password: 'Errada 123' })
    // nobody who signs in waits for it to be written
    const failed = await until(async () => (await log('?actions=login.failed')).rows[0])
    await admin.api.put(`/users/${agent.id}`, { profile: 'supervisor', name: 'Bia Reis' })
    await admin.api.put('/settings/allowPeek', { value: 'disabled' })
    await admin.api.post('/queue', { name: 'Vendas', color: '#112233' })
    const { rows, hasMore } = await log()
    expect(hasMore).toBe(false)
    expect(rows.slice(0, 3)).toMatchObject([
      { action: 'queue.create', actorName: admin.name, objectName: 'Vendas', ip: expect.any(String) },
      { action: 'setting.save', object: 'setting:allowPeek', details: { from: 'enabled', to: 'disabled' } },
      { action: 'user.update', objectName: 'Bia Reis', details: { profile: 'supervisor' } },
    ])
    expect(failed).toMatchObject({ object: `user:${agent.id}`, actorName: null })
    expect((await log('?area=login')).rows.map(({ action }) => action)).toContain('login.ok')
    expect((await log(`?actorId=${agent.id}`)).rows.map(({ action }) => action)).toEqual(['login.ok'])
    expect((await log(`?object=user:${agent.id}&area=user`)).rows.map(({ action }) => action)).toEqual([
      'user.update',
      'user.create',
    ])
    const middle = rows[2]?.id ?? ''
    expect((await log(`?before=${middle}`)).rows.map(({ id }) => id)).toEqual(
      (await log()).rows.map(({ id }) => id).slice((await log()).rows.findIndex(({ id }) => id === middle) + 1),
    )
    expect((await log('?from=2200-01-01T00:00:00Z')).rows).toEqual([])
    expect((await agent.api.get('/audit-log')).status).toBe(403)
    const others = await log('', (await app.newTenant()).admin)
    expect(JSON.stringify(others)).not.toContain('Bia Reis')
  })

  it('has fifty rows a page, and the rest behind the last one', async () => {
    const { admin } = company
    for (let i = 0; i < 55; i += 1) await admin.api.put('/settings/allowPeek', { value: i % 2 === 0 })
    type Page = { rows: LogRow[]; hasMore: boolean }
    const first = (await admin.api.get<Page>('/audit-log?area=setting')).body
    expect([first.rows.length, first.hasMore]).toEqual([50, true])
    const second = (await admin.api.get<Page>(`/audit-log?area=setting&before=${first.rows.at(-1)?.id}`)).body
    expect([second.rows.length, second.hasMore]).toEqual([5, false])
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(55)
  })

  it('leaves as a file that spreadsheets open, which is written down too', async () => {
    const { admin } = company
    await admin.api.put(`/users/${agent.id}`, { name: '=1+1' })
    const file = await admin.api.get<string>('/audit-log/export?area=user')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.body.split('\r\n')[0]).toContain('Data;Quem;Ação')
    expect(file.body).toContain(`"'=1+1"`)
    expect(file.body).not.toContain('setting.')
    expect((await agent.api.get('/audit-log/export')).status).toBe(403)
    const { body } = await admin.api.get<{ rows: LogRow[] }>('/audit-log?area=audit')
    expect(body.rows).toMatchObject([{ action: 'audit.export', details: { area: 'user' } }])
  })
})

describe('a user', () => {
  it('has a telephone account whose password only ever goes in, and channels to call by, in order', async () => {
    const { admin } = company
    const [one, two] = [await company.channel(), await company.channel()]
    const path = `/users/${agent.id}`
    const whole = { enabled: true, server: 'sip.loja.test', wssPort: 7443, user: '2001', password: 'ramal-secreto-1' }
    const { password: _, ...without } = whole
    const refused = await admin.api.put<{ error: string }>(path, { sip: without })
    expect(refused.body.error).toBe('ERR_SIP_INVALID')
    for (const bad of [{ wssPort: 70_000 }, { server: 'sip loja' }, { server: 'https://x.test' }])
      expect((await admin.api.put(path, { sip: { ...whole, ...bad } })).status).toBe(400)
    const saved = await admin.api.put<object>(path, { sip: whole, callChannels: [two.id, one.id], allowCalls: true })
    expect(saved.body).toMatchObject({
      sip: { enabled: true, server: 'sip.loja.test', wssPort: 7443, user: '2001', password: { set: true } },
      callChannels: [{ id: two.id }, { id: one.id }],
    })
    await admin.api.put(path, { sip: { user: '2002' } })
    const [row] = await app.db.owner<{ sip_password: Buffer }>('select * from app_user where id = $1', [agent.id])
    expect(row?.sip_password.toString('latin1')).not.toContain('ramal-secreto')
    const everything = JSON.stringify([
      (await admin.api.get<object>('/users')).body,
      (await admin.api.get<object>('/audit-log')).body,
    ])
    expect(everything).not.toContain('ramal-secreto')
    expect((await agent.api.get(path)).body).toMatchObject({ sip: { user: '2002', password: { set: true } } })
    expect((await (await company.user()).api.get(path)).body).toMatchObject({ sip: null })
    expect((await agent.api.put(path, { sip: { user: 'meu' } })).body).toMatchObject({ sip: { user: '2002' } })
    const cleared = await admin.api.put<{ error: string }>(path, { sip: { password: null } })
    expect(cleared.body.error).toBe('ERR_SIP_INVALID')
    const foreign = await (await app.newTenant()).channel()
    const strange = await admin.api.put<{ error: string }>(path, { callChannels: [foreign.id] })
    expect(strange.body.error).toBe('ERR_NO_WAPP_FOUND')
    const made = await company.user('user', { sip: whole })
    expect((await made.api.get(`/users/${made.id}`)).body).toMatchObject({ sip: { password: { set: true } } })
  })
  it('gets the lines of the channels by which they may call, and nobody else does', async () => {
    const { admin } = company
    const { id: channelId } = await company.channel('fake', {}, { callTokens: ['linha-b', 'linha-a'] })
    const lines = (by: Person) => by.api.get<{ error?: string }>(`/user/channelwavoip?channelId=${channelId}`)
    expect((await lines(agent)).body.error).toBe('ERR_NO_PERMISSION')
    expect((await lines((await app.newTenant()).admin)).body.error).toBe('ERR_NO_WAPP_FOUND')
    await admin.api.put(`/users/${agent.id}`, { callChannels: [channelId], allowCalls: true })
    const devices = (token: string, id: number) => ({ id, name: expect.any(String), token, status: 'CONNECTED' })
    expect(await lines(agent)).toMatchObject({
      status: 200,
      body: { channelId, devices: [devices('linha-b', 1), devices('linha-a', 2)] },
    })
    await admin.api.put(`/users/${agent.id}`, { allowCalls: false })
    expect((await lines(agent)).body.error).toBe('ERR_NO_PERMISSION')
    await admin.api.put(`/users/${agent.id}`, { allowCalls: true })

    const path = `/whatsapp/${channelId}`
    for (const callTokens of [[], ['a', 'a'], ['a,b'], Array.from({ length: 11 }, String)])
      expect((await admin.api.put(path, { callTokens })).status).toBe(400)
    const shown = await admin.api.put<object>(path, { greetingMessage: 'Oi' })
    expect(shown.body).toMatchObject({ callTokens: { set: true } })
    expect(JSON.stringify([shown.body, (await admin.api.get<object>('/audit-log')).body])).not.toContain('linha-')
    const sealed = await app.db.owner<{ sealed: Buffer }>('select sealed from plugin_secret where tenant_id = $1', [
      company.tenantId,
    ])
    expect(sealed.map((row) => row.sealed.toString('latin1')).join()).not.toContain('linha-')
    await admin.api.put(path, { callTokens: null })
    expect((await lines(agent)).body).toEqual({ channelId, devices: [] })
  })
})
