import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { codeOf } from '../operator/testing.ts'
import { channelFor, channelNames } from './index.ts'
import { newCompany, startNode, type TestNode } from './testing.ts'

let db: TestDatabase
let node: TestNode

beforeAll(async () => {
  db = await startDatabase()
  node = await startNode(db, { packages: ['@recado/plugin-fake', '@recado/plugin-webchat', '@recado/plugin-telegram'] })
})
afterAll(async () => {
  await node.close()
  await db.close()
})

const create = (scope: Scope, more: object = {}) =>
  node.channels.create(scope, { name: `Canal ${randomUUID().slice(0, 8)}`, type: 'fake', ...more })
const asAgent = (scope: Scope, userId: number): Scope => ({
  ...scope,
  actor: { kind: 'user', userId, profile: 'user', sessionId: 's', name: 'Bia' },
})

describe('channels', () => {
  it('the first is the default and a new default replaces it; names are unique; the plan limits them', async () => {
    const scope = await newCompany(db, { maxConnections: 2 })
    const first = await create(scope, { name: ' Suporte ' })
    expect(first).toMatchObject({ name: 'Suporte', isDefault: true, state: 'disconnected', isActive: false })
    expect(await codeOf(create(scope, { name: 'SUPORTE' }))).toBe('ERR_CHANNEL_NAME_EXISTS')
    const second = await create(scope, { isDefault: true })
    expect((await node.channels.list(scope)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first.id, false],
      [second.id, true],
    ])
    expect(await codeOf(create(scope))).toBe('ERR_NO_PERMISSION_CONNECTIONS_LIMIT')
    await node.channels.remove(scope, first.id, 'Suporte')
    expect(await create(scope, { name: 'suporte' })).toMatchObject({ isDefault: false })
  })

  it('refuses unknown types, plugins that are off, and what belongs to others', async () => {
    const [scope, other] = [await newCompany(db), await newCompany(db)]
    const foreign = await db.owner<{ id: number }>(
      `insert into queue (tenant_id, name) values ($1, 'Fila') returning id`,
      [other.tenantId],
    )
    expect(await codeOf(create(scope, { type: 'fax' }))).toBe('ERR_CHANNEL_TYPE_UNKNOWN')
    expect(await codeOf(create(scope, { queueId: foreign[0]?.id }))).toBe('ERR_NO_QUEUE_FOUND')
    expect(await codeOf(create(scope, { userId: 999_999 }))).toBe('ERR_NO_USER_FOUND')
    await node.plugins.setEnabled(scope, 'fake', false)
    expect(await codeOf(create(scope))).toBe('ERR_PLUGIN_OFF')
    const theirs = await create(other)
    for (const attempt of [
      () => node.channels.get(scope, theirs.id),
      () => node.channels.connect(scope, theirs.id),
      () => node.channels.update(scope, theirs.id, { name: 'Meu' }),
      () => node.channels.remove(scope, theirs.id, theirs.name),
      () => node.channels.health(scope, theirs.id),
      () => node.channels.rotateHookKey(scope, theirs.id),
      () => node.channels.action(scope, 'webchat', 'x', { channelId: theirs.id }),
    ])
      expect(await codeOf(attempt())).toBe('ERR_NO_WAPP_FOUND')
  })

  it('agents see the short form and only channels that they may open tickets on', async () => {
    const scope = await newCompany(db)
    const [a, b] = [await create(scope), await create(scope)]
    await create(scope, { type: 'webchat' })
    const person = await db.system.user.create({
      data: { tenantId: scope.tenantId, name: 'Bia', email: `${randomUUID()}@x.test`, passwordHash: '-' },
    })
    const agent = asAgent(scope, person.id)
    const [short] = await node.channels.list(agent)
    expect(Object.keys(short ?? {}).sort()).toEqual(
      ['features', 'id', 'isDefault', 'name', 'number', 'ratingEnabled', 'state', 'status', 'type', 'updatedAt'].sort(),
    )
    expect(await node.channels.get(agent, a.id)).not.toHaveProperty('settings')
    expect((await node.channels.mine(agent, undefined)).map(({ id }) => id)).toEqual([a.id, b.id])
    await db.system.userChannel.create({ data: { tenantId: scope.tenantId, userId: person.id, channelId: b.id } })
    expect((await node.channels.mine(agent, 'fake')).map(({ id }) => id)).toEqual([b.id])
    expect(await node.channels.mine(agent, 'webchat')).toEqual([])
  })

  it('are deleted by their exact name; tickets could stay, secrets and hooks go', async () => {
    const scope = await newCompany(db)
    const made = await create(scope, { type: 'webchat' })
    const instance = `channel:${made.id}`
    const kept = () =>
      db.owner(
        `select 1 from hook_route where instance = $1 union all select 1 from plugin_secret where instance = $1`,
        [instance],
      )
    expect((await kept()).length).toBe(2)
    expect(made.hookUrl).toMatch(/^http:\/\/recado\.test\/hooks\/[\w-]{32}$/)
    expect(await codeOf(node.channels.remove(scope, made.id, made.name.toUpperCase()))).toBe('ERR_CHANNEL_NAME_CONFIRM')
    await node.channels.remove(scope, made.id, made.name)
    expect(await codeOf(node.channels.get(scope, made.id))).toBe('ERR_NO_WAPP_FOUND')
    await vi.waitFor(async () => expect(await kept()).toEqual([]))
    expect(node.events.at(-1)).toMatchObject({ event: 'whatsapp', payload: { action: 'delete', whatsappId: made.id } })
    const names = await db.uow.run(scope, (tx) => channelNames(tx, [made.id]))
    expect(names.get(made.id)?.name).toBe(made.name)
  })

  it('a new QR code forgets the session and comes after two minutes at the earliest', async () => {
    const scope = await newCompany(db)
    const made = await create(scope, { type: 'fake-session' })
    await node.channels.connect(scope, made.id)
    const owned = () => node.host.sessions.instance(scope.tenantId, made.id)
    await vi.waitFor(() => expect(owned()?.state).toBe('connected'))
    const before = owned()
    await db.owner(`insert into plugin_store (tenant_id, instance, key, value) values ($1, $2, 'creds', '1')`, [
      scope.tenantId,
      `channel:${made.id}`,
    ])
    await node.channels.reconnect(scope, made.id, true)
    await vi.waitFor(() => expect(owned() !== before && owned()?.state === 'connected').toBe(true))
    expect(await db.owner(`select 1 from plugin_store where instance = $1`, [`channel:${made.id}`])).toEqual([])
    expect(await codeOf(node.channels.reconnect(scope, made.id, true))).toBe('ERR_CHANNEL_QR_WAIT')
    expect(await codeOf(node.channels.reconnect(scope, made.id, false))).toBe('no error')
    node.clock.offset += 121_000
    expect(await codeOf(node.channels.reconnect(scope, made.id, true))).toBe('no error')
  })

  it('health tells owner, breaker and counts; sending falls back to a connected channel', async () => {
    const scope = await newCompany(db)
    const [a, b] = [await create(scope), await create(scope)]
    expect(await codeOf(db.uow.run(scope, (tx) => channelFor(tx)))).toBe('ERR_NO_DEF_WAPP_FOUND')
    await node.channels.connect(scope, b.id)
    await vi.waitFor(async () => expect((await node.channels.get(scope, b.id)).state).toBe('connected'))
    expect((await db.uow.run(scope, (tx) => channelFor(tx, { id: a.id }))).id).toBe(b.id)
    expect(await node.channels.health(scope, b.id)).toMatchObject({
      state: 'connected',
      owner: { nodeId: node.cluster.nodeId, host: expect.any(String), epoch: 1 },
      breaker: 'closed',
      deliveries: { queued: 0, sending: 0, failed: 0, unknown: 0, oldestQueuedAt: null },
      inbox: { waiting: 0, dead: 0 },
      lastInboundAt: null,
    })
    expect((await node.channels.health(scope, a.id)).owner).toBeNull()
  })

  it('webchat answers at its address as it is embedded', async () => {
    const scope = await newCompany(db)
    const made = await create(scope, { type: 'webchat', settings: { allowedOrigins: ['https://shop.example'] } })
    await node.channels.connect(scope, made.id)
    await vi.waitFor(async () => expect((await node.channels.get(scope, made.id)).state).toBe('connected'))
    const frame = await fetch(`${node.at(made.hookUrl ?? '')}/frame`)
    expect(frame.headers.get('content-security-policy')).toMatch(/frame-ancestors [^;]*https:\/\/shop\.example/)
    expect(frame.headers.get('x-frame-options')).toBeNull()
    expect(await frame.text()).toContain('assets/webchat/frame.js')
    const config = (origin: string) => fetch(`${node.at(made.hookUrl ?? '')}/config`, { headers: { origin } })
    expect((await config('https://shop.example')).status).toBe(200)
    expect((await config('https://evil.example')).status).toBe(403)
    expect((await fetch(`${node.url}/assets/webchat/frame.js`)).status).toBe(200)
  })

  it('without its plugin is shown as such, with nothing of its settings', async () => {
    const scope = await newCompany(db)
    const made = await create(scope)
    await db.owner(`update channel set type = 'gone', settings = '{"key":"x"}' where id = $1`, [made.id])
    expect(await node.channels.get(scope, made.id)).toMatchObject({
      isPluginMissing: true,
      features: null,
      settings: {},
    })
    expect(await codeOf(node.channels.connect(scope, made.id))).toBe('ERR_PLUGIN_OFF')
  })
})

