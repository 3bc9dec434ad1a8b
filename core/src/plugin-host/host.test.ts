import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../test/database.ts'
import { newCompany, startNode, type TestNode } from '../modules/channels/testing.ts'
import type { Scope } from '../platform/db/scope.ts'
import { CLASS_RULES } from './call-class.ts'
import { createPackages, entryOf, manifestOf } from './packages.fixture.ts'

let db: TestDatabase
let node: TestNode
let scope: Scope
const packages = await createPackages()

const SETTINGS = `
  settings: Type.Object({
    url: Type.Optional(textField({ label: 'settings.url', pattern: '^https://' })),
    token: Type.Optional(secretField({ label: 'settings.token' })),
    size: numberField({ label: 'name', default: 3, minimum: 1 }),
  }),
  settingsVersion: 2,
  migrate: { 1: ({ host, ...rest }) => ({ ...rest, ...(host ? { url: 'https://' + host } : {}) }) },
  actions: {
    testConnection: { label: 'name', async run(ctx, { settings }, signal) {
      if (settings.url === 'https://throws') throw new TypeError('defect')
      if (settings.url === 'https://refuses') throw new PluginError('AUTH_EXPIRED', { detail: 'no entry' })
      return { type: 'done', message: ctx.t('name', { x: settings.size }), detail: { token: settings.token ?? null, ctx: (await ctx.secrets.get('token')) ?? null } }
    } },
    ask: { async run() { return { type: 'form', step: 'pin', title: 'PIN', schema: Type.Object({ pin: textField({ label: 'settings.token' }) }) } } },
  },
  async onSchedule(ctx, name, payload) {
    if (name === 'fails') throw new Error('later')
    await ctx.store.set('rang', { name, payload })
  },`

/** Methods through which a test reaches into the context. */
const INSIDE = `
  async receiveHook({ path, body, query }) {
    const input = body.length ? JSON.parse(new TextDecoder().decode(body)) : null
    switch (path) {
      case '/settings': return { json: { settings: ctx.settings, frozen: Object.isFrozen(ctx.settings), token: await ctx.secrets.get('token'), instance: ctx.instance } }
      case '/store': return { json: { answer: (await ctx.store[input.do](...input.with)) ?? null } }
      case '/schedule': await ctx.schedule[input.do](...input.with); return {}
      case '/flood': ctx.inbound.push(Array.from({ length: 5000 }, () => ({ kind: 'removal', externalId: 'x', at: 1 }))).catch(() => {}); for (let i = 0; i < 100000; i++) ctx.log.info('flood'); return { json: {} }
      case '/pushes': { const done = await Promise.allSettled(Array.from({ length: 2000 }, (_, i) => ctx.inbound.push([{ kind: 'removal', externalId: 'f-' + i, at: 1 }]))); return { json: { ok: done.filter((one) => one.status === 'fulfilled').length } } }
      case '/refused': return ctx.http.request('http://127.0.0.1:1/').catch((error) => ({ json: { code: error.code } }))
    }
  },
  async checkAddress(raw, signal) {
    if (raw === 'hang') return new Promise(() => {})
    if (raw === 'throw') throw new TypeError('broken')
    return { kind: 'sample', value: raw }
  },`

beforeAll(async () => {
  db = await startDatabase()
  const sample = await packages.add(manifestOf('sample'), entryOf({ channel: SETTINGS, instance: INSIDE }))
  const stubborn = await packages.add(
    manifestOf('stubborn', { provides: ['channel:stubborn'] }),
    entryOf({
      type: 'stubborn',
      channel: "settings: Type.Object({ how: Type.Optional(textField({ label: 'name' })) }),",
      instance: `
        async connect() {
          if (ctx.settings.how === 'told') await ctx.connection.set({ state: 'disconnected', reason: 'Token recusado', userAction: 'reauthorise' })
          if (ctx.settings.how === 'told' || ctx.settings.how === 'auth') throw new PluginError('AUTH_EXPIRED', { detail: 'expired' })
          if (ctx.settings.how === 'broken') throw new TypeError('broken')
          await ctx.connection.set({ state: 'nonsense' })
        },`,
    }),
  )
  const bad = await packages.add(manifestOf('bad', { provides: ['channel:bad'] }), 'throw new Error("boom")')
  node = await startNode(db, {
    packages: [bad, sample, stubborn],
    rules: { ...CLASS_RULES, lookup: { ...CLASS_RULES.lookup, limitMs: 100 } },
  })
  scope = await newCompany(db)
})
afterEach(() => {
  node.accept.with = null
})
afterAll(async () => {
  await node.close()
  await db.close()
  await packages.remove()
})

