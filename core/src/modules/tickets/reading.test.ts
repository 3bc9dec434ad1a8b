import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { createTestTickets, refusalOf } from './testing.ts'

const h = await startHarness()
afterAll(() => h.close())

let t: ReturnType<typeof createTestTickets>
let company: TestCompany
let queueId: number
let ana: Awaited<ReturnType<TestCompany['user']>>
let admin: Awaited<ReturnType<TestCompany['user']>>

beforeEach(async () => {
  t = createTestTickets(h)
  company = await makeCompany(h.db)
  queueId = await company.queue('Suporte')
  ana = await company.user('user', { name: 'Ana Reis', queues: [queueId] })
  admin = await company.user('admin', { name: 'Zuleica' })
})

describe('looking at a ticket', () => {
  it('is written down once in five minutes for each person', async () => {
    const id = await company.ticket({ queueId })
    const look = (scope = ana.scope) => t.tickets.get(scope, id)
    expect((await look()).scheduledMessages).toEqual([])
    await look()
    await look(admin.scope)
    const names = async () => (await t.tickets.logs(ana.scope, id)).map(({ type, user }) => `${type} ${user?.name}`)
    expect(await names()).toEqual(['access Zuleica', 'access Ana Reis'])
    h.clock.advance(5 * 60_000 + 1)
    await look()
    expect(await names()).toEqual(['access Ana Reis', 'access Zuleica', 'access Ana Reis'])
  })

  it('leaves no trace when a job does', async () => {
    const id = await company.ticket({ queueId })
    await t.tickets.get(systemScope(company.tenantId, 'test'), id)
    expect(await t.tickets.logs(admin.scope, id)).toEqual([])
  })

  it('and its logs are for those who see it', async () => {
    const other = await (await makeCompany(h.db)).ticket()
    for (const id of [other, await company.ticket({ queueId: await company.queue() })]) {
      expect(await refusalOf(t.tickets.get(ana.scope, id))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
      expect(await refusalOf(t.tickets.logs(ana.scope, id))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
      expect(await refusalOf(t.tickets.read(ana.scope, id, null))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
    }
  })

  it('tells names in its logs', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: admin.id })
    const reason = await company.closingReason('Resolvido')
    await t.tickets.update(admin.scope, id, { isTransference: true, userId: ana.id })
    await t.tickets.update(ana.scope, id, { status: 'closed', closingReasonId: reason })
    const [closed, , transferred] = await t.tickets.logs(admin.scope, id)
    expect(closed).toMatchObject({
      type: 'closed',
      cause: 'person',
      user: { name: 'Ana Reis' },
      closingReason: { name: 'Resolvido' },
    })
    expect(transferred).toMatchObject({
      user: { name: 'Zuleica' },
      fromUser: { id: admin.id, name: 'Zuleica' },
      toUser: { id: ana.id, name: 'Ana Reis' },
      queue: { id: queueId, queue: 'Suporte' },
      fromQueue: { id: queueId, queue: 'Suporte' },
    })
  })
})

describe('reading', () => {
  it('marks what was read, up to a message or all', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: ana.id, unreadMessages: 3, seq: 4 })
    for (const seq of [1, 2, 3]) await company.message(id, seq)
    await company.message(id, 4, true)
    expect(await t.tickets.read(ana.scope, id, 2)).toEqual({ unreadMessages: 1 })
    expect(t.read).toEqual([])
    expect(await t.tickets.read(ana.scope, id, null)).toEqual({ unreadMessages: 0 })
    expect(t.read).toEqual([id])
    const told = t.events.length
    expect(await t.tickets.read(ana.scope, id, null)).toEqual({ unreadMessages: 0 })
    expect([t.events.length, t.read]).toEqual([told, [id]])
  })

  it('leaves alone what waits, and where the company audits what others lead', async () => {
    const pending = await company.ticket({ queueId, unreadMessages: 2 })
    const open = await company.ticket({ queueId, status: 'open', userId: ana.id, unreadMessages: 2 })
    const own = await company.ticket({ queueId, status: 'open', userId: admin.id, unreadMessages: 2 })
    expect(await t.tickets.read(ana.scope, pending, null)).toEqual({ unreadMessages: 2 })
    await company.setting('auditMode', 'enabled')
    expect(await t.tickets.read(admin.scope, open, null)).toEqual({ unreadMessages: 2 })
    expect(await t.tickets.read(admin.scope, own, null)).toEqual({ unreadMessages: 0 })
    expect(t.read).toEqual([own])
    await company.setting('auditMode', 'disabled')
    expect(await t.tickets.read(admin.scope, open, null)).toEqual({ unreadMessages: 0 })
  })
})
