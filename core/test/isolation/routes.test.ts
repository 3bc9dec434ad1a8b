import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permits } from '../../src/access.ts'
import { PROFILES } from '../../src/modules/auth/contract.ts'
import { type Person, startApp, type TestApp } from '../app.ts'
import { makeRichCompany, type RichCompany } from '../rich-company.ts'
import { ask, kindOf, pathFor, routes } from '../routes.ts'
import { fingerprint, idFields } from './foreign.ts'
import { probes } from './probes.ts'

let app: TestApp
/** Who tries, and whose data it must not reach. */
let own: RichCompany
let other: RichCompany
let people: Record<string, Person>
let before: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  own = await makeRichCompany(app)
  other = await makeRichCompany(app)
  people = { user: own.agent, admin: own.admin }
  for (const profile of ['supervisor', 'supervisorfila'] as const) people[profile] = await own.company.user(profile)
  before = await fingerprint(app.db, other.ids.tenant)
}, 60_000)
afterAll(() => app.close())

const isPrivate = ({ spec }: (typeof routes)[number]) => spec.auth !== 'public'
const guarded = routes.filter(isPrivate)
const ALL_TICKETS = 'status[]=open&status[]=pending&status[]=closed&showAll=true&pageSize=100'
/** Other lists have a `status` of their own. */
const everythingOf = ({ path }: { path: string }) => (path.startsWith('/tickets') ? ALL_TICKETS : 'pageSize=100')
const secretsOf = (text: string) => text.includes(other.canary) || text.includes(other.customer)
const unchanged = async () => expect(await fingerprint(app.db, other.ids.tenant)).toEqual(before)

describe('without a session', () => {
  it.each(guarded.map(({ name, spec }) => [name, spec] as const))('%s answers 401', async (_name, spec) => {
    const path = pathFor(spec, other.ids)
    const tries = [undefined, 'x', `${own.admin.token.slice(0, -3)}AAA`, other.fileUrl.split('/files/')[1]]
    for (const token of tries) {
      const answer = await ask(app.url, spec.method, path, { json: {}, ...(token ? { token } : {}) })
      expect(answer.status, `${spec.method} ${path}`).toBe(401)
      expect(secretsOf(answer.text)).toBe(false)
    }
  })

  it('has changed nothing', unchanged)
})

describe('with too little right', () => {
  const refused = guarded.flatMap(({ name, spec }) =>
    PROFILES.filter((profile) => {
      const actor = { kind: 'user' as const, userId: 1, profile, sessionId: '', name: '' }
      return !permits({ tenantId: 2, actor, locale: 'pt', requestId: '' }, spec.auth)
    }).map((profile) => [name, profile, spec] as const),
  )

  it.each(refused)('%s refuses a %s', async (_name, profile, spec) => {
    const token = people[profile]?.token ?? ''
    for (const company of [own, other]) {
      const answer = await ask(app.url, spec.method, pathFor(spec, company.ids), { token, json: {} })
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    }
  })

  it('has changed nothing', unchanged)
})

describe('another company’s object in the path', () => {
  const withObject = guarded.filter(({ spec }) => spec.auth !== 'operator' && kindOf(spec) !== null)

  it.each(withObject.map(({ name, spec }) => [name, spec] as const))('is not there for %s', async (_name, spec) => {
    // a body that is right but for the id, so that nothing else refuses it first
    const json = {
      name: 'xx',
      tag: 'xx',
      contactId: own.ids.spareContact,
      body: 'x',
      notes: 'x',
      emoji: '👍',
      tags: [],
      wallets: [],
      horarioLogin: null,
      status: 'open',
      count: 5,
      to: '+55 11 98765-0003',
      text: 'x',
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'x' }],
      confirm: 'x',
      date: '24/06/2031',
      mode: 'closed',
      mapping: { name: 0, number: 1, email: null, tags: null, extra: [] },
    }
    const paths = [pathFor(spec, other.ids)]
    if (kindOf(spec) === 'message') paths.push(pathFor(spec, { ...other.ids, message: other.ids.external }))
    for (const token of [own.admin.token, own.agent.token]) {
      for (const path of paths) {
        const there = await ask(app.url, spec.method, path, { token, json })
        expect([403, 404], `${spec.method} ${path} → ${there.text.slice(0, 200)}`).toContain(there.status)
        expect(secretsOf(there.text)).toBe(false)
        if (token === own.admin.token) {
          const isText = ['message', 'comment', 'media', 'session', 'chatMessage'].includes(kindOf(spec) ?? '')
          const none = isText ? crypto.randomUUID() : '2147483000'
          const nowhere = pathFor(spec, { ...other.ids, [kindOf(spec) ?? '']: none })
          const missing = await ask(app.url, spec.method, nowhere, { token, json })
          expect([there.status, there.body.error]).toEqual([missing.status, missing.body.error])
        }
      }
    }
  })

  it('has not been touched', unchanged)
})