async function channel(settings: Record<string, unknown> = {}, type = 'sample', state = 'connected') {
  const made = await node.channels.create(scope, { name: `Canal ${randomUUID().slice(0, 8)}`, type, settings })
  await node.channels.connect(scope, made.id)
  await vi.waitFor(async () => expect((await node.channels.get(scope, made.id)).state).toBe(state))
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(`${node.at(made.hookUrl ?? '')}${path}`, {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.text().then((text) => (text === '' ? null : JSON.parse(text)))) as Record<string, unknown>
  }
  return { id: made.id, ask, instance: () => node.host.sessions.instance(scope.tenantId, made.id) }
}

it('says how every plugin of the list fared, and starts all the same', async () => {
  const rows = await node.plugins.operatorPlugins(scope)
  expect(rows.map(({ id, state, reason }) => [id, state, reason])).toEqual([
    ['bad', 'failed', 'boom'],
    ['sample', 'active', null],
    ['stubborn', 'active', null],
  ])
})

describe('settings', () => {
  it('reach the plugin frozen, secrets on demand, and never leave by any read', async () => {
    const { id, ask } = await channel({ url: 'https://a.example', token: 'top-secret-0042' })
    expect(await ask('/settings')).toMatchObject({
      settings: { url: 'https://a.example', size: 3 },
      frozen: true,
      token: 'top-secret-0042',
      instance: { id: `channel:${id}`, tenantId: scope.tenantId, type: 'sample' },
    })
    const shown = await node.channels.get(scope, id)
    expect(shown.settings).toEqual({ url: 'https://a.example', size: 3, token: { set: true, hint: '…0042' } })
    const everything = JSON.stringify([
      await node.channels.list(scope),
      node.events,
      await db.owner('select * from channel'),
      await db.owner("select instance, field, hint, encode(sealed, 'escape') from plugin_secret"),
      await db.owner('select * from audit_log'),
    ])
    expect(everything).not.toContain('top-secret')
    await node.channels.update(scope, id, { settings: { ...shown.settings, size: 4 } })
    await vi.waitFor(async () =>
      expect(await ask('/settings')).toMatchObject({ settings: { size: 4 }, token: 'top-secret-0042' }),
    )
    await node.channels.update(scope, id, { settings: { token: null } })
    await vi.waitFor(async () => expect(await ask('/settings')).toMatchObject({ settings: { size: 3 }, token: null }))
  })

  it('are refused with field and rule', async () => {
    await expect(
      node.channels.create(scope, { name: 'X1', type: 'sample', settings: { url: 'ftp://x' } }),
    ).rejects.toMatchObject({
      code: 'ERR_CHANNEL_SETTINGS_INVALID',
      params: { field: 'url', rule: 'pattern' },
    })
  })

  it('of an older version are migrated when the channel is opened', async () => {
    const { id, ask } = await channel()
    await node.channels.disconnect(scope, id)
    await vi.waitFor(() => expect(node.host.sessions.isOwned(scope.tenantId, id)).toBe(false))
    await db.owner(`update channel set settings = '{"host":"old.example"}', settings_version = 1 where id = $1`, [id])
    expect((await node.channels.get(scope, id)).settings).toMatchObject({ url: 'https://old.example', size: 3 })
    await node.channels.connect(scope, id)
    await vi.waitFor(async () =>
      expect(await ask('/settings')).toMatchObject({ settings: { url: 'https://old.example' } }),
    )
    expect(await db.owner('select settings, settings_version from channel where id = $1', [id])).toEqual([
      { settings: { url: 'https://old.example' }, settings_version: 2 },
    ])
  })

  it('that no longer fit keep the channel off and point at the field', async () => {
    const { id } = await channel()
    await node.channels.disconnect(scope, id)
    await db.owner(`update channel set settings = '{"size":0}' where id = $1`, [id])
    await node.channels.connect(scope, id)
    await vi.waitFor(async () =>
      expect(await node.channels.get(scope, id)).toMatchObject({
        state: 'disconnected',
        userAction: 'Confira as configurações do canal.',
      }),
    )
  })
})

