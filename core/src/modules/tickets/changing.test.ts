import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/app.ts'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { createTestTickets, refusalOf } from './testing.ts'

const h = await startHarness()
afterAll(() => h.close())

let t: ReturnType<typeof createTestTickets>
let company: TestCompany
let queueId: number
let ana: Awaited<ReturnType<TestCompany['user']>>
let bia: Awaited<ReturnType<TestCompany['user']>>
let admin: Awaited<ReturnType<TestCompany['user']>>

beforeEach(async () => {
  t = createTestTickets(h)
  company = await makeCompany(h.db)
  queueId = await company.queue('Suporte')
  ana = await company.user('user', { name: 'Ana Reis', queues: [queueId] })
  bia = await company.user('user', { name: 'Bia Sá', queues: [queueId] })
  admin = await company.user('admin')
})

const logsOf = async (id: number) =>
  (await t.tickets.logs(admin.scope, id)).map(({ type, userId, fromUserId, toUserId, queueId, fromQueueId }) =>
    Object.fromEntries(
      Object.entries({ type, userId, fromUserId, toUserId, queueId, fromQueueId }).filter(
        ([, value]) => value !== null,
      ),
    ),
  )
const eventsOf = (name: string) =>
  h.db.owner<{ payload: object }>('select payload from domain_event where tenant_id = $1 and name = $2 order by id', [
    company.tenantId,
    name,
  ])