describe('another company’s object in the body', () => {
  const asked = new Map<string, string>()
  const labels = probes.map((probe, turn) => [probe.route, probe.what, turn] as const)

  const tryOut = async (turn: number, whose: RichCompany) => {
    const probe = probes[turn]
    const route = routes.find(({ name }) => name === probe?.route)
    if (!probe || !route) throw new Error('no such route')
    const { token } = probe.route === 'auth.logout' ? await own.company.user() : own.admin
    const path = pathFor(route.spec, own.ids)
    const json = { ...(probe.json(whose.ids, own, turn) as object), tenantId: whose.ids.tenant }
    return ask(app.url, route.spec.method, path, { token, json })
  }

  it('is tried in every field of the contracts', () => {
    const fields = routes
      .filter(({ spec }) => spec.auth !== 'public' && spec.auth !== 'operator')
      .flatMap(({ name, spec }) => idFields(spec.body).map((field) => `${name} ${field}`))
    const tried = new Set(probes.map(({ route, what }) => `${route} ${what.split('.')[0]}`))
    const isAlias = (field: string) => field.startsWith('tickets.createAlias ')
    expect(fields.filter((field) => !tried.has(field) && !isAlias(field))).toEqual([])
    expect(fields.length).toBeGreaterThan(25)
  })

  it.each(labels)('is not there for %s %s', async (_route, _what, turn) => {
    const answer = await tryOut(turn, other)
    expect(answer.status, answer.text.slice(0, 200)).toBeLessThan(500)
    if (!probes[turn]?.isHarmless) expect([400, 404], answer.text.slice(0, 200)).toContain(answer.status)
    expect(secretsOf(answer.text)).toBe(false)
    asked.set(`${turn}`, answer.status < 400 ? '' : (answer.body.error ?? ''))
  })

  it('has not been touched', unchanged)

  it.each(labels.filter(([, , turn]) => !probes[turn]?.isHarmless))(
    'and nothing else was wrong with %s %s',
    async (_route, _what, turn) => {
      const answer = await tryOut(turn, own)
      expect(answer.status < 400 ? '' : answer.body.error, answer.text.slice(0, 200)).not.toBe(asked.get(`${turn}`))
    },
  )
})

describe('another company’s object in the query', () => {
  const queries = guarded
    .filter(({ spec }) => spec.auth !== 'operator' && spec.method === 'GET')
    .flatMap(({ name, spec }) => {
      const properties = Object.keys((spec.query as { properties?: object } | undefined)?.properties ?? {})
      const fields = [...idFields(spec.query), ...properties.filter((field) => field === 'searchParam')]
      return fields.map((field) => [name, field, spec] as const)
    })

  it.each(queries)('brings nothing from %s by %s', async (_name, field, spec) => {
    const numbers = Object.values(other.ids).filter((id) => typeof id === 'number')
    // the oldest clients write their lists as text
    const ids = field === 'queueIds' ? numbers.map((id) => `[${id}]`) : numbers
    const values = field === 'searchParam' ? [other.canary, other.customer] : ids
    for (const token of [own.admin.token, own.agent.token]) {
      for (const value of values) {
        const path = `${pathFor(spec, own.ids)}?${field}=${value}&${everythingOf(spec)}&tenantId=${other.ids.tenant}`
        const answer = await ask(app.url, 'GET', path, { token })
        expect([200, 403, 404]).toContain(answer.status)
        expect(secretsOf(answer.text)).toBe(false)
      }
    }
  })

  it('is in no list, whoever asks', async () => {
    const lists = guarded.filter(({ spec }) => spec.method === 'GET' && spec.auth !== 'operator' && !kindOf(spec))
    for (const { spec } of lists) {
      for (const { token } of Object.values(people)) {
        const answer = await ask(app.url, 'GET', `${pathFor(spec, own.ids)}?${everythingOf(spec)}`, { token })
        expect(answer.status).toBeLessThan(500)
        expect(secretsOf(answer.text), spec.path).toBe(false)
      }
    }
    await unchanged()
  })
})
