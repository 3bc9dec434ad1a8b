import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createPasswords } from '../../../core/src/modules/auth/index.ts'
import { createTokens } from '../../../core/src/modules/auth/tokens.ts'
import { createKeys } from '../../../core/src/platform/crypto/keys.ts'
import type { Options } from '../options.ts'

export const PASSWORD = 'Ypê-roxo 7 vezes'
export const QUEUES = 10
/** Admins come first, so that the load of one kind of person spreads over several. */
export const ADMINS = 20
/** All agents serve this one and two others. */
const COMMON_QUEUE = 0

export interface Person {
  id: number
  email: string
  token: string
}

export interface Company {
  tenantId: number
  queueIds: number[]
  /** Of the queue that all agents serve. */
  commonQueueId: number
  admins: Person[]
  agents: Person[]
}

/** A company with queues and people who are signed in; signing in over HTTP is limited, so sessions are written. */
export async function seedCompany(pool: pg.Pool, options: Options, secretKey: string): Promise<Company> {
  const hash = await createPasswords().hash(PASSWORD)
  const one = async <T extends object>(sql: string, values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(sql, values)).rows
  const [tenant] = await one<{ id: number }>(
    `insert into tenant (name, max_users, max_connections, updated_at) values ('Bench', 1000, 100, now()) returning id`,
    [],
  )
  const tenantId = tenant?.id ?? 0
  const queues = await one<{ id: number }>(
    `insert into queue (tenant_id, name, updated_at) select $1, 'Fila ' || n, now() from generate_series(1, $2::int) n
     returning id`,
    [tenantId, QUEUES],
  )
  const users = await one<{ id: number; email: string }>(
    `insert into app_user (tenant_id, name, email, password_hash, profile, updated_at)
     select $1::int, 'Pessoa ' || n, 'p' || n || '-' || $1::int || '@bench.test', $2,
            case when n <= $3::int then 'admin' else 'user' end, now()
       from generate_series(1, $4::int) n returning id, email`,
    [tenantId, hash, ADMINS, options.agents],
  )
  await pool.query(
    `insert into login_email (email, tenant_id, user_id) select email, tenant_id, id from app_user
    where tenant_id = $1`,
    [tenantId],
  )
  const queueIds = queues.map(({ id }) => id)
  const ids = users.map(({ id }) => id)
  await pool.query(
    `insert into user_queue (tenant_id, user_id, queue_id)
     select $1, u.id, ($3::int[])[q.n] from unnest($2::int[]) with ordinality u(id, n)
      cross join lateral (values ($4::int + 1), (2 + (u.n * 2) % 9), (3 + (u.n * 2) % 8)) q(n) on conflict do nothing`,
    [tenantId, ids, queueIds, COMMON_QUEUE],
  )
  const tokens = createTokens({ keys: createKeys(secretKey), clock: { now: Date.now } })
  const sessions = await one<{ id: string; userId: number }>(
    `insert into session (tenant_id, id, user_id, refresh_hash, expires_at, ends_at)
     select $1, gen_random_uuid(), u, $3, now() + interval '1 day', now() + interval '1 day' from unnest($2::int[]) u
     returning id, user_id "userId"`,
    [tenantId, ids, randomBytes(32)],
  )
  const people = await Promise.all(
    users.map(async ({ id, email }, index) => {
      const sessionId = sessions.find((session) => session.userId === id)?.id ?? ''
      const profile = index < ADMINS ? 'admin' : 'user'
      const token = await tokens.access({ userId: id, tenantId, sessionId, profile, version: 1 })
      return { id, email, token }
    }),
  )
  return {
    tenantId,
    queueIds,
    commonQueueId: queueIds[COMMON_QUEUE] ?? 0,
    admins: people.slice(0, ADMINS),
    agents: people.slice(ADMINS),
  }
}
