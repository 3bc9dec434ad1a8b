import { countTabsSql, pageSql } from '../../../core/src/modules/tickets/list-repo.ts'
import type { TicketViewer } from '../../../core/src/modules/tickets/policy.ts'
import { openDatabase } from '../../../core/src/platform/db/database.ts'
import { roleNames, roleUrls } from '../../../core/src/platform/db/roles.ts'
import { createLogger } from '../../../core/src/platform/logger.ts'
import { type Bench, timed } from '../bench.ts'
import { httpLoad } from '../lib/load.ts'
import { medianSample, type Sample } from '../lib/stats.ts'
import { inBulk, seedTickets } from '../seed/past.ts'
import { type Company, seedCompany } from '../seed/people.ts'
import { inTurn } from './reads.ts'

/** The same list in companies with ever longer pasts. */
export async function measureGrowth(bench: Bench): Promise<void> {
  const { options, database, env, company } = bench
  const made: Past[] = [{ closed: options.tickets, company }]
  for (const tickets of options.pasts) {
    const other = await seedCompany(database.pool, options, env.RECADO_SECRET_KEY ?? '')
    await timed(`${tickets} tickets`, () =>
      inBulk(database.pool, async (client) => {
        const { rows } = await client.query<{ id: number }>(
          `insert into channel (tenant_id, name, type, updated_at) values ($1, 'Canal', 'fake', now()) returning id`,
          [other.tenantId],
        )
        await seedTickets(client, {
          tenantId: other.tenantId,
          channelId: rows[0]?.id ?? 0,
          queueIds: other.queueIds,
          agentIds: other.agents.slice(0, 50).map(({ id }) => id),
          contacts: Math.max(6_000, Math.min(20_000, tickets)),
          tickets: tickets + options.open + options.pending,
          open: options.open,
          pending: options.pending,
        })
      }),
    )
    made.push({ closed: tickets, company: other })
  }
  const byPast = made.sort((a, b) => a.closed - b.closed)
  for (const list of LISTS) await measureList(bench, list, byPast)
  for (const one of byPast)
    for (const plan of await plansOf(bench, one.company, one.closed)) bench.report.appendix.push(plan)
}

interface Past {
  closed: number
  company: Company
}

const LISTS = [
  { name: 'live tickets, agent', path: '/tickets?status[]=open&status[]=pending', who: 'agents' },
  { name: 'live tickets, admin', path: '/tickets?status[]=open&status[]=pending&showAll=true', who: 'admins' },
  { name: 'closed tickets, agent', path: '/tickets?status[]=closed', who: 'agents' },
  { name: 'closed tickets, admin', path: '/tickets?status[]=closed&showAll=true', who: 'admins' },
] as const

/** Companies in turn, each beside the one with the shortest past. */
async function measureList(
  { report, node, options }: Bench,
  { name, path, who }: (typeof LISTS)[number],
  pasts: Past[],
) {
  const samples = pasts.map(() => [] as Sample[])
  for (let round = 0; round < options.rounds; round += 1)
    for (const [at, { company }] of pasts.entries()) {
      const person = inTurn(company[who])
      const load = () => ({ method: 'GET' as const, path, token: person().token })
      samples[at]?.push(await httpLoad(node.url, 1, Math.min(options.seconds, 1.5), load))
    }
  const [shortest, ...longer] = samples.map(medianSample)
  for (const [at, sample] of [shortest, ...longer].entries()) {
    if (!sample || !shortest) continue
    report.add({
      part: 'growth',
      name: `${name}, ${pasts[at]?.closed} closed`,
      value: sample.p50,
      unit: 'ms',
      p99: sample.p99,
      ...(at > 0 && {
        limit: { name: 'the shortest past', value: shortest.p50 },
        musts: [{ of: 'ratio' as const, atMost: 1.5 }],
      }),
    })
  }
}

/** As PostgreSQL says it under the rights of the program. */
async function plansOf({ env, database }: Bench, company: Company, closed: number) {
  const urls = roleUrls(database.url, roleNames(database.url), env.RECADO_SECRET_KEY ?? '')
  const db = openDatabase({ urls, log: createLogger({ level: 'silent', name: 'plans' }), poolSize: 1 })
  const [agent] = company.agents
  const { tenantId } = company
  const { rows } = await database.pool.query<{ queue: number }>(
    'select queue_id queue from user_queue where tenant_id = $1 and user_id = $2',
    [tenantId, agent?.id],
  )
  const viewer: TicketViewer = {
    tenantId,
    userId: agent?.id ?? 0,
    profile: 'user',
    name: 'Pessoa',
    isOperator: false,
    masksPhones: false,
    mustSign: false,
    audits: false,
    queueIds: rows.map(({ queue }) => queue),
    tenantHasQueues: true,
    rules: {
      notViewAssigned: false,
      notViewChatBot: false,
      notViewQueueUndefined: false,
      directToWallets: false,
      noGroups: false,
      allowPeek: true,
      onlyQueueMessages: false,
    },
  }
  const page = { viewer, filters: {}, after: null, skip: 0, take: 31 }
  const queries = [
    { title: 'live page', sql: pageSql({ ...page, statuses: ['open', 'pending'] }) },
    { title: 'counts of the tabs', sql: countTabsSql(viewer, {}) },
    { title: 'closed page', sql: pageSql({ ...page, statuses: ['closed'] }) },
  ]
  try {
    const plans: { title: string; text: string }[] = []
    for (const { title, sql } of queries) {
      const client = await db.pool.connect()
      try {
        await client.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)])
        const explained = await client.query(
          `explain (analyze, costs off, timing off, buffers) ${sql.text}`,
          sql.values,
        )
        const text = explained.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
        plans.push({ title: `Plan: ${title} of an agent, ${closed} closed tickets`, text })
      } finally {
        client.release(true)
      }
    }
    return plans
  } finally {
    await db.close()
  }
}
