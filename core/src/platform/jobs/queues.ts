import type { PgBoss } from 'pg-boss'
import { AppError } from '../errors/app-error.ts'
import { deadName, type Stored, tenantOf } from './define.ts'
import type { DeadJobInfo, QueueInfo } from './types.ts'

const REDRIVE_BATCH = 1_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface CountRow {
  name: string
  queued: number
  active: number
  oldest: Date | null
}

interface DeadRow {
  id: string
  queue: string
  data: Stored
  error: string | null
  createdAt: Date
}

const COUNTS = `
  select name, count(*) filter (where state < 'active')::int queued, count(*) filter (where state = 'active')::int active,
    min(start_after) filter (where state < 'active' and start_after <= now()) oldest
  from pgboss.job where name = any($1::text[]) and state <= 'active' group by name`

const DEAD = `
  select id::text id, source_name queue, data, coalesce(source_output, output) ->> 'message' error, created_on "createdAt"
  from pgboss.job where name = any($1::text[]) and state < 'active' order by created_on desc limit $2`

export async function countJobs(boss: PgBoss, queues: string[]): Promise<QueueInfo[]> {
  const names = queues.flatMap((name) => [name, deadName(name)])
  const { rows } = await boss.getDb().executeSql(COUNTS, [names])
  const counts = new Map((rows as CountRow[]).map((row) => [row.name, row]))
  return queues.map((name) => {
    const count = counts.get(name)
    return {
      name,
      queued: count?.queued ?? 0,
      active: count?.active ?? 0,
      dead: counts.get(deadName(name))?.queued ?? 0,
      oldestQueuedAt: count?.oldest?.toISOString() ?? null,
    }
  })
}

export async function deadJobs(boss: PgBoss, queues: string[], limit: number): Promise<DeadJobInfo[]> {
  const { rows } = await boss.getDb().executeSql(DEAD, [queues.map(deadName), limit])
  return (rows as DeadRow[]).map(({ id, queue, data, error, createdAt }) => {
    const tenant = tenantOf(data.d)
    return { id, queue, tenantId: tenant === null ? null : Number(tenant), error, createdAt: createdAt.toISOString() }
  })
}

export async function redriveJobs(boss: PgBoss, queues: string[], queue: string, ids?: string[]): Promise<number> {
  if (!queues.includes(queue)) throw new AppError('ERR_NOT_FOUND')
  const wanted = ids?.filter((id) => UUID.test(id))
  if (wanted?.length === 0) return 0
  let total = 0
  for (;;) {
    const options = { limit: REDRIVE_BATCH, ...(wanted ? { ids: wanted } : {}) }
    const moved = await boss.redrive(deadName(queue), options)
    total += moved
    if (moved < REDRIVE_BATCH) return total
  }
}
