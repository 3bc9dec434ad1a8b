import { randomUUID } from 'node:crypto'
import type { InboundMessage } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany } from '../../../../test/factories.ts'
import { type Harness, startHarness } from '../../../../test/harness.ts'
import { Prisma } from '../../../platform/db/generated/client.ts'
import { silentLog } from '../../../platform/logger.ts'
import { loadTickets, type TicketRecord } from '../../tickets/index.ts'
import { createIntake } from './intake.ts'
import { normalise } from './normalise.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const PEOPLE = { ana: '5511999990001', rui: '5511999990002', lia: '5511999990003' }
type Person = keyof typeof PEOPLE

const said = (who: Person, text: string, more: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'message',
  externalId: text,
  direction: 'in',
  chat: { addresses: [{ kind: 'phone', value: PEOPLE[who] }], name: who },
  content: { type: 'text', text },
  at: 1_750_000_000_000,
  ...more,
})

/** A company in which all three have written, with a live ticket each. */
async function world() {
  const company = await makeCompany(harness.db)
  const { tenantId } = company
  const channel = { tenantId, channelId: await company.channel(), type: 'fake', addressScope: 0 }
  const told: TicketRecord[] = []
  const intake = createIntake({
    uow: harness.db.uow,
    log: silentLog,
    onApplied: (_, __, { tickets }) => void told.push(...tickets),
  })
  const push = (...events: InboundMessage[]) => intake.push(channel, null, events)
  for (const who of Object.keys(PEOPLE) as Person[]) await push(said(who, `${who} 0`))
  told.length = 0
  return { company, channel, push, told }
}
type World = Awaited<ReturnType<typeof world>>

/** Without what differs from one run to the next. */
async function left({ company: { tenantId } }: World) {
  const { system } = harness.db
  const tickets = await system.ticket.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
  const order = tickets.map(({ id }) => id)
  const messages = await system.message.findMany({
    where: { tenantId },
    orderBy: [{ ticketId: 'asc' }, { seq: 'asc' }],
  })
  const events = await system.domainEvent.findMany({
    where: { tenantId, name: 'message.received' },
    orderBy: { id: 'asc' },
  })
  const contacts = await system.contact.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
  const placeOf = (ticketId: unknown) => order.indexOf(Number(ticketId))
  return {
    tickets: tickets.map((one) => [
      ...[one.status, one.seq, one.unreadMessages, one.lastMessage, one.answered, one.version],
      ...[one.waitingSince !== null, one.lastInboundAt !== null, one.snoozedUntil],
    ]),
    messages: messages.map((one) => [
      ...[placeOf(one.ticketId), one.seq, one.externalId, one.body, one.content, one.type, one.sendType],
      ...[one.status, one.sentAt, one.contactId !== null, one.isForwarded, one.origin, one.editedAt !== null],
    ]),
    events: events.map(({ payload }) => {
      const { ticketId, seq, messageId } = payload as Record<string, unknown>
      return [placeOf(ticketId), seq, messages.find(({ id }) => id === messageId)?.externalId]
    }),
    contacts: contacts.map(({ name, pushname }) => [name, pushname]),
  }
}

/** Whether the database takes them all together. */
async function isTaken({ company, channel }: World, events: InboundMessage[]): Promise<boolean> {
  const [row] = await harness.db.uow.query<{ taken: boolean }>(
    company,
    Prisma.sql`select inbound_plain(${company.tenantId}, ${channel.channelId},
      ${JSON.stringify(events.map((event) => normalise(event, 0)))}::jsonb) is not null taken`,
  )
  return row?.taken ?? false
}

const conversation = [
  said('ana', 'ana 1'),
  said('rui', 'rui 1', { forwarded: true, origin: { type: 'post', id: 'p1' } }),
  said('ana', 'ana 2', { content: { type: 'text', text: 'ana 2\nsecond line' } }),
  said('lia', 'lia 1', { chat: { addresses: [{ kind: 'phone', value: PEOPLE.lia }] } }),
  said('ana', 'ana 3', { at: 1_700_000_000_000 }),
]

