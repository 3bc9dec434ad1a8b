import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { isInBot, isNear, sees, type TicketFacts, type TicketViewer } from './policy.ts'
import { factsOf, loadTickets } from './record-repo.ts'
import { ticketFacts } from './seen.ts'
import { inBotSql, nearSql, visibleSql } from './visible-repo.ts'

const h = await startHarness()
afterAll(() => h.close())

let company: TestCompany
let users: number[]
let queues: number[]
let facts: TicketFacts[]

/** Every combination of what the rule looks at. */
beforeAll(async () => {
  company = await makeCompany(h.db)
  queues = [await company.queue(), await company.queue()]
  users = [(await company.user()).id, (await company.user()).id]
  const [first = 0, second = 0] = users
  const ids: number[] = []
  for (const wallets of [[], [first], [second], users]) {
    const contactId = await company.contact({ wallets })
    for (const queueId of [null, ...queues])
      for (const userId of [null, ...users])
        for (const chatFlowId of [null, 5])
          for (const status of ['open', 'pending', 'closed'] as const) {
            const channelId = await company.channel()
            ids.push(await company.ticket({ contactId, channelId, queueId, userId, chatFlowId, status }))
          }
  }
  // of another company, which nobody here sees
  const other = await makeCompany(h.db)
  await other.ticket()
  facts = (await loadTickets(h.db.uow, company, ids)).map(factsOf)
})

const anyViewer = () =>
  fc.record({
    tenantId: fc.constant(company.tenantId),
    userId: fc.constantFrom(null, ...users, 2_000_000_000),
    profile: fc.constantFrom('admin', 'supervisor', 'supervisorfila', 'user', 'user', 'user'),
    name: fc.constant('Ana'),
    isOperator: fc.constant(false),
    masksPhones: fc.boolean(),
    queueIds: fc.subarray(queues),
    tenantHasQueues: fc.boolean(),
    rules: fc.record({
      notViewAssigned: fc.boolean(),
      notViewChatBot: fc.boolean(),
      notViewQueueUndefined: fc.boolean(),
      directToWallets: fc.boolean(),
    }),
  }) satisfies fc.Arbitrary<TicketViewer>

const idsWhere = async (condition: Prisma.Sql): Promise<number[]> => {
  const rows = await h.db.uow.query<{ id: number }>(
    company,
    Prisma.sql`select t.id from ticket t where ${condition} order by t.id`,
  )
  return rows.map(({ id }) => id)
}

const idsOf = (passes: (ticket: TicketFacts) => boolean) => facts.filter(passes).map(({ id }) => id)

it('the database and the rule agree on who sees which tickets', async () => {
  expect(facts).toHaveLength(216)
  await fc.assert(
    fc.asyncProperty(anyViewer(), async (viewer) => {
      expect(await idsWhere(visibleSql(viewer))).toEqual(idsOf((ticket) => sees(viewer, ticket)))
      expect(await idsWhere(Prisma.sql`not ${visibleSql(viewer)}`)).toEqual(idsOf((ticket) => !sees(viewer, ticket)))
      expect(await idsWhere(nearSql(viewer))).toEqual(idsOf((ticket) => isNear(viewer, ticket)))
    }),
    { numRuns: 150 },
  )
  expect(await idsWhere(inBotSql)).toEqual(idsOf(isInBot))
})

it('facts are the same however they are read', async () => {
  for (const known of facts.slice(0, 80)) {
    const read = await ticketFacts(h.db.uow, systemScope(company.tenantId, 'test'), known.id)
    const ascending = (ids: number[] = []) => ids.toSorted((a, b) => a - b)
    expect({ ...read, walletUserIds: ascending(read?.walletUserIds) }).toEqual({
      ...known,
      walletUserIds: ascending(known.walletUserIds),
    })
  }
})
