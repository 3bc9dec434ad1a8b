import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../test/database.ts'
import { type NodeOptions, newCompany, startNode, type TestNode } from '../modules/channels/testing.ts'
import type { Scope } from '../platform/db/scope.ts'

const FAKE = '@recado/plugin-fake'

let db: TestDatabase
const nodes: TestNode[] = []
beforeAll(async () => {
  db = await startDatabase()
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
  await db.owner('update channel set is_active = false')
})
afterAll(() => db.close())

async function node(options: Partial<NodeOptions> = {}, own: Parameters<typeof startNode>[0] = db) {
  const started = await startNode(own, { packages: [FAKE], ...options })
  nodes.push(started)
  return started
}

async function connected(on: TestNode, scope: Scope, type = 'fake-session') {
  const { id } = await on.channels.create(scope, { name: `Canal ${randomUUID().slice(0, 8)}`, type })
  await on.channels.connect(scope, id)
  await vi.waitFor(() => stateIs(on, scope, id, 'connected'))
  return id
}

async function stateIs(on: TestNode, scope: Scope, id: number, state: string) {
  expect((await on.channels.get(scope, id)).state).toBe(state)
}

const message = (to = '5511999990000') => ({
  id: randomUUID(),
  seq: 1,
  to: { kind: 'phone', value: to },
  isGroup: false,
  content: { type: 'text' as const, text: 'Olá' },
  attempt: 1,
  sender: null,
})

const control = (on: TestNode, hookUrl: string, wanted: object) =>
  fetch(`${on.at(hookUrl)}/control`, { method: 'POST', body: JSON.stringify(wanted) })

