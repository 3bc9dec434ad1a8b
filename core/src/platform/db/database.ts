import { availableParallelism } from 'node:os'
import type pg from 'pg'
import type { Log } from '../logger.ts'
import { createClient, createPool } from './adapter.ts'
import type { PrismaClient } from './generated/client.ts'
import { createUnitOfWork, type UnitOfWork } from './uow.ts'

export interface DatabaseUrls {
  /** May create tables; used at start alone. */
  owner: string
  /** Bound by row-level security. */
  app: string
  /** BYPASSRLS; a small pool for an allow-list of importers (design.md §2). */
  system: string
}

export interface Database {
  uow: UnitOfWork
  system: PrismaClient
  /** Plain connections under the app role. */
  pool: pg.Pool
  systemPool: pg.Pool
  /** For LISTEN and NOTIFY: must not go through a transaction pooler. */
  listenUrl: string
  systemUrl: string
  ownerUrl: string
  /** Called after a unit of work wrote domain events. */
  onEvents(listener: () => void): void
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  urls: DatabaseUrls
  log: Pick<Log, 'warn' | 'error'>
  poolSize?: number
}

/**
 * One statement at a time keeps a core busy, and each connection plans all statements anew: more of them than the
 * machine can use cost memory and time.
 */
const readersOf = (poolSize: number): number => Math.min(poolSize, 2 * availableParallelism() + 2)

/**
 * How statements of hot paths are planned (ADR 13): reading a table from end to end would read what other companies have
 * in it, and what is asked for often is in memory, where a page costs the same wherever it lies.
 */
const PLANNING = { enable_seqscan: 'off', random_page_cost: '1.1' }

export function openDatabase({ urls, log, poolSize = 10 }: DatabaseOptions): Database {
  const pool = createPool({ connectionString: urls.app, max: poolSize, application_name: 'recado' }, log)
  const readers = createPool(
    {
      connectionString: urls.app,
      max: readersOf(poolSize),
      application_name: 'recado-query',
      pipeline: true,
    } as pg.PoolConfig,
    log,
    PLANNING,
  )
  const systemPool = createPool({ connectionString: urls.system, max: 5, application_name: 'recado-system' }, log)
  const prisma = createClient(pool)
  const system = createClient(systemPool)
  const listeners: (() => void)[] = []
  const onEvents = () => {
    for (const listener of listeners) listener()
  }

  return {
    uow: createUnitOfWork({ prisma, readers, log, onEvents }),
    system,
    pool,
    systemPool,
    listenUrl: urls.system,
    systemUrl: urls.system,
    ownerUrl: urls.owner,
    onEvents: (listener) => void listeners.push(listener),
    async ping() {
      await readers.query('select 1')
    },
    async close() {
      await Promise.allSettled([prisma.$disconnect(), system.$disconnect()])
      await Promise.allSettled([pool, readers, systemPool].filter((one) => !one.ended).map((one) => one.end()))
    },
  }
}