describe('groups', () => {
  it('are left out as the plugin’s own switch says, where it has one', async () => {
    const scope = await newCompany(db)
    const settings = { botToken: `700100:${'a'.repeat(35)}`, mode: 'polling', ignoreGroups: false }
    const made = await node.channels.create(scope, { name: 'Robô', type: 'telegram', settings, ignoreGroups: true })
    expect(made.ignoreGroups).toBe(false)
    const changed = await node.channels.update(scope, made.id, { settings: { mode: 'polling', ignoreGroups: true } })
    expect(changed.ignoreGroups).toBe(true)
  })
})

describe('plugins', () => {
  it('lists what the company may use, in its language, and channel types without the panel for agents', async () => {
    const scope = await newCompany(db)
    const listed = await node.plugins.list({ ...scope, locale: 'en' })
    expect(listed.map(({ id, enabled, state }) => [id, enabled, state])).toEqual([
      ['fake', true, 'active'],
      ['webchat', true, 'active'],
      ['telegram', true, 'active'],
    ])
    const types = await node.plugins.channelTypes(scope)
    expect(types.map(({ type }) => type)).toEqual([
      'fake',
      'fake-idempotent',
      'fake-session',
      'fake-official',
      'webchat',
      'telegram',
    ])
    const telegram = types.find(({ type }) => type === 'telegram')
    expect(telegram?.actions?.map(({ name, label }) => [name, typeof label])).toContainEqual([
      'testConnection',
      'string',
    ])
    expect(JSON.stringify(telegram?.settings)).toContain('"x-ui":{"widget":"secret"')
    const agentTypes = await node.plugins.channelTypes(asAgent(scope, 1))
    expect(agentTypes[0]).not.toHaveProperty('settings')
    expect(await codeOf(node.plugins.setEnabled(scope, 'nobody', true))).toBe('ERR_NO_PLUGIN_FOUND')
    await node.plugins.setEnabled(scope, 'telegram', false)
    expect((await node.plugins.channelTypes(scope)).some(({ type }) => type === 'telegram')).toBe(false)
    const operator = (await node.plugins.operatorPlugins(scope)).find(({ id }) => id === 'telegram')
    expect(operator).toMatchObject({ state: 'active', contributions: [{ type: 'telegram' }] })
  })

  it('set-aside events are shown and run again, of one company or by name', async () => {
    const scope = await newCompany(db)
    const made = await create(scope)
    const insert = (key: string) =>
      db.owner<{ id: string }>(
        `insert into inbox (tenant_id, channel_id, key, payload, state, error) values ($1, $2, $3, '{}', 'dead', 'x') returning id`,
        [scope.tenantId, made.id, key],
      )
    const [one] = await insert('a')
    await insert('b')
    const { tenantId } = scope
    expect((await node.plugins.deadInbound(tenantId)).map(({ key, channelName }) => [key, channelName]).sort()).toEqual(
      [
        ['a', made.name],
        ['b', made.name],
      ],
    )
    const items = [{ tenantId, id: String(one?.id) }]
    expect(await node.plugins.redriveInbound({ items })).toEqual({ count: 1 })
    expect(await node.plugins.redriveInbound({ tenantId })).toEqual({ count: 1 })
    expect(await node.plugins.deadInbound(tenantId)).toEqual([])
  })
})
