import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import { countTabsSql, pageSql } from './list-repo.ts'
import type { TicketViewer } from './policy.ts'
import type { TicketCountQuery, TicketStatus } from './schemas.ts'
import { loadViewer } from './viewer.ts'

const CLOSED = 20_000
const LIVE = 500
/** Rows that a limited count and a page read. */
const COUNTED = 1_000 + 40

const h = await startHarness()
afterAll(() => h.close())

let company: TestCompany
const viewers: Record<string, TicketViewer> = {}

/** A company with a long past; the person “new” has nothing in it. */
beforeAll(async () => {
  company = await makeCompany(h.db)
  const { tenantId } = company
  const [busy, quiet] = [await company.queue(), await company.queue()]
  const channelId = await company.channel()
  const people = {
    agent: await company.user('user', { queues: [busy] }),
    new: await company.user('user', { queues: [quiet] }),
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
  const insert = (status: string, count: number) =>
    h.db.owner(
      `insert into ticket (tenant_id, protocol, status, contact_id, channel_id, address_id, queue_id, user_id, last_message_at)
       select a.tenant_id, 'p', $2, a.contact_id, $3, a.id, $4, case when $2 = 'closed' then $5::int end,
              now() - make_interval(mins => n)
         from generate_series(1, $6::int) n
         join (select *, row_number() over () as place from contact_address where tenant_id = $1) a
           on a.place = 1 + n % 5000`,
      [tenantId, status, channelId, busy, people.agent.id, count],
    )
  await insert('closed', CLOSED)
  await insert('pending', LIVE)
  await h.db.owner('analyze')
  for (const [name, { scope }] of Object.entries(people)) viewers[name] = await loadViewer(h.db.uow, scope)
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
async function readsOf(sql: Prisma.Sql): Promise<{ kinds: Set<string>; rows: number }> {
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

const page = (who: string, statuses: TicketStatus[], filters: TicketCountQuery = {}, after = false) => {
  const viewer = viewers[who]
  if (!viewer) throw new Error(`nobody is called ${who}`)
  const place = after ? { lastMessageAt: new Date(Date.now() - 86_400_000), id: 1 } : null
  return pageSql({ viewer, filters, statuses, after: place, skip: 0, take: 31 })
}
const tabs = (who: string, filters: TicketCountQuery = {}) => {
  const viewer = viewers[who]
  if (!viewer) throw new Error(`nobody is called ${who}`)
  return countTabsSql(viewer, filters)
}

describe('lists read what they show, however long the past is', () => {
  it.each<[string, () => Prisma.Sql, number]>([
    ['live, agent', () => page('agent', ['open', 'pending']), 2 * LIVE],
    ['live, agent who sees none', () => page('new', ['open', 'pending']), 2 * LIVE],
    ['live, admin', () => page('admin', ['open', 'pending'], { showAll: true }), 2 * LIVE],
    ['live, filtered', () => page('admin', ['pending'], { withUnreadMessages: true, isGroup: false }), 2 * LIVE],
    ['closed, agent', () => page('agent', ['closed']), 2 * LIVE + 2 * COUNTED],
    ['closed, agent, next page', () => page('agent', ['closed'], {}, true), 2 * LIVE + 2 * COUNTED],
    ['closed, agent who sees none', () => page('new', ['closed']), 10],
    ['closed, admin', () => page('admin', ['closed'], { showAll: true }), COUNTED],
    ['closed, admin, next page', () => page('admin', ['closed'], { showAll: true }, true), COUNTED],
    ['all of them', () => page('agent', ['open', 'pending', 'closed']), 4 * LIVE + 2 * COUNTED],
    ['tabs, agent', () => tabs('agent'), 2 * LIVE + 2 * COUNTED],
    ['tabs, agent who sees none', () => tabs('new'), LIVE + 10],
    ['tabs, admin', () => tabs('admin', { showAll: true }), LIVE + COUNTED],
    ['search of a person', () => page('agent', ['open', 'pending', 'closed'], { searchParam: 'cliente 4321' }), 100],
    ['search of a number', () => page('admin', ['closed'], { searchParam: '11900004321', showAll: true }), 100],
  ])('%s', async (_name, sql, most) => {
    const { kinds, rows } = await readsOf(sql())
    expect(kinds.size).toBeGreaterThan(0)
    expect(kinds).not.toContain('Seq Scan')
    expect(rows).toBeLessThanOrEqual(most)
  })
})
