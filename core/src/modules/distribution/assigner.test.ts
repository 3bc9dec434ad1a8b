import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { createTestTickets } from '../tickets/testing.ts'
import { createAssigner } from './assigner.ts'
import { waitingTenants } from './waiting-repo.ts'

const h = await startHarness()
afterAll(() => h.close())
const { system } = h.db
const { tickets, texts } = createTestTickets(h)
const online = new Set<number>()
const faults: object[] = []
const node = () =>
  createAssigner({
    ...{ uow: h.db.uow, clock: h.clock, random: Math.random, tickets: tickets.assigning },
    log: { error: (fields) => void faults.push(fields) },
    onlineUsers: () => [...online],
  })
const one = node()
const HOUR = 3_600_000
const MINUTE = 60_000

let company: TestCompany
beforeEach(async () => {
  company = await makeCompany(h.db, { timezone: 'UTC' })
  faults.length = 0
})

const run = (assigner = one) => assigner.run(company.tenantId, new AbortController().signal)

const queueOf = async (more: { distribution?: string; agentCapacity?: number; headStartMinutes?: number } = {}) => {
  const id = await company.queue()
  await system.queue.updateMany({ where: { id }, data: { distribution: 'fifo', ...more } })
  return id
}
const agentOf = async (queues: number[], more: { ticketCapacity?: number; isOnline?: boolean } = {}) => {
  const { id } = await company.user('user', { queues })
  const { isOnline = true, ...values } = more
  await system.user.updateMany({ where: { id }, data: values })
  if (isOnline) online.add(id)
  return id
}
const setting = (key: string, value: string) =>
  system.setting.create({ data: { tenantId: company.tenantId, key, value } })
const waits = (id: number, minutes: number) =>
  system.ticket.updateMany({ where: { id }, data: { waitingSince: new Date(h.clock.now() - minutes * MINUTE) } })
const ticketOf = (id: number) =>
  system.ticket.findUniqueOrThrow({ where: { tenantId_id: { tenantId: company.tenantId, id } } })
const heldBy = (userId: number) => system.ticket.findMany({ where: { tenantId: company.tenantId, userId } })
const manyTickets = async (queueId: number, count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await company.ticket({ queueId })
    await waits(id, count - n)
    ids.push(id)
  }
  return ids
}

describe('several nodes at once', () => {
  it('give each ticket to one person, and nobody more than they take', async () => {
    const [sales, help] = [await queueOf({ distribution: 'balanced' }), await queueOf({ agentCapacity: 2 })]
    const limits = [3, 4, 2]
    const both = await Promise.all(limits.map((ticketCapacity) => agentOf([sales, help], { ticketCapacity })))
    const salesIds = await manyTickets(sales, 9)
    await manyTickets(help, 9)

    await Promise.all([one, node(), node(), node()].map(run))
    const held = await Promise.all(both.map(heldBy))
    expect(held.map((list) => list.length)).toEqual(limits)
    for (const list of held) expect(list.filter(({ queueId }) => queueId === help).length).toBeLessThanOrEqual(2)
    const logs = await system.ticketLog.findMany({ where: { tenantId: company.tenantId, type: 'userDefine' } })
    expect(logs).toHaveLength(9)
    expect(new Set(logs.map(({ ticketId }) => ticketId)).size).toBe(9)
    expect(logs.every(({ cause, userId, toUserId }) => cause === 'rule' && userId === null && toUserId)).toBe(true)
    expect(faults).toEqual([])

    // one is closed: there is room for one
    const [closed] = held.flat()
    await system.ticket.updateMany({ where: { id: closed?.id ?? 0 }, data: { status: 'closed' } })
    await Promise.all([one, node()].map(run))
    expect(await system.ticket.count({ where: { tenantId: company.tenantId, status: 'open' } })).toBe(9)
    expect(salesIds).toHaveLength(9)
  })

  it('and a person who accepts meanwhile: one of them has it', async () => {
    const queue = await queueOf()
    const agents = [await agentOf([queue]), await agentOf([queue])]
    const { scope } = await company.user('admin')
    const ids = await manyTickets(queue, 6)
    const accept = (id: number) => tickets.update(scope, id, { status: 'open', userId: agents[0] ?? 0 })
    await Promise.allSettled([run(), run(node()), ...ids.map(accept)])
    await run()
    for (const id of ids) {
      const { status, userId } = await ticketOf(id)
      expect([status, agents.includes(userId ?? 0) || userId !== null]).toEqual(['open', true])
      expect(await system.ticketLog.count({ where: { ticketId: id, type: 'userDefine' } })).toBeLessThanOrEqual(1)
    }
    expect(faults).toEqual([])
  })
})

it('takes turns that outlive the run, and says what is said when somebody accepts', async () => {
  const queue = await queueOf()
  const agents = [await agentOf([queue]), await agentOf([queue]), await agentOf([queue])]
  const channelId = await company.channel({ acceptMessage: 'Sou {{user}}' })
  const got: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const id = await company.ticket({ queueId: queue, channelId, contactId: await company.contact() })
    await run()
    const { userId, unreadMessages, startedAt } = await ticketOf(id)
    got.push(userId ?? 0)
    expect([unreadMessages, startedAt !== null, texts.some(({ ticketId }) => ticketId === id)]).toEqual([0, true, true])
  }
  expect(got.slice(0, 3).sort()).toEqual(agents.toSorted())
  expect(got.slice(3)).toEqual(got.slice(0, 3))
})

