import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Log } from '../logger.ts'
import { PrismaClient } from './generated/client.ts'

const MAX_NAMES = 500

/**
 * Names statements so that PostgreSQL plans them once per connection. Bounded, since lists of varying length make
 * endless texts; beyond the bound they go unnamed.
 */
export function statementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>()
  return (sql) => {
    const known = names.get(sql)
    if (known || names.size >= MAX_NAMES) return known
    const name = `s${createHash('sha1').update(sql).digest('base64url').slice(0, 16)}`
    names.set(sql, name)
    return name
  }
}

/** `jit` plans cost more than they save on statements of this size. */
const SETTINGS = {
  jit: 'off',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
}

/** A pool whose connections, idle or at work, may die (restart of the database) without taking the process along. */
export function createPool(
  options: pg.PoolConfig,
  log: Pick<Log, 'warn'>,
  settings: Record<string, string> = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: Object.entries({ ...SETTINGS, ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...options,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // the pool listens to idle ones alone; whoever uses the connection learns from the statement that failed (M-12)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function createClient(pool: pg.Pool): PrismaClient {
  const nameOf = statementNames()
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: (query) => nameOf(query.sql) ?? '' }),
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  })
}
