import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseUrls, openDatabase } from '../src/platform/db/database.ts'
import { roleNames, roleUrls } from '../src/platform/db/roles.ts'
import { silentLog } from '../src/platform/logger.ts'

export const TEMPLATE = 'recado_template'
export const ROLE_PREFIX = 'recado_test'
export const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

export interface TestDatabase extends Database {
  urls: DatabaseUrls
  /** Opens the same database a second time, as another node would. */
  again(): Database
  /** The superuser, for looking at what the roles may not see. */
  owner<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  name: string
}

/** A migrated database of its own, cloned from the template; gone after `close()`. */
export async function startDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('ownerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(at(templateUrl, 'postgres'), async (client) => {
    // clones of one template wait for each other
    await client.query('select pg_advisory_lock(1)')
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  const ownerUrl = at(templateUrl, name)
  const urls = roleUrls(ownerUrl, roleNames(ownerUrl, ROLE_PREFIX), SECRET_KEY)
  const open = () => openDatabase({ urls, log: silentLog, poolSize: 6 })
  const database = open()
  const others: Database[] = []
  return {
    ...database,
    urls,
    name,
    again() {
      const other = open()
      others.push(other)
      return other
    },
    owner: (sql, values) => asOwner(ownerUrl, async (client) => (await client.query(sql, values)).rows),
    async close() {
      await Promise.all([database, ...others].map((one) => one.close()))
      await asOwner(at(templateUrl, 'postgres'), (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
    },
  }
}

const at = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
