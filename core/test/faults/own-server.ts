import { rm } from 'node:fs/promises'
import pg from 'pg'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { clusterFolder } from '../cluster-folder.ts'
import { SECRET_KEY, type TestDatabase } from '../database.ts'
import { eventually } from './client.ts'

export interface OwnServer {
  db: TestDatabase
  /** Breaks every connection of the program, the server itself stays. */
  cutConnections(): Promise<number>
  /** kill -9 of a server process: PostgreSQL stops all others, recovers from its log and starts again. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** A database server of one's own, that may be broken without hurting anybody else. It syncs, as one for real does. */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await clusterFolder('fault')
  const server = await startEmbedded({ dataDir, password: 'test', log: silentLog, database: 'fault' })
  const urls = await prepareDatabase({ ownerUrl: server.url, secretKey: SECRET_KEY, log: silentLog })
  const open = () => openDatabase({ urls, log: silentLog, poolSize: 6 })
  const database = open()

  const ask = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const others = `from pg_stat_activity where datname = 'fault' and pid <> pg_backend_pid() and backend_type = 'client backend'`

  return {
    db: {
      ...database,
      urls,
      name: 'fault',
      again: open,
      owner: (sql, values) => ask(sql, values),
      close: () => database.close(),
    },
    cutConnections: async () => (await ask(`select pg_terminate_backend(pid) ${others}`)).length,
    async crash() {
      const [victim] = await ask<{ pid: number }>(`select pid ${others} limit 1`)
      if (!victim) throw new Error('nothing is connected')
      process.kill(victim.pid, 'SIGKILL')
      await eventually(() => ask('select 1').catch(() => null))
    },
    async close() {
      await database.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
