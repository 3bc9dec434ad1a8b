import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp } from '../app.ts'
import { type Claims, startOpenidProvider } from '../openid-provider.ts'
import { type Answered, createSigningIn } from '../signing-in.ts'

let provider: Awaited<ReturnType<typeof startOpenidProvider>>
let app: TestApp
beforeAll(async () => {
  provider = await startOpenidProvider()
  app = await startApp({ env: { RECADO_TRUST_PROXY: 'true', RECADO_EGRESS_ALLOW: provider.host } })
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})

const { browser, login } = createSigningIn(() => app)

let company: Company
let agent: Person
beforeEach(async () => {
  company = await app.newTenant()
  agent = await company.user()
})

const settings = () => ({
  isActive: true,
  issuer: provider.issuer,
  clientId: provider.client.id,
  clientSecret: provider.client.secret,
  isOnlyWay: false,
})

/** The whole way of a browser; `bend` changes what the provider sends back. */
async function enter(email: string, claims: Claims, bend: (back: URL) => void = () => undefined, from = browser()) {
  const begun = await from('/auth/sso/start', { email })
  if (begun.status !== 200) return begun
  const back = provider.signIn(String(begun.body.url), claims)
  bend(back)
  const led = await fetch(back, { redirect: 'manual' })
  const landed = new URL(led.headers.get('location') ?? '', app.url)
  expect([led.status, landed.hash.split('?')[0]]).toEqual([302, '#/entrada'])
  return from('/auth/sso/finish', Object.fromEntries(new URLSearchParams(landed.hash.split('?')[1])))
}

beforeEach(async () => {
  Object.assign(provider.tricks, { nonce: null, isForged: false, audience: null })
  const saved = await company.admin.api.put<object>('/sso-provider', settings())
  expect(saved.body).toMatchObject({ isActive: true, clientSecret: { set: true } })
})

it('leads people whom the company has to a session, by their verified e-mail', async () => {
  const entered = await enter(agent.email, { email: agent.email.toUpperCase(), email_verified: true })
  expect(entered).toMatchObject({ status: 200, body: { userId: agent.id, tenantId: company.tenantId } })
  expect(entered.cookies).toContain('jrt')
  const { status } = await browser()('/auth/me', undefined, { method: 'GET', token: String(entered.body.token) })
  expect(status).toBe(200)
  const { body } = await company.admin.api.get<{ rows: { details: object | null }[] }>(
    `/audit-log?actions=login.ok&actorId=${agent.id}`,
  )
  expect(body.rows[0]?.details).toMatchObject({ proof: 'provider' })
})

it('lets nobody in whom the provider does not vouch for, or whom the company does not have', async () => {
  const stranger = (await app.newTenant()).admin.email
  const cases: [Claims, string][] = [
    [{ email: agent.email, email_verified: false }, 'ERR_SSO_EMAIL'],
    [{ email: agent.email }, 'ERR_SSO_EMAIL'],
    [{}, 'ERR_SSO_EMAIL'],
    [{ email: 'ninguem@loja.test', email_verified: true }, 'ERR_SSO_NO_ACCOUNT'],
    [{ email: stranger, email_verified: true }, 'ERR_SSO_NO_ACCOUNT'],
  ]
  for (const [claims, error] of cases) expect((await enter(agent.email, claims)).body.error).toBe(error)
  expect((await enter(stranger, {})).body.error).toBe('ERR_SSO_OFF')
  expect((await enter('ninguem@loja.test', {})).body.error).toBe('ERR_SSO_OFF')
  await company.admin.api.put(`/users/${agent.id}`, { isActive: false })
  expect((await enter(agent.email, {})).body.error).toBe('ERR_SSO_OFF')
})

it('takes no answer of another browser, another sign-in or another hand', async () => {
  const good = { email: agent.email, email_verified: true }
  const failed = async (work: Promise<Answered>) => expect((await work).body.error).toBe('ERR_SSO_FAILED')
  await failed(enter(agent.email, good, (back) => back.searchParams.set('state', 'outro')))
  await failed(enter(agent.email, good, (back) => back.searchParams.set('code', 'inventado')))
  await failed(
    enter(agent.email, good, (back) => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
    }),
  )
  provider.tricks.nonce = 'antigo'
  await failed(enter(agent.email, good))
  Object.assign(provider.tricks, { nonce: null, audience: 'outro-programa' })
  await failed(enter(agent.email, good))
  Object.assign(provider.tricks, { audience: null, isForged: true })
  await failed(enter(agent.email, good))
  provider.tricks.isForged = false
  const from = browser()
  const { body } = await from('/auth/sso/start', { email: agent.email })
  const back = provider.signIn(String(body.url), good)
  const answer = Object.fromEntries(back.searchParams)
  await failed(browser()('/auth/sso/finish', answer))
  expect((await from('/auth/sso/finish', answer)).status).toBe(200)
  await failed(from('/auth/sso/finish', answer))
})

it('is set up with an address that may be called and answers, and a secret that stays', async () => {
  const save = async (change: object) =>
    (await company.admin.api.put<{ error?: string }>('/sso-provider', { ...settings(), ...change })).body
  expect((await save({ issuer: 'http://127.0.0.1:1' })).error).toBe('ERR_SSO_ISSUER')
  expect((await save({ issuer: 'http://login.test' })).error).toBe('ERR_SSO_ISSUER')
  expect((await save({ issuer: 'nada' })).error).toBe('ERR_SSO_ISSUER')
  expect((await save({ issuer: `${provider.issuer}/outra` })).error).toBe('ERR_SSO_UNREACHABLE')
  expect((await save({ clientSecret: null })).error).toBe('ERR_SSO_INCOMPLETE')
  const { clientSecret: _, ...unchanged } = settings()
  expect((await company.admin.api.put('/sso-provider', unchanged)).body).toMatchObject({
    clientSecret: { set: true },
  })
  const moved = { ...unchanged, isActive: false, issuer: 'https://outro.test' }
  expect((await company.admin.api.put('/sso-provider', moved)).body).toMatchObject({ clientSecret: { set: false } })
  expect(JSON.stringify((await company.admin.api.get<object>('/sso-provider')).body)).not.toContain('segredo')
  expect((await agent.api.get('/sso-provider')).status).toBe(403)
  const other = (await app.newTenant()).admin
  expect((await other.api.get('/sso-provider')).body).toMatchObject({ isActive: false, issuer: '' })
})

it('can be the only way, but for admins', async () => {
  await company.admin.api.put('/sso-provider', { ...settings(), isOnlyWay: true })
  expect((await login(agent.email)).answer.body.error).toBe('ERR_SSO_ONLY')
  expect((await login(company.admin.email)).answer.status).toBe(200)
  expect((await enter(agent.email, { email: agent.email, email_verified: true })).status).toBe(200)
})