describe('a channel', () => {
  it('is connected by one node, which sends; its state reaches the screens', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope)
    const owned = a.host.sessions.instance(scope.tenantId, id)
    expect(owned).toMatchObject({ epoch: 1, ref: { type: 'fake-session', addressScope: 0 }, state: 'connected' })
    const sent = message()
    expect(await owned?.call('send', [sent], 'send')).toEqual({ externalId: expect.any(String) })
    const session = a.events.filter(({ event }) => event === 'whatsappSession').at(-1)
    expect(session).toMatchObject({
      audience: { tenantId: scope.tenantId, to: 'admins' },
      payload: { action: 'readySession', session: { id, state: 'connected', status: 'CONNECTED' } },
    })
  })

  it('goes to another node when its owner stops in order, with a higher epoch', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope)
    const b = await node({}, db.again())
    const lost = vi.fn()
    a.host.sessions.onLost(lost)
    nodes.splice(nodes.indexOf(a), 1)
    await a.close()
    expect(lost).toHaveBeenCalledWith({ tenantId: scope.tenantId, channelId: id })
    await vi.waitFor(() => expect(b.host.sessions.instance(scope.tenantId, id)?.state).toBe('connected'), 10_000)
    expect(b.host.sessions.instance(scope.tenantId, id)?.epoch).toBe(2)
    await stateIs(b, scope, id, 'connected')
  })

  it('goes to a node that came later and has fewer, until each has its share', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const ids = [await connected(a, scope), await connected(a, scope), await connected(a, scope)]
    const b = await node({}, db.again())
    const on = (one: TestNode) =>
      ids.filter((id) => one.host.sessions.instance(scope.tenantId, id)?.state === 'connected')
    await vi.waitFor(() => expect([on(a).length, on(b).length]).toEqual([2, 1]), 15_000)
    const [moved = 0] = on(b)
    expect(b.host.sessions.instance(scope.tenantId, moved)?.epoch).toBe(2)
    // the fourth finds the room
    ids.push(await connected(a, scope))
    expect([on(a).length, on(b).length]).toEqual([2, 2])
  })

  it('of a node that died is taken over, and the dead one’s reports count no more', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope)
    const old = a.host.sessions.instance(scope.tenantId, id)
    const b = await node({}, db.again())
    await db.owner(`update lease set expires_at = now() - interval '1 s' where channel_id = $1`, [id])
    b.host.channelChanged({ tenantId: scope.tenantId, channelId: id })
    await vi.waitFor(() => expect(b.host.sessions.instance(scope.tenantId, id)?.state).toBe('connected'))
    await old?.call('disconnect', [], 'connect').catch(() => undefined)
    await stateIs(b, scope, id, 'connected')
    await vi.waitFor(() => expect(a.host.sessions.isOwned(scope.tenantId, id)).toBe(false), 10_000)
  })

  it('is asked for through its owner, wherever the question comes from', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope)
    const b = await node({ sessions: false }, db.again())
    const { tenantId } = scope
    expect(await b.host.channelCall(tenantId, id, 'checkAddress', ['+55 11 99999-0000'], 'lookup')).toEqual({
      kind: 'phone',
      value: '5511999990000',
    })
    const sent = message()
    await b.host.channelCall(tenantId, id, 'send', [sent], 'send')
    b.host.hint(tenantId, id, 'markRead', [sent.to, ['x']])
    const elsewhere = await b.host.open(tenantId, id)
    expect(elsewhere?.epoch).toBeNull()
    await expect(elsewhere?.call('send', [sent], 'send')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const hookUrl = await a.host.hookUrl({ tenantId, channelId: id })
    await vi.waitFor(async () => {
      const { sent } = (await (await fetch(`${a.at(hookUrl)}/sent`)).json()) as { sent: { verb: string }[] }
      expect(sent.map(({ verb }) => verb)).toEqual(['send', 'markRead'])
    })
    await control(a, hookUrl, { failNext: { code: 'RATE_LIMITED', count: 1, retryAfterMs: 1500 } })
    await expect(b.host.channelCall(tenantId, id, 'send', [message()], 'send')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 1500,
    })
    expect(await b.host.breaker({ tenantId, channelId: id })).toBe('closed')
  })

  it('reads its address book where it is held, and hands it on there in batches', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const { tenantId } = scope
    const id = await connected(a, scope)
    const b = await node({ sessions: false }, db.again())
    const hookUrl = await a.host.hookUrl({ tenantId, channelId: id })
    const names = Array.from({ length: 450 }, (_, n) => `Pessoa ${n}`)
    const contacts = names.map((name, n) => ({ addresses: [{ kind: 'phone', value: `${5511900000000 + n}` }], name }))
    await fetch(`${a.at(hookUrl)}/contacts`, { method: 'POST', body: JSON.stringify({ contacts }) })
    await b.host.listContacts(tenantId, id, 'all')
    expect(a.listed.map((batch) => [batch.purpose, batch.names.length])).toEqual([
      ['all', 200],
      ['all', 200],
      ['all', 50],
    ])
    expect(a.listed.flatMap((batch) => batch.names)).toEqual(names)
    expect(b.listed).toEqual([])
    await b.host.listContacts(tenantId, id, 'enough')
    expect(a.listed.filter(({ purpose }) => purpose === 'enough')).toHaveLength(1)
    await control(a, hookUrl, { failNext: { code: 'AUTH_EXPIRED', count: 1 } })
    await expect(b.host.listContacts(tenantId, id, 'refused')).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
  })

  it('is disconnected on purpose and stays so; a change of settings opens it anew', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope, 'fake')
    const before = a.host.sessions.instance(scope.tenantId, id)
    await a.channels.update(scope, id, { settings: { receipts: 'read' } })
    await vi.waitFor(() => {
      const now = a.host.sessions.instance(scope.tenantId, id)
      expect(now && now !== before && now.state === 'connected').toBe(true)
    })
    expect(a.host.sessions.instance(scope.tenantId, id)?.epoch).toBe(1)
    await a.channels.update(scope, id, { name: 'Outro nome' })
    const kept = a.host.sessions.instance(scope.tenantId, id)
    await a.channels.disconnect(scope, id)
    await vi.waitFor(() => expect(a.host.sessions.owned()).toEqual([]))
    await stateIs(a, scope, id, 'disconnected')
    expect(kept?.has('send')).toBe(true)
    await expect(kept?.call('send', [message()], 'send')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  it('stops when its company is switched off, or its plugin', async () => {
    const a = await node()
    const scope = await newCompany(db)
    const id = await connected(a, scope)
    await a.plugins.setEnabled(scope, 'fake', false)
    await vi.waitFor(() => expect(a.host.sessions.isOwned(scope.tenantId, id)).toBe(false))
    expect((await a.channels.get(scope, id)).isPluginMissing).toBe(true)
    await a.plugins.setEnabled(scope, 'fake', true)
    await vi.waitFor(() => expect(a.host.sessions.isOwned(scope.tenantId, id)).toBe(true), 10_000)
    await db.system.tenant.update({ where: { id: scope.tenantId }, data: { status: 'inactive' } })
    a.host.channelChanged({ tenantId: scope.tenantId })
    await vi.waitFor(() => expect(a.host.sessions.isOwned(scope.tenantId, id)).toBe(false))
  })
})
