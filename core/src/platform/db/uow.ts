import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Log } from '../logger.ts'
import { statementNames } from './adapter.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'
import type { Scope } from './scope.ts'

/** One transaction, bound to the company of its scope by row-level security. */
export interface Tx {
  readonly db: Prisma.TransactionClient
  readonly scope: Scope
  /** A fact for the outbox: written with the change itself, handed to subscribers after commit. */
  emit(name: string, payload: object): void
  /** Hints such as socket events; failures are logged and change nothing. */
  afterCommit(hint: () => void | Promise<void>): void
}

export interface UnitOfWork {
  /** Keep it short: no HTTP, no plugin, no file inside. */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: { timeoutMs?: number }): Promise<T>
  /**
   * One statement under the company of the scope, for hot paths: the setting, where the connection had another one,
   * travels in the same network write, and column values arrive as `pg` parses them.
   */
  query<T>(scope: Pick<Scope, 'tenantId'>, sql: Prisma.Sql): Promise<T[]>
}

const open = new AsyncLocalStorage<true>()

/** Plugins are not called while a transaction is open. */
export const insideUnitOfWork = (): boolean => open.getStore() === true

const SET_TENANT = { name: 'tenant', text: "select set_config('app.tenant_id', $1, false)" }

export function createUnitOfWork(deps: {
  prisma: PrismaClient
  /** Pipelined connections that serve `query` alone. */
  readers: pg.Pool
  log: Pick<Log, 'error'>
  /** Tells the dispatcher that events were written. */
  onEvents: () => void
}): UnitOfWork {
  const nameOf = statementNames()
  /** The company that each connection of `readers` is set to. */
  const bounds = new WeakMap<pg.PoolClient, string>()

  const settle = async (hints: (() => void | Promise<void>)[]) => {
    for (const hint of hints) {
      try {
        await hint()
      } catch (error) {
        deps.log.error({ err: error }, 'hint after commit failed')
      }
    }
  }

  return {
    async run(scope, work, options = {}) {
      const hints: (() => void | Promise<void>)[] = []
      let emitted = false
      const result = await deps.prisma.$transaction(
        async (db) => {
          await db.$queryRaw`select set_config('app.tenant_id', ${String(scope.tenantId)}, true)`
          const events: { name: string; payload: Prisma.InputJsonObject }[] = []
          const tx: Tx = {
            db,
            scope,
            emit: (name, payload) => void events.push({ name, payload: payload as Prisma.InputJsonObject }),
            afterCommit: (hint) => void hints.push(hint),
          }
          const answer = await open.run(true, () => work(tx))
          if (events.length > 0) {
            emitted = true
            await db.domainEvent.createMany({ data: events })
          }
          return answer
        },
        options.timeoutMs ? { timeout: options.timeoutMs, maxWait: 10_000 } : undefined,
      )
      if (emitted) deps.onEvents()
      await settle(hints)
      return result
    },

    async query<T>(scope: Pick<Scope, 'tenantId'>, sql: Prisma.Sql): Promise<T[]> {
      const client = await deps.readers.connect()
      const tenant = String(scope.tenantId)
      const name = nameOf(sql.text)
      const [set, answer] = await Promise.allSettled(
        inOneWrite(client, () => [
          // nothing else speaks to these connections, so what was set last still holds
          bounds.get(client) === tenant ? null : client.query({ ...SET_TENANT, values: [tenant] }),
          client.query({ ...(name ? { name } : {}), text: sql.text, values: sql.values }),
        ]),
      )
      // a connection that may still carry another company's setting is thrown away
      if (set.status === 'fulfilled') bounds.set(client, tenant)
      client.release(set.status === 'rejected')
      if (set.status === 'rejected') throw set.reason
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.rows as T[]
    },
  }
}

function inOneWrite<T>({ connection }: pg.PoolClient, send: () => T): T {
  connection.stream.cork()
  try {
    return send()
  } finally {
    connection.stream.uncork()
  }
}
