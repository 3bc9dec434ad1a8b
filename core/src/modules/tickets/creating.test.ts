import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { refusalText, type TextParams } from '../../platform/i18n/index.ts'
import { createTestTickets, refusalOf } from './testing.ts'

const h = await startHarness()
afterAll(() => h.close())

let t: ReturnType<typeof createTestTickets>
let company: TestCompany
let queueId: number
let channelId: number
let ana: Awaited<ReturnType<TestCompany['user']>>
let admin: Awaited<ReturnType<TestCompany['user']>>

beforeEach(async () => {
  t = createTestTickets(h)
  company = await makeCompany(h.db, { timezone: 'Asia/Tokyo' })
  queueId = await company.queue('Suporte')
  channelId = await company.channel()
  ana = await company.user('user', { name: 'Ana Reis', queues: [queueId] })
  admin = await company.user('admin')
})

const codeOf = async (scope: typeof ana.scope, wanted: Parameters<typeof t.tickets.create>[1]) =>
  (await refusalOf(t.tickets.create(scope, wanted))).code

it('opens a ticket for its creator, without a word to the customer', async () => {
  const contactId = await company.contact({ name: 'Iracema' })
  const other = await company.channel({ farewellMessage: 'x', acceptMessage: 'x', transferMessage: 'x' })
  const ticket = await t.tickets.create(ana.scope, { contactId, channel: 'fake', channelId: other, queueId })
  expect(ticket).toMatchObject({
    status: 'open',
    userId: ana.id,
    username: 'Ana Reis',
    queue: 'Suporte',
    whatsappId: other,
    isActiveDemand: true,
    unreadMessages: 0,
    contact: { id: contactId, name: 'Iracema' },
    whatsapp: { type: 'fake', status: 'CONNECTED' },
  })
  const tokyo = new Date(h.clock.now() + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 10)
  expect(ticket.protocol).toMatch(new RegExp(`^${tokyo}\\d{4}${ticket.id}$`))
  expect(t.texts).toEqual([])
  expect((await t.tickets.logs(ana.scope, ticket.id)).map(({ type, user }) => [type, user?.name])).toEqual([
    ['create', 'Ana Reis'],
  ])
  expect(t.events).toEqual([
    expect.objectContaining({
      event: 'ticketList',
      payload: { type: 'ticket:update', payload: { ...ticket, isCreated: true } },
    }),
  ])
})

it('may leave it for others, which is told in an event of its own', async () => {
  const ticket = await t.tickets.create(ana.scope, { contactId: await company.contact(), queueId, status: 'pending' })
  expect(ticket).toMatchObject({ status: 'pending', userId: null, startedAttendanceAt: null })
  expect(t.events.map(({ event, payload }) => [event, 'action' in payload ? payload.action : ''])).toContainEqual([
    'ticket',
    'create',
  ])
})

it('is opened for a colleague only by those who lead', async () => {
  const bia = await company.user('user', { queues: [queueId] })
  const wanted = async () => ({ contactId: await company.contact(), queueId, userId: bia.id })
  expect((await t.tickets.create(admin.scope, await wanted())).userId).toBe(bia.id)
  expect((await t.tickets.create(ana.scope, await wanted())).userId).toBe(ana.id)
})

it('needs a queue of the caller where there are queues', async () => {
  const contactId = await company.contact()
  const [foreign, old] = [await company.queue(), await company.queue('Antiga', false)]
  expect(await codeOf(ana.scope, { contactId })).toBe('ERR_NO_QUEUE_FOUND')
  expect(await codeOf(ana.scope, { contactId, queueId: foreign })).toBe('ERR_NO_QUEUE_FOUND')
  expect(await codeOf(admin.scope, { contactId, queueId: old })).toBe('ERR_NO_QUEUE_FOUND')
  expect(await codeOf(admin.scope, { contactId, queueId: foreign })).toBeUndefined()
  const small = await makeCompany(h.db)
  await small.channel()
  const only = await small.user()
  expect((await t.tickets.create(only.scope, { contactId: await small.contact() })).queueId).toBeNull()
})