describe('actions', () => {
  const run = (action: string, settings: Record<string, unknown>, channelId: number | null = null) =>
    node.channels.action(scope, 'sample', action, { channelId, settings })

  it('run on the draft, untouched secrets filled in, and change nothing', async () => {
    const { id } = await channel({ token: 'stored-secret' })
    const before = await node.channels.get(scope, id)
    expect(await run('testConnection', { size: 9 }, id)).toEqual({
      type: 'done',
      message: 'Canal 9',
      detail: { token: 'stored-secret', ctx: 'stored-secret' },
    })
    expect(await run('testConnection', { token: 'typed' })).toMatchObject({ detail: { token: 'typed' } })
    expect(await run('testConnection', { size: 0 })).toMatchObject({ type: 'error', field: 'size' })
    expect(await node.channels.get(scope, id)).toEqual(before)
  })

  it('answer refusals as steps and defects as errors; forms come in the reader’s language', async () => {
    expect(await run('testConnection', { url: 'https://refuses' })).toMatchObject({ type: 'error', hint: 'no entry' })
    await expect(run('testConnection', { url: 'https://throws' })).rejects.toMatchObject({ code: 'ERR_PLUGIN_FAILED' })
    expect(await run('ask', {})).toMatchObject({ schema: { properties: { pin: { 'x-ui': { label: 'Token' } } } } })
    await expect(run('nothing', {})).rejects.toMatchObject({ code: 'ERR_NO_ACTION_FOUND' })
    await expect(run('toString', {})).rejects.toMatchObject({ code: 'ERR_NO_ACTION_FOUND' })
  })
})

describe('the store', () => {
  it('keeps values with versions, sealed ones unreadable, one instance apart from another', async () => {
    const [a, b] = [await channel(), await channel()]
    const store = async (who: typeof a, name: string, ...args: unknown[]) =>
      (await who.ask('/store', { do: name, with: args })).answer
    expect(await store(a, 'set', 'k', { n: 1 })).toBe(1)
    expect(await store(a, 'set', 'k', { n: 2 }, { ifVersion: 0 })).toBeNull()
    expect(await store(a, 'set', 'k', { n: 2 }, { ifVersion: 1 })).toBe(2)
    expect(await store(a, 'set', 'k', 'x', { ifVersion: 1 })).toBeNull()
    expect(await store(a, 'set', 'new', null, { ifVersion: 0 })).toBe(1)
    expect(await store(a, 'get', 'k')).toEqual({ value: { n: 2 }, version: 2 })
    expect(await store(b, 'get', 'k')).toBeNull()
    await store(a, 'setMany', { 'p:2': 'hidden-value', 'p:1': 'also-hidden' }, { sealed: true })
    expect(await store(a, 'list', 'p:')).toEqual([
      { key: 'p:1', value: 'also-hidden', version: 1 },
      { key: 'p:2', value: 'hidden-value', version: 1 },
    ])
    expect(JSON.stringify(await db.owner('select * from plugin_store'))).not.toContain('hidden-value')
    await store(a, 'delete', 'k')
    expect(await store(a, 'get', 'k')).toBeNull()
    expect((await a.ask('/store', { do: 'set', with: ['big', 'x'.repeat(300_000)] })) ?? null).toBeNull()
  })
})