it('leaves alone what waits for nobody', async () => {
  const queue = await queueOf()
  const [off, asleep] = [await queueOf({ distribution: 'off' }), await company.queue('Fila parada', false)]
  const agent = await agentOf([queue, off, asleep])
  const snoozed = await company.ticket({ queueId: queue })
  await system.ticket.updateMany({ where: { id: snoozed }, data: { snoozedUntil: new Date(h.clock.now() + HOUR) } })
  const fromPhone = await company.ticket({ queueId: queue })
  await system.ticket.updateMany({ where: { id: fromPhone }, data: { answered: true } })
  await company.ticket({ queueId: queue, isGroup: true })
  await company.ticket({ queueId: queue, chatFlowId: 5 })
  for (const queueId of [off, asleep, null]) await company.ticket({ queueId })
  await run()
  expect(await heldBy(agent)).toEqual([])
})

describe('time', () => {
  it('the longest waiting goes first, and a head start is overtaken in the end', async () => {
    const [calm, urgent] = [await queueOf(), await queueOf({ headStartMinutes: 30 })]
    const agent = await agentOf([calm, urgent], { ticketCapacity: 1 })
    const [old = 0, young = 0] = await manyTickets(calm, 2)
    const hot = await company.ticket({ queueId: urgent })
    await Promise.all([waits(old, 40), waits(young, 20), waits(hot, 5)])
    const order: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await run()
      const [held] = await system.ticket.findMany({ where: { userId: agent, status: 'open' } })
      order.push(held?.id ?? 0)
      await system.ticket.updateMany({ where: { id: held?.id ?? 0 }, data: { status: 'closed' } })
    }
    expect(order).toEqual([old, hot, young])
  })

  it('login hours begin and "do not disturb" ends while a ticket waits', async () => {
    const queue = await queueOf()
    const agent = await agentOf([queue])
    const id = await company.ticket({ queueId: queue })
    const hourIn = (hours: number) => `${new Date(h.clock.now() + hours * HOUR).toISOString().slice(11, 13)}:00`
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, allowed: true, start: hourIn(2), end: hourIn(8) }))
    await system.user.updateMany({ where: { id: agent }, data: { loginSchedule: days } })
    const until = new Date(h.clock.now() + 4 * HOUR).toISOString()
    await system.notificationPreference.create({
      data: { tenantId: company.tenantId, userId: agent, values: { doNotDisturb: { isOn: true, until } } },
    })
    for (const hours of [0, 3]) {
      h.clock.advance(hours * HOUR)
      await run()
      expect((await ticketOf(id)).status).toBe('pending')
    }
    // nobody tells that time went by
    h.clock.advance(HOUR + MINUTE)
    expect(await waitingTenants(system)).toContain(company.tenantId)
    await run()
    expect((await ticketOf(id)).userId).toBe(agent)
    expect(await waitingTenants(system)).not.toContain(company.tenantId)
  })
})

describe('contacts of a wallet', () => {
  it('wait for an owner who is there, and the log says so once', async () => {
    await setting('DirectTicketsToWallets', 'enabled')
    const queue = await queueOf()
    await agentOf([queue])
    const outside = await agentOf([])
    const [away, busy, free] = [
      await agentOf([queue], { isOnline: false }),
      await agentOf([queue]),
      await agentOf([queue]),
    ]
    await company.ticket({ queueId: queue, status: 'open', userId: busy })
    const waiting = await company.ticket({
      queueId: queue,
      contactId: await company.contact({ wallets: [away, outside] }),
    })
    const lucky = await company.ticket({ contactId: await company.contact({ wallets: [busy, free] }) })
    await run()
    await run()
    expect(await ticketOf(lucky)).toMatchObject({ status: 'open', userId: free, queueId: null })
    expect((await ticketOf(waiting)).status).toBe('pending')
    expect(await system.ticketLog.count({ where: { ticketId: waiting, type: 'walletAway' } })).toBe(1)
    online.add(away)
    await run()
    expect((await ticketOf(waiting)).userId).toBe(away)
  })
})

it('does not give a ticket to who gave it back, until it was closed', async () => {
  const queue = await queueOf()
  const [first, second] = [await agentOf([queue]), await agentOf([queue])]
  const { scope } = await company.user('admin')
  const id = await company.ticket({ queueId: queue })
  const giveBack = () => tickets.update(scope, id, { status: 'pending' })
  await run()
  await giveBack()
  await run()
  expect([first, second]).toContain((await ticketOf(id)).userId)
  await giveBack()
  await run()
  expect(await ticketOf(id)).toMatchObject({ status: 'pending', userId: null })
  await tickets.update(scope, id, { status: 'closed' })
  await tickets.update(scope, id, { status: 'pending' })
  await run()
  expect((await ticketOf(id)).status).toBe('open')
})
