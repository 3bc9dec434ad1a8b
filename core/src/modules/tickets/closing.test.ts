import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { isUniqueViolation, updateTicket } from './change-repo.ts'
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

describe('closing and reopening', () => {
  it('says goodbye in the channel’s words, in the agent’s, or not at all', async () => {
    const channelId = await company.channel({ farewellMessage: 'Protocolo {{protocol}}' })
    const close = async (more: object, isGroup = false) => {
      const id = await company.ticket({
        queueId,
        channelId,
        status: 'open',
        userId: ana.id,
        isGroup,
        protocol: `P${isGroup}`,
        unreadMessages: 1,
      })
      const { isFarewellMessage } = await t.tickets.update(ana.scope, id, { status: 'close', ...more })
      return [isFarewellMessage, t.texts.find(({ ticketId }) => ticketId === id)?.text]
    }
    expect(await close({})).toEqual([true, 'Protocolo Pfalse'])
    expect(await close({ farewellMessage: 'Tchau, {{name}}' })).toEqual([true, 'Tchau, Iracema Dias'])
    expect(await close({ farewellMessage: 'Tchau', sendFarewellMessage: false })).toEqual([false, undefined])
    expect(await close({}, true)).toEqual([false, undefined])
  })

  it('keeps the reason, ends the waiting, and makes the closer the one who had it', async () => {
    const closingReasonId = await company.closingReason('Resolvido')
    const id = await company.ticket({ queueId, chatFlowId: 3, unreadMessages: 4 })
    const ticket = await t.tickets.update(ana.scope, id, { status: 'closed', closingReasonId })
    expect(ticket).toMatchObject({
      status: 'closed',
      userId: ana.id,
      closingReason: { id: closingReasonId, name: 'Resolvido' },
      waitingSince: null,
      chatFlowId: null,
      unreadMessages: 0,
    })
    expect(ticket.closedAt).toBeGreaterThan(0)
    expect(await refusalOf(t.tickets.update(ana.scope, id, { status: 'closed' }))).toMatchObject({
      code: 'ERR_TICKET_STATE',
    })
  })

  it('requires a reason where the company says so and there is one', async () => {
    await company.setting('closingReasonRequired', 'enabled')
    const ids = [await company.ticket({ queueId }), await company.ticket({ queueId })]
    const code = async (id = 0, closingReasonId?: number) =>
      (
        await refusalOf(
          t.tickets.update(ana.scope, id, { status: 'closed', ...(closingReasonId ? { closingReasonId } : {}) }),
        )
      ).code
    expect(await code(ids[0])).toBeUndefined()
    const old = await company.closingReason('Antigo', false)
    const reason = await company.closingReason()
    expect(await code(ids[1])).toBe('ERR_CLOSING_REASON_REQUIRED')
    expect(await code(ids[1], old)).toBe('ERR_NO_CLOSING_REASON_FOUND')
    expect(await code(ids[1], reason)).toBeUndefined()
  })

  it('reopens for the caller, as long as it may', async () => {
    const closed = { queueId, status: 'closed', userId: bia.id } as const
    const id = await company.ticket(closed)
    expect(await t.tickets.update(ana.scope, id, { status: 'open', userId: ana.id })).toMatchObject({
      status: 'open',
      userId: ana.id,
      closedAt: null,
      closingReasonId: null,
    })
    await company.setting('allowReopen', 'disabled')
    await company.setting('reopenMaxDays', '2')
    const [young, old] = [
      await company.ticket(closed),
      await company.ticket({ ...closed, closedAt: new Date(h.clock.now() - 49 * 3_600_000) }),
    ]
    expect(await refusalOf(t.tickets.update(ana.scope, young, { status: 'open' }))).toMatchObject({
      code: 'ERR_NO_PERMISSION',
    })
    expect(await refusalOf(t.tickets.update(admin.scope, old, { status: 'open' }))).toMatchObject({
      code: 'ERR_TICKET_TOO_OLD',
    })
    expect((await t.tickets.update(admin.scope, young, { status: 'pending' })).userId).toBeNull()
  })

  it('does not reopen beside another live ticket, which is named', async () => {
    const contactId = await company.contact()
    const [first, second] = [
      await company.ticket({ queueId, contactId, status: 'closed' }),
      await company.ticket({ queueId, contactId, status: 'closed' }),
    ]
    const live = await company.ticket({ queueId, contactId, status: 'open', userId: bia.id })
    const refusal = await refusalOf(t.tickets.update(ana.scope, first, { status: 'open' }))
    expect(refusal.code).toBe('ERR_OTHER_OPEN_TICKET')
    expect(JSON.parse(refusal.body ?? '')).toEqual({
      id: live,
      status: 'open',
      userId: bia.id,
      queueId,
      chatFlowId: null,
      userName: 'Bia Sá',
      queueName: 'Suporte',
      reason: 'assignedUser',
    })
    await t.tickets.update(bia.scope, live, { status: 'closed' })
    const unseen = h.db.uow.run(ana.scope, async (tx) => {
      await updateTicket(tx, first, { status: 'open' }, h.clock.now())
      await updateTicket(tx, second, { status: 'open' }, h.clock.now())
    })
    expect(isUniqueViolation(await refusalOf(unseen))).toBe(true)
    const both = await Promise.all(
      [first, second, live].map(
        async (id) => (await refusalOf(t.tickets.update(ana.scope, id, { status: 'open' }))).code,
      ),
    )
    expect(both.toSorted()).toEqual(['ERR_OTHER_OPEN_TICKET', 'ERR_OTHER_OPEN_TICKET', undefined])
  })
})

it('is deleted by admins alone, with its messages, on record', async () => {
  const id = await company.ticket({ queueId, seq: 2 })
  await company.message(id, 1)
  await company.message(id, 2)
  expect(await refusalOf(t.tickets.remove(ana.scope, id))).toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await t.tickets.remove(admin.scope, id)
  expect(await h.db.owner('select 1 from message where ticket_id = $1', [id])).toEqual([])
  expect(await h.db.owner('select action, object from audit_log where tenant_id = $1', [company.tenantId])).toEqual([
    { action: 'ticket.delete', object: `ticket:${id}` },
  ])
  expect(t.events.map(({ payload }) => payload)).toContainEqual({ type: 'ticket:delete', payload: { id } })
})