/** Statements that stand before a lock. */
const waiting = async () => {
  const [row] = await h.db.owner<{ n: number }>(
    `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.n ?? 0
}

describe('accepting', () => {
  it('opens the ticket for the caller, who said hello in the channel’s words', async () => {
    const channelId = await company.channel({
      name: 'Loja',
      acceptMessage: 'Oi {{firstName}}, aqui é {{user}} ({queue}, {{channel}})',
    })
    const id = await company.ticket({ queueId, channelId, unreadMessages: 3, chatFlowId: 9 })
    const before = await t.tickets.get(ana.scope, id)
    const ticket = await t.tickets.update(ana.scope, id, { status: 'open', userId: ana.id })
    expect(ticket).toMatchObject({
      status: 'open',
      userId: ana.id,
      username: 'Ana Reis',
      chatFlowId: null,
      unreadMessages: 0,
    })
    expect(ticket.version).toBe(before.version + 1)
    expect(ticket.startedAttendanceAt).toBeGreaterThan(0)
    expect(t.texts).toEqual([{ ticketId: id, text: 'Oi Iracema, aqui é Ana Reis (Suporte, Loja)' }])
    expect(t.read).toEqual([id])
    expect(t.changed).toEqual([id])
    expect((await logsOf(id))[0]).toEqual({ type: 'open', userId: ana.id, toUserId: ana.id, queueId })
    expect(await eventsOf('ticket.accepted')).toEqual([
      { payload: expect.objectContaining({ ticketId: id, by: ana.id }) },
    ])
  })

  it('goes to exactly one of twenty who want it at once', async () => {
    const id = await company.ticket({ queueId })
    const people = await Promise.all(Array.from({ length: 20 }, () => company.user('user', { queues: [queueId] })))
    const accept = async ({ scope }: (typeof people)[number]) =>
      (await refusalOf(t.tickets.update(scope, id, { status: 'open' }))).code ?? 'won'
    // as many as there are connections stand before the ticket together
    const crowd = await h.db.system.$transaction(async (other) => {
      await other.$queryRaw`select 1 from ticket where id = ${id} for update`
      const all = people.map(accept)
      await until(async () => (await waiting()) >= 3)
      return { all }
    })
    const outcomes = await Promise.all(crowd.all)
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'ERR_TICKET_TAKEN')).toHaveLength(19)
    const { userId } = await t.tickets.get(admin.scope, id)
    expect(userId).toBe(people[outcomes.indexOf('won')]?.id)
    const late = people[outcomes.indexOf('ERR_TICKET_TAKEN')]
    expect(late && (await refusalOf(t.tickets.update(late.scope, id, { status: 'open' })))).toMatchObject({
      params: { name: 'Benedito Luz' },
    })
    expect((await logsOf(id)).filter(({ type }) => type === 'open')).toHaveLength(1)
  })

  it('says “taken” even where colleagues’ tickets are hidden', async () => {
    await company.setting('NotViewAssignedTickets', 'enabled')
    const id = await company.ticket({ queueId, status: 'open', userId: bia.id })
    expect(await refusalOf(t.tickets.update(ana.scope, id, { status: 'open' }))).toMatchObject({
      code: 'ERR_TICKET_TAKEN',
      params: undefined,
    })
    expect(await refusalOf(t.tickets.get(ana.scope, id))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  it('is a take-over for those who lead, without a word to the customer', async () => {
    const channelId = await company.channel({ acceptMessage: 'Oi' })
    const id = await company.ticket({ queueId, channelId, status: 'open', userId: bia.id })
    expect((await t.tickets.update(admin.scope, id, { status: 'open' })).userId).toBe(admin.id)
    expect(t.texts).toEqual([])
    expect((await logsOf(id))[0]).toMatchObject({ type: 'open', fromUserId: bia.id, toUserId: admin.id })
  })

  it('twice is once', async () => {
    const id = await company.ticket({ queueId })
    const first = await t.tickets.update(ana.scope, id, { status: 'open' })
    const second = await t.tickets.update(ana.scope, id, { status: 'open' })
    expect(second.version).toBe(first.version)
    expect(await logsOf(id)).toHaveLength(1)
  })

  it('stands though its text could not be queued', async () => {
    t.channel.failsToSend = true
    const id = await company.ticket({ queueId, channelId: await company.channel({ acceptMessage: 'Oi' }) })
    expect((await t.tickets.update(ana.scope, id, { status: 'open' })).status).toBe('open')
    expect(t.faults).toEqual([expect.objectContaining({ ticketId: id })])
  })

  it('of a ticket of another company or queue is of a ticket that is not there', async () => {
    const other = await makeCompany(h.db)
    const ids = [await other.ticket(), await company.ticket({ queueId: await company.queue() }), 2_000_000_000]
    for (const id of ids)
      expect(await refusalOf(t.tickets.update(ana.scope, id, { status: 'open' }))).toMatchObject({
        code: 'ERR_NO_TICKET_FOUND',
      })
  })
})

describe('returning and transferring', () => {
  it('gives a ticket back to its queue', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: ana.id, unreadMessages: 2 })
    const ticket = await t.tickets.update(ana.scope, id, { status: 'pending', userId: ana.id })
    expect(ticket).toMatchObject({ status: 'pending', userId: null, queueId, unreadMessages: 2 })
    expect(t.events.map(({ payload }) => payload)).toContainEqual({
      type: 'notification:new',
      payload: expect.objectContaining({ id }),
    })
    expect(await logsOf(id)).toEqual([{ type: 'pending', userId: ana.id, fromUserId: ana.id, queueId }])
    expect(await refusalOf(t.tickets.update(ana.scope, id, { status: 'pending' }))).toMatchObject({
      code: 'ERR_TICKET_STATE',
    })
  })

  it('hands a ticket to a person, naming both sides', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: ana.id })
    const ticket = await t.tickets.update(ana.scope, id, { isTransference: 1, userId: bia.id, status: 'open' })
    expect(ticket).toMatchObject({ status: 'open', userId: bia.id, queueId })
    const sides = { fromUserId: ana.id, toUserId: bia.id, queueId, fromQueueId: queueId }
    expect(await logsOf(id)).toEqual([
      { type: 'receivedTransfer', userId: bia.id, ...sides },
      { type: 'transfered', userId: ana.id, ...sides },
    ])
    const told = t.events.find(({ payload }) => 'type' in payload && payload.type === 'ticket:update')
    expect(told?.payload).toMatchObject({ payload: { id, isTransference: true } })
  })

  it('moves a ticket to a queue, says so, and takes it off the screens of those who see it no more', async () => {
    const sales = await company.queue('Vendas')
    const channelId = await company.channel({ transferMessage: 'Agora: {{queue}}' })
    const id = await company.ticket({ queueId, channelId, status: 'open', userId: ana.id, chatFlowId: 4 })
    const ticket = await t.tickets.update(ana.scope, id, { isTransference: true, queueId: sales, userId: null })
    expect(ticket).toMatchObject({ status: 'pending', userId: null, queueId: sales, queue: 'Vendas', chatFlowId: null })
    expect(t.texts).toEqual([{ ticketId: id, text: 'Agora: Vendas' }])
    expect(t.events[0]).toMatchObject({
      audience: { to: 'ticket', ticket: { queueId, userId: ana.id }, butNot: { queueId: sales, userId: null } },
      event: 'ticketList',
      payload: { type: 'ticket:hide', payload: { id } },
    })
    expect(await refusalOf(t.tickets.get(ana.scope, id))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  it('ends a ticket and begins another in the other queue, where the company wants it so', async () => {
    await company.setting('newTicketTransference', 'enabled')
    await company.setting('closingReasonRequired', 'enabled')
    await company.closingReason()
    const sales = await company.queue('Vendas')
    const caio = await company.user('user', { queues: [sales] })
    const channelId = await company.channel({
      transferMessage: 'Vou passar você para {queue}.',
      farewellMessage: 'Tchau',
    })
    const id = await company.ticket({ queueId, channelId, status: 'open', userId: ana.id, unreadMessages: 2 })
    await h.db.owner(`update ticket set last_message = 'Quero comprar', waiting_since = now() where id = $1`, [id])
    t.events.length = 0
    const ended = await t.tickets.update(ana.scope, id, {
      isTransference: true,
      queueId: sales,
      userId: null,
      note: 'VIP',
    })
    expect(ended).toMatchObject({ id, status: 'closed', userId: ana.id, queueId, closingReasonId: null })
    const { tickets } = await t.tickets.list(caio.scope, { status: ['pending'] })
    expect(tickets).toHaveLength(1)
    const [begun] = tickets
    expect(begun).toMatchObject({ contactId: ended.contactId, queueId: sales, userId: null, transferNote: 'VIP' })
    expect(begun).toMatchObject({ unreadMessages: 2, lastMessage: 'Quero comprar', isActiveDemand: false })
    expect([begun?.waitingSince, begun?.protocol === ended.protocol]).toEqual([expect.any(Number), false])
    const newId = begun?.id ?? 0
    expect(t.texts).toEqual([{ ticketId: newId, text: 'Vou passar você para Vendas.' }])
    expect((await logsOf(id)).map(({ type }) => type)).toEqual(['transfered', 'closed'])
    expect((await logsOf(newId)).map(({ type }) => type)).toEqual(['transfered', 'create'])
    for (const [name, ticketId] of [
      ['ticket.closed', id],
      ['ticket.created', newId],
      ['ticket.transferred', newId],
    ] as const)
      expect(await eventsOf(name)).toEqual([{ payload: expect.objectContaining({ ticketId, by: ana.id }) }])
    expect(t.changed.toSorted()).toEqual([id, newId])
    // within a queue it stays the same
    await t.tickets.update(caio.scope, newId, { status: 'open' })
    const dora = await company.user('user', { queues: [sales] })
    const handed = await t.tickets.update(caio.scope, newId, { isTransference: true, userId: dora.id })
    expect(handed).toMatchObject({ id: newId, status: 'open', userId: dora.id })
    // and a group is one conversation, whoever has it
    const group = await company.ticket({ queueId, isGroup: true })
    const moved = await t.tickets.update(admin.scope, group, { isTransference: true, queueId: sales, userId: null })
    expect(moved).toMatchObject({ id: group, status: 'pending', queueId: sales })
  })

  it('at the same moment as closing happens before it or not at all', async () => {
    const channelId = await company.channel({ farewellMessage: 'Até logo' })
    const id = await company.ticket({ queueId, channelId, status: 'open', userId: ana.id })
    const people = await Promise.all(Array.from({ length: 6 }, () => company.user('user', { queues: [queueId] })))
    const outcomeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code ?? 'done'
    const outcomes = await Promise.all(
      people.map(async ({ id: userId }) => ({
        moved: await outcomeOf(t.tickets.update(bia.scope, id, { isTransference: true, userId })),
        closed: await outcomeOf(t.tickets.update(admin.scope, id, { status: 'closed' })),
      })),
    )
    expect(outcomes.map(({ closed }) => closed).sort()).toEqual([...Array(5).fill('ERR_TICKET_STATE'), 'done'])
    expect(t.texts.map(({ text }) => text)).toEqual(['Até logo'])
    const moves = outcomes.filter(({ moved }) => moved === 'done')
    expect(outcomes.filter(({ moved }) => moved === 'ERR_TICKET_STATE')).toHaveLength(6 - moves.length)
    const logs = (await logsOf(id)).filter(({ type }) => type !== 'access')
    expect(logs.filter(({ type }) => type === 'transfered')).toHaveLength(moves.length)
    expect(logs.map(({ type }) => type).indexOf('closed')).toBe(0)
    const last = logs.find(({ type }) => type === 'transfered')
    expect(await t.tickets.get(admin.scope, id)).toMatchObject({ status: 'closed', userId: last?.toUserId ?? ana.id })
  })

  it('into a new ticket at the same moment as closing does one of the two', async () => {
    await company.setting('newTicketTransference', 'enabled')
    const others = await Promise.all([company.queue(), company.queue()])
    for (let round = 0; round < 3; round++) {
      const contactId = await company.contact()
      const id = await company.ticket({ queueId, contactId, status: 'open', userId: ana.id })
      const wanted = others.flatMap((to) => [
        { isTransference: true, queueId: to, userId: null },
        { status: 'closed' as const },
      ])
      const outcomes = await Promise.all(
        wanted.map(async (update) => (await refusalOf(t.tickets.update(admin.scope, id, update))).code ?? 'done'),
      )
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'ERR_TICKET_STATE')).toHaveLength(3)
      const { tickets } = await t.tickets.list(admin.scope, { contactId, status: ['open', 'pending'], showAll: true })
      expect(tickets).toHaveLength(wanted[outcomes.indexOf('done')]?.isTransference ? 1 : 0)
    }
  })

  it('has a target that fits', async () => {
    const sales = await company.queue('Vendas')
    const closed = await company.queue('Antiga', false)
    const gone = await company.user('user', { queues: [queueId], isActive: false })
    const id = await company.ticket({ queueId, status: 'open', userId: ana.id })
    const code = async (update: object) =>
      (await refusalOf(t.tickets.update(ana.scope, id, { isTransference: true, ...update }))).code
    expect(await code({ userId: bia.id, queueId: sales })).toBe('ERR_TRANSFER_TARGET')
    expect(await code({ userId: ana.id })).toBe('ERR_TRANSFER_TARGET')
    expect(await code({ queueId: null, userId: null })).toBe('ERR_TRANSFER_TARGET')
    expect(await code({ userId: gone.id })).toBe('ERR_NO_USER_FOUND')
    expect(await code({ userId: 2_000_000_000 })).toBe('ERR_NO_USER_FOUND')
    expect(await code({ queueId: closed })).toBe('ERR_NO_QUEUE_FOUND')
    expect(await code({ queueId: 2_000_000_000 })).toBe('ERR_NO_QUEUE_FOUND')
    expect(await code({ queueId: null, userId: bia.id })).toBeUndefined()
  })
})

it('goes back to waiting when its agent leaves', async () => {
  const open = await company.ticket({ queueId, status: 'open', userId: ana.id })
  const closed = await company.ticket({ queueId, status: 'closed', userId: ana.id })
  const others = await company.ticket({ queueId, status: 'open', userId: bia.id })
  await h.db.uow.run(admin.scope, (tx) => t.tickets.returnTicketsOf(tx, ana.id))
  expect(await t.tickets.get(admin.scope, open)).toMatchObject({ status: 'pending', userId: null })
  expect(await t.tickets.get(admin.scope, closed)).toMatchObject({ status: 'closed', userId: ana.id })
  expect(await t.tickets.get(admin.scope, others)).toMatchObject({ status: 'open', userId: bia.id })
  expect(t.changed).toEqual([open])
  expect((await logsOf(open)).at(-1)).toMatchObject({ type: 'pending', fromUserId: ana.id, userId: admin.id })
})