describe('messages that come in together', () => {
  it('are stored by one statement as they would be one by one', async () => {
    const [alone, together] = [await world(), await world()]
    for (const event of conversation) await alone.push(event)
    await together.push(...conversation)
    expect(await left(together)).toEqual(await left(alone))
    expect(await isTaken(await world(), conversation)).toBe(true)
  })

  it('rise in time with their place in the ticket', async () => {
    const { company, push } = await world()
    await push(...conversation)
    const { tenantId } = company
    const messages = await harness.db.system.message.findMany({
      where: { tenantId },
      orderBy: [{ ticketId: 'asc' }, { seq: 'asc' }],
    })
    for (const [index, { ticketId, createdAt }] of messages.entries()) {
      const before = messages[index - 1]
      if (before?.ticketId === ticketId) expect(createdAt.getTime()).toBeGreaterThanOrEqual(before.createdAt.getTime())
    }
  })

  it.each([1, conversation.length])('tell of their tickets as they stand then, %s at a time', async (count) => {
    const { company, push, told } = await world()
    await push(...conversation.slice(0, count))
    const ids = told.map(({ id }) => id)
    expect(ids.length).toBe(count === 1 ? 1 : 3)
    expect(told).toEqual(await loadTickets(harness.db.uow, company, ids))
  })

  const onTicketOf = (name: Person, data: object) => async (w: World) => {
    const { tenantId } = w.company
    const contact = await harness.db.system.contact.findFirstOrThrow({ where: { tenantId, name } })
    await harness.db.system.ticket.updateMany({ where: { tenantId, contactId: contact.id }, data })
  }
  const nothing = async () => undefined
  it.each<[string, (w: World) => Promise<unknown>, InboundMessage[]]>([
    ['one whose ticket is closed', onTicketOf('rui', { status: 'closed', closedAt: new Date() }), []],
    ['one whose ticket sleeps', onTicketOf('rui', { snoozedUntil: new Date(1_900_000_000_000) }), []],
    ['one that is there', (w) => w.push(said('rui', 'rui 1')), []],
    ['a stranger', nothing, [said('lia', 'new', { chat: { addresses: [{ kind: 'phone', value: '5511888880000' }] } })]],
    ['a new name', nothing, [said('lia', 'named', { chat: { ...said('lia', '').chat, name: 'Lia Alves' } })]],
    [
      'one who is ignored',
      ({ company: { tenantId } }) =>
        harness.db.system.contact.updateMany({ where: { tenantId, name: 'lia' }, data: { ignore: true } }),
      [],
    ],
    [
      'one of which something was told before',
      async (w) => {
        const edit = { kind: 'edit', externalIds: ['rui 1'], content: { type: 'text', text: 'changed' }, type: 'text' }
        await harness.db.system.parkedEvent.create({
          data: { tenantId: w.company.tenantId, channelId: w.channel.channelId, externalId: 'rui 1', payload: edit },
        })
      },
      [],
    ],
  ])('of which one is %s go one by one', async (_, before, more) => {
    const events = [...conversation, ...more]
    const [alone, together, asked] = [await world(), await world(), await world()]
    for (const each of [alone, together, asked]) await before(each)
    for (const event of events) await alone.push(event)
    await together.push(...events)
    expect(await left(together)).toEqual(await left(alone))
    const untouched = await left(asked)
    expect(await isTaken(asked, events)).toBe(false)
    expect(await left(asked)).toEqual(untouched)
  })

  it('find another ticket when theirs is closed in this moment', async () => {
    const w = await world()
    const { tenantId } = w.company
    const [first] = await harness.db.system.ticket.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
    const closing = await harness.db.systemPool.connect()
    try {
      await closing.query('begin')
      await closing.query(`update ticket set status = 'closed', closed_at = now() where id = $1`, [first?.id])
      const { rows } = await closing.query<{ pid: number }>('select pg_backend_pid() pid')
      const pushed = w.push(...conversation)
      await expect
        .poll(() =>
          harness.db.owner(`select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`, [rows[0]?.pid]),
        )
        .toHaveLength(1)
      await closing.query('commit')
      await pushed
    } finally {
      closing.release()
    }
    const tickets = await harness.db.system.ticket.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
    expect(tickets.map(({ status, seq }) => [status, seq])).toEqual([
      ['closed', 1],
      ['pending', 2],
      ['pending', 2],
      ['pending', 3],
    ])
  })

  it('with the same id are stored once', async () => {
    const w = await world()
    await w.push(said('ana', 'twice'), said('ana', 'twice'), said('rui', randomUUID()))
    const { tickets } = await left(w)
    expect(tickets.map(([, seq]) => seq)).toEqual([2, 2, 1])
  })
})
