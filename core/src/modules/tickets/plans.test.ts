import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import { countTabsSql, pageSql } from './list-repo.ts'
import type { TicketViewer } from './policy.ts'
import { recordSql } from './record-repo.ts'
import type { TicketCountQuery, TicketStatus } from './schemas.ts'
import { loadViewer } from './viewer.ts'

const CLOSED = 20_000
const LIVE = 500
/** Rows that a limited count and a page read. */
const COUNTED = 1_000 + 40

const h = await startHarness()
afterAll(() => h.close())

/** Contacts in the wallet of “keeper”: each has this many closed tickets. */
const KEPT = 200
const OF_EACH = CLOSED / 5_000

interface Past {
  company: TestCompany
  viewers: Record<string, TicketViewer>
  ids: number[]
}

/** A company with a long past; the person “new” has nothing in it, “keeper” some contacts. */
async function makePast(): Promise<Past> {
  const company = await makeCompany(h.db)
  const { tenantId } = company
  const [busy, quiet] = [await company.queue(), await company.queue()]
  const channelId = await company.channel()
  const people = {
    agent: await company.user('user', { queues: [busy] }),
    new: await company.user('user', { queues: [quiet] }),
    keeper: await company.user('user', { queues: [quiet] }),
    admin: await company.user('admin'),
  }
  await h.db.owner(
    `insert into contact (tenant_id, name, number)
     select $1, 'Cliente ' || n, '55119' || lpad(n::text, 8, '0') from generate_series(1, 5000) n`,
    [tenantId],
  )
  await h.db.owner(
    `insert into contact_address (tenant_id, contact_id, kind, value)
     select tenant_id, id, 'phone', number from contact where tenant_id = $1`,
    [tenantId],
  )
  await h.db.owner(
    `insert into contact_wallet (tenant_id, contact_id, user_id)
     select tenant_id, id, $2 from contact where tenant_id = $1 order by id limit ${KEPT}`,
    [tenantId, people.keeper.id],
  )
  const insert = (status: string, count: number) =>
    h.db.owner<{ id: number }>(
      `insert into ticket (tenant_id, protocol, status, contact_id, channel_id, address_id, queue_id, user_id, last_message_at)
       select a.tenant_id, 'p', $2, a.contact_id, $3, a.id, $4, case when $2 = 'closed' then $5::int end,
              now() - make_interval(mins => n)
         from generate_series(1, $6::int) n
         join (select *, row_number() over () as place from contact_address where tenant_id = $1) a
           on a.place = 1 + n % 5000
       returning id`,
      [tenantId, status, channelId, busy, people.agent.id, count],
    )
  await insert('closed', CLOSED)
  const ids = (await insert('pending', LIVE)).map(({ id }) => id)
  const viewers: Past['viewers'] = {}
  for (const [name, { scope }] of Object.entries(people)) viewers[name] = await loadViewer(h.db.uow, scope)
  return { company, viewers, ids }
}

/** As most of an installation's companies are: beside these, a company of average size has next to nothing. */
const makeSmallCompanies = () =>
  h.db.owner(
    `with own as (
       insert into tenant (name, updated_at) select 'Pequena ' || n, now() from generate_series(1, 500) n returning id),
     channels as (
       insert into channel (tenant_id, name, type, updated_at) select id, 'Canal', 'fake', now() from own returning *),
     contacts as (
       insert into contact (tenant_id, name, number, updated_at) select id, 'Um', '5511900000000', now() from own
       returning *),
     addresses as (
       insert into contact_address (tenant_id, contact_id, kind, value)
       select tenant_id, id, 'phone', number from contacts returning *)
     insert into ticket (tenant_id, protocol, status, contact_id, channel_id, address_id)
     select a.tenant_id, 'p', 'closed', a.contact_id, c.id, a.id from addresses a
       join channels c on c.tenant_id = a.tenant_id cross join generate_series(1, 10)`,
  )