describe('appointments', () => {
  it('ring once when they are due, again when they failed, not when cancelled', async () => {
    const { id, ask } = await channel()
    const at = (name: string, when: number) => ask('/schedule', { do: 'at', with: [name, when, { a: 1 }] })
    const rows = () =>
      db.owner<{ name: string; attempts: number }>(
        'select name, attempts from plugin_schedule where instance = $1 order by name',
        [`channel:${id}`],
      )
    await at('cancelled', Date.now() + 400)
    await at('due', Date.now() + 500)
    await at('fails', Date.now() - 1000)
    await at('far', Date.now() + 3_600_000)
    await ask('/schedule', { do: 'cancel', with: ['cancelled'] })
    await vi.waitFor(
      async () =>
        expect(await rows()).toEqual([
          { name: 'fails', attempts: 1 },
          { name: 'far', attempts: 0 },
        ]),
      8000,
    )
    expect((await ask('/store', { do: 'get', with: ['rang'] })).answer).toMatchObject({
      value: { name: 'due', payload: { a: 1 } },
    })
  })
})

describe('a plugin that misbehaves', () => {
  it('throws or hangs: the call fails with a code, the operator is told, others go on', async () => {
    const [{ id, instance }, other] = [await channel(), await channel()]
    const check = (raw: string) => node.host.channelCall(scope.tenantId, id, 'checkAddress', [raw], 'lookup')
    await expect(check('hang')).rejects.toMatchObject({ code: 'TEMPORARY', why: 'late' })
    await expect(check('throw')).rejects.toMatchObject({ code: 'TEMPORARY', why: 'defect' })
    for (let i = 0; i < 3; i += 1) await check('throw').catch(() => undefined)
    await expect(check('fine')).rejects.toMatchObject({ code: 'TEMPORARY', why: 'paused' })
    expect(await node.host.breaker({ tenantId: scope.tenantId, channelId: id })).toBe('open')
    expect((await node.channels.health(scope, id)).breaker).toBe('open')
    expect(await other.instance()?.call('checkAddress', ['fine'], 'lookup')).toEqual({ kind: 'sample', value: 'fine' })
    await vi.waitFor(async () => {
      const row = (await node.plugins.operatorPlugins(scope)).find(({ id }) => id === 'sample')
      expect(row).toMatchObject({ state: 'active', reason: expect.stringMatching(/since start/) })
    })
    node.clock.offset += 31_000
    expect(await check('fine')).toEqual({ kind: 'sample', value: 'fine' })
    expect(instance()?.state).toBe('connected')
  })

  it('floods: too many events are refused, pushes are slowed down, and nothing breaks', async () => {
    const { ask, id } = await channel()
    expect(await ask('/flood')).toEqual({})
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    node.accept.with = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await gate.promise
      atOnce -= 1
    }
    const answer = ask('/pushes')
    await vi.waitFor(() => expect(atOnce).toBe(16))
    gate.resolve()
    expect(await answer).toEqual({ ok: 16 + 256 })
    expect(most).toBe(16)
    expect(node.pushed.filter(({ channel }) => channel.channelId === id)).toHaveLength(272)
  })

  it('may not reach the inside of the network', async () => {
    const { ask } = await channel()
    expect(await ask('/refused')).toEqual({ code: 'MISCONFIGURED' })
  })

  it.each([
    ['told', { state: 'disconnected', reason: 'Token recusado' }],
    ['auth', { state: 'disconnected', reason: 'expired' }],
    ['broken', { state: 'lost', userAction: 'Algo falhou do nosso lado. Fale com o suporte.' }],
    ['nonsense', { state: 'lost' }],
  ])('does not connect (%s): the screen says why', async (how, shown) => {
    const { id } = await node.channels.create(scope, {
      name: `Canal ${randomUUID()}`.slice(0, 20),
      type: 'stubborn',
      settings: { how },
    })
    await node.channels.connect(scope, id)
    await vi.waitFor(async () => expect(await node.channels.get(scope, id)).toMatchObject(shown))
  })
})

it('refuses to call a plugin inside a unit of work', async () => {
  const { instance } = await channel()
  await expect(db.uow.run(scope, async () => instance()?.call('checkAddress', ['x'], 'lookup'))).rejects.toThrow(
    'inside a unit of work',
  )
})
