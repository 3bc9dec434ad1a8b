import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Audience } from '../../platform/realtime/types.ts'
import type { TicketFacts } from './policy.ts'
import { createTicketNews } from './realtime.ts'
import { factsOf, loadTickets } from './record-repo.ts'
import { ticketFacts } from './seen.ts'
import { liveViewer, loadTicketViewer, loadViewer } from './viewer.ts'

const h = await startHarness()
afterAll(() => h.close())

let events: { audience: Audience<TicketFacts>; event: string; payload: object }[]
let company: TestCompany
const fileUrl = () => '/files/x'
const news = createTicketNews({
  uow: h.db.uow,
  realtime: { publish: (audience, event, payload) => void events.push({ audience, event, payload }) },
  fileUrl,
})

beforeEach(async () => {
  events = []
  company = await makeCompany(h.db)
})

it('tells the whole ticket to those who see it', async () => {
  const ana = await company.user()
  const contactId = await company.contact({ wallets: [ana.id] })
  const id = await company.ticket({ contactId, chatFlowId: 3 })
  await news.announce(company.tenantId, [id], { extra: { isTransference: true } })
  expect(events).toEqual([
    {
      audience: {
        tenantId: company.tenantId,
        to: 'ticket',
        ticket: { ...(await ticketFacts(h.db.uow, company, id)), walletUserIds: [ana.id] },
      },
      event: 'ticketList',
      payload: {
        type: 'ticket:update',
        payload: expect.objectContaining({
          id,
          isTransference: true,
          contact: expect.objectContaining({ id: contactId }),
        }),
      },
    },
  ])
})

it('masks numbers only where the company hides them', async () => {
  await company.setting('hidePhoneNumbers', 'enabled')
  const contactId = await company.contact({ name: '5511987654321', number: '5511987654321' })
  await news.announce(company.tenantId, [await company.ticket({ contactId })])
  const [{ audience, payload } = { audience: undefined, payload: undefined }] = events
  const masked = audience && 'masked' in audience ? audience.masked : undefined
  expect(JSON.stringify(payload)).toContain('5511987654321')
  expect(masked).toMatchObject({ type: 'ticket:update', payload: { name: '5511•••••4321' } })
  expect(JSON.stringify(masked)).not.toContain('987654321')
})

it('takes the ticket from those who saw it before, and says in time that it waits', async () => {
  const queueId = await company.queue()
  const id = await company.ticket({ status: 'open' })
  const before = await ticketFacts(h.db.uow, company, id)
  await h.db.owner('update ticket set queue_id = $1 where id = $2', [queueId, id])
  await news.announce(company.tenantId, [id], { type: 'notification:new', ...(before ? { before } : {}) })
  expect(events.map(({ payload }) => ('type' in payload ? payload.type : ''))).toEqual([
    'ticket:hide',
    'notification:new',
    'ticket:update',
  ])
  expect(events[0]).toMatchObject({
    audience: { ticket: { queueId: null }, butNot: { queueId } },
    payload: { payload: { id } },
  })
})

it('loads many in their order, none of another company, in one statement', async () => {
  const ids = [await company.ticket(), await company.ticket(), await company.ticket()]
  const foreign = await (await makeCompany(h.db)).ticket()
  let statements = 0
  const query: UnitOfWork['query'] = (...asked) => {
    statements++
    return h.db.uow.query(...asked)
  }
  const counting = { ...h.db.uow, query }
  const wanted = [ids[2] ?? 0, foreign, ids[0] ?? 0, ids[1] ?? 0]
  const records = await loadTickets(counting, company, wanted)
  expect(records.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]])
  expect(statements).toBe(1)
  expect(await loadTickets(counting, company, [])).toEqual([])
  const within = await h.db.uow.run((await company.user()).scope, (tx) => loadTickets(tx, tx.scope, wanted))
  expect(within).toEqual(records)
  expect(records.map(factsOf).every(({ walletUserIds }) => walletUserIds.length === 0)).toBe(true)
})

it('knows the rights of whoever listens', async () => {
  const queueId = await company.queue()
  const ana = await company.user('user', { queues: [queueId] })
  for (const key of ['NotViewAssignedTickets', 'hidePhoneNumbers', 'NotViewTicketsQueueUndefined'])
    await company.setting(key, 'enabled')
  const viewer = await h.db.uow.run(ana.scope, loadTicketViewer)
  expect(viewer).toEqual({
    tenantId: company.tenantId,
    userId: ana.id,
    profile: 'user',
    name: 'Benedito Luz',
    isOperator: false,
    masksPhones: true,
    mustSign: false,
    audits: false,
    queueIds: [queueId],
    tenantHasQueues: true,
    rules: {
      notViewAssigned: true,
      notViewChatBot: false,
      notViewQueueUndefined: true,
      directToWallets: false,
      allowPeek: true,
      noGroups: false,
      onlyQueueMessages: false,
    },
  })
  expect(await loadViewer(h.db.uow, ana.scope)).toEqual(viewer)
  const supervisor = await company.user('supervisor')
  expect(await loadViewer(h.db.uow, supervisor.scope)).toMatchObject({ masksPhones: false })
  const actor = { kind: 'operator', userId: 4, tenantId: 1, sessionId: 's', name: 'Op' } as const
  const scope = { ...ana.scope, actor }
  const operator = await loadViewer(h.db.uow, scope)
  expect(operator).toMatchObject({ userId: null, profile: 'admin', isOperator: true, masksPhones: false })
  expect(liveViewer(scope, operator).userId).toBe(4)
})