it('needs a connected channel that the caller may use', async () => {
  const contactId = await company.contact()
  const off = await company.channel({ state: 'disconnected' })
  const strange = await company.channel({ type: 'unknown' })
  const foreign = await (await makeCompany(h.db)).channel()
  const wanted = { contactId, queueId }
  expect(await codeOf(ana.scope, { ...wanted, whatsappId: off })).toBe('ERR_NO_DEF_WAPP_FOUND')
  expect(await codeOf(ana.scope, { ...wanted, channel: 'telegram' })).toBe('ERR_NO_DEF_WAPP_FOUND')
  expect(await codeOf(ana.scope, { ...wanted, channelId: foreign })).toBe('ERR_NO_WAPP_FOUND')
  expect(await codeOf(ana.scope, { ...wanted, channelId: strange })).toBe('ERR_CREATING_TICKET')
  const { tenantId } = company
  await h.db.system.userChannel.create({ data: { tenantId, userId: ana.id, channelId: off } })
  expect(await codeOf(ana.scope, { ...wanted, channelId })).toBe('ERR_NO_PERMISSION')
  expect(await codeOf(admin.scope, { ...wanted, channelId })).toBeUndefined()
})

it('needs a contact who can be reached there', async () => {
  expect(await codeOf(ana.scope, { contactId: 2_000_000_000, queueId })).toBe('ERR_NO_CONTACT_FOUND')
  expect(await codeOf(ana.scope, { contactId: await company.contact({ number: null }), queueId })).toBe(
    'ERR_WAPP_INVALID_CONTACT',
  )
})

it('waits for the contact to write first on channels that only answer', async () => {
  const inbox = await company.channel({ type: 'inbox' })
  const contactId = await company.contact({ number: null })
  const wanted = { contactId, queueId, channelId: inbox }
  expect(await codeOf(ana.scope, wanted)).toBe('ERR_WAPP_INVALID_CONTACT')
  await company.ticket({ contactId, channelId: inbox, status: 'closed' })
  expect(await codeOf(ana.scope, wanted)).toBeUndefined()
})

const WORDS: Record<string, string> = {
  exists: 'já tem um atendimento',
  assignedUser: 'Bia',
  assignedQueue: 'Suporte',
  openNoQueue: 'sem fila',
  inChatbot: 'chatbot',
}

it('names the ticket in the way, and why, in words too', async () => {
  const bia = await company.user('user', { name: 'Bia', queues: [queueId] })
  const reasonFor = async (more: object) => {
    const contactId = await company.contact()
    const live = await company.ticket({ contactId, channelId, ...more })
    const refusal = await refusalOf(t.tickets.create(ana.scope, { contactId, channelId, queueId }))
    expect(refusal.code).toBe('ERR_OTHER_OPEN_TICKET')
    const body = JSON.parse(refusal.body ?? '')
    expect(body.id).toBe(live)
    const { params } = refusal as { params?: TextParams }
    expect(refusalText('pt', 'ERR_OTHER_OPEN_TICKET', params)).toContain(WORDS[body.reason])
    return [body.reason, body.userName, body.queueName]
  }
  expect(await reasonFor({ status: 'open', userId: ana.id })).toEqual(['exists', 'Ana Reis', null])
  expect(await reasonFor({ status: 'open', userId: bia.id, queueId })).toEqual(['assignedUser', 'Bia', 'Suporte'])
  expect(await reasonFor({ queueId, chatFlowId: 3 })).toEqual(['assignedQueue', null, 'Suporte'])
  expect(await reasonFor({ chatFlowId: 3 })).toEqual(['inChatbot', null, null])
  // also where we have no address to write to first
  const contactId = await company.contact({ number: null })
  const live = await company.ticket({ contactId, channelId, status: 'open', userId: bia.id })
  const refusal = await refusalOf(t.tickets.create(ana.scope, { contactId, channelId, queueId }))
  expect([refusal.code, JSON.parse(refusal.body ?? '{}').id]).toEqual(['ERR_OTHER_OPEN_TICKET', live])
  // whoever waits in no queue is seen by everybody, unless the company hides it
  expect(await reasonFor({})).toEqual(['exists', null, null])
  await company.setting('NotViewTicketsQueueUndefined', 'enabled')
  expect(await reasonFor({})).toEqual(['openNoQueue', null, null])
})

it('makes one ticket of ten clicks', async () => {
  const contactId = await company.contact()
  const codes = await Promise.all(
    Array.from({ length: 10 }, () => codeOf(ana.scope, { contactId, channelId, queueId })),
  )
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  expect(codes.filter((code) => code === 'ERR_OTHER_OPEN_TICKET')).toHaveLength(9)
})