const pasts: Record<string, Past> = {}
beforeAll(async () => {
  await makeSmallCompanies()
  pasts.known = await makePast()
  await h.db.owner('analyze')
  pasts.new = await makePast()
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** How a statement reads tickets: nodes of its plan, and how many rows they touched. */
async function readsOf({ company }: Past, sql: Prisma.Sql): Promise<{ kinds: Set<string>; rows: number }> {
  const [row] = await h.db.uow.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    company,
    Prisma.sql`explain (analyze, format json) ${sql}`,
  )
  const kinds = new Set<string>()
  let rows = 0
  const visit = (node: Node) => {
    if (node['Relation Name'] === 'ticket') {
      kinds.add(node['Node Type'])
      rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    }
    for (const child of node.Plans ?? []) visit(child)
  }
  const [plan] = row?.['QUERY PLAN'] ?? []
  if (plan) visit(plan.Plan)
  return { kinds, rows }
}

const page = (
  { viewers }: Past,
  who: string,
  statuses: TicketStatus[],
  filters: TicketCountQuery = {},
  after = false,
) => {
  const viewer = viewers[who]
  if (!viewer) throw new Error(`nobody is called ${who}`)
  const place = after ? { lastMessageAt: new Date(Date.now() - 86_400_000), id: 1 } : null
  return pageSql({ viewer, filters, statuses, after: place, skip: 0, take: 31 })
}
const tabs = ({ viewers }: Past, who: string, filters: TicketCountQuery = {}) => {
  const viewer = viewers[who]
  if (!viewer) throw new Error(`nobody is called ${who}`)
  return countTabsSql(viewer, filters)
}

describe.each([
  ['of a company that statistics know', 'known'],
  ['of a company that came after statistics were taken', 'new'],
])('lists %s read what they show, however long the past is', (_company, which) => {
  it.each<[string, (past: Past) => Prisma.Sql, number]>([
    ['live, agent', (past) => page(past, 'agent', ['open', 'pending']), 2 * LIVE],
    ['live, agent who sees none', (past) => page(past, 'new', ['open', 'pending']), 2 * LIVE],
    ['live, admin', (past) => page(past, 'admin', ['open', 'pending'], { showAll: true }), 2 * LIVE],
    [
      'live, filtered',
      (past) => page(past, 'admin', ['pending'], { withUnreadMessages: true, isGroup: false }),
      2 * LIVE,
    ],
    ['closed, agent', (past) => page(past, 'agent', ['closed']), 2 * LIVE + 2 * COUNTED],
    ['closed, agent, next page', (past) => page(past, 'agent', ['closed'], {}, true), 2 * LIVE + 2 * COUNTED],
    ['closed, agent who sees none', (past) => page(past, 'new', ['closed']), 10],
    ['closed, agent with a wallet', (past) => page(past, 'keeper', ['closed']), KEPT * (OF_EACH + 2) + 31 * OF_EACH],
    ['closed, admin', (past) => page(past, 'admin', ['closed'], { showAll: true }), COUNTED],
    ['closed, admin, next page', (past) => page(past, 'admin', ['closed'], { showAll: true }, true), COUNTED],
    ['all of them', (past) => page(past, 'agent', ['open', 'pending', 'closed']), 4 * LIVE + 2 * COUNTED],
    ['tabs, agent', (past) => tabs(past, 'agent'), 2 * LIVE + 2 * COUNTED],
    ['tabs, agent who sees none', (past) => tabs(past, 'new'), LIVE + 10],
    ['tabs, admin', (past) => tabs(past, 'admin', { showAll: true }), LIVE + COUNTED],
    [
      'found person',
      (past) => page(past, 'agent', ['open', 'pending', 'closed'], { searchParam: 'cliente 4321' }),
      100,
    ],
    ['found number', (past) => page(past, 'admin', ['closed'], { searchParam: '11900004321', showAll: true }), 100],
    ['what a row shows', ({ ids }) => recordSql(ids.slice(0, 31)), 31],
  ])('%s', async (_name, sql, most) => {
    const past = pasts[which]
    if (!past) throw new Error('not made')
    const { kinds, rows } = await readsOf(past, sql(past))
    expect(kinds.size).toBeGreaterThan(0)
    expect(kinds).not.toContain('Seq Scan')
    expect(rows).toBeLessThanOrEqual(most)
  })
})
