import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Log } from '../logger.ts'
import type { DatabaseUrls } from './database.ts'
import { migrate } from './migrate.ts'
import { ensureRoles, grantRoles, roleNames, roleUrls } from './roles.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url))
/** Any number will do as long as all nodes take the same. */
const START_LOCK = 7_205_759_403

export interface PrepareOptions {
  ownerUrl: string
  secretKey: string
  /** Of the role names; the database's name when absent. */
  rolePrefix?: string
  log: Pick<Log, 'info'>
}

/** Database, roles, tables and grants as this version needs them. Nodes that start together wait for each other. */
export async function prepareDatabase(options: PrepareOptions): Promise<DatabaseUrls> {
  const owner = await connectOwner(options.ownerUrl)
  const roles = roleNames(options.ownerUrl, options.rolePrefix)
  try {
    await owner.query('select pg_advisory_lock($1)', [START_LOCK])
    const names = await migrate(owner, options.ownerUrl, MIGRATIONS)
    if (names.length > 0) options.log.info({ migrations: names }, 'database migrated')
    await ensureRoles(owner, roles, options.secretKey)
    await grantRoles(owner, roles)
  } finally {
    await owner.end()
  }
  return roleUrls(options.ownerUrl, roles, options.secretKey)
}

/** A new cluster has no database of ours yet; on a server of the operator's it has to exist, or we must be allowed to. */
async function connectOwner(url: string): Promise<pg.Client> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  return connect().catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === '3D000')) throw error
    await createDatabase(url)
    return connect()
  })
}

async function createDatabase(url: string): Promise<void> {
  const wanted = new URL(url)
  const name = decodeURIComponent(wanted.pathname.slice(1))
  wanted.pathname = '/postgres'
  const client = new pg.Client({ connectionString: wanted.toString() })
  await client.connect()
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // another node was first
    if (!(error instanceof Error && 'code' in error && error.code === '42P04')) throw error
  } finally {
    await client.end()
  }
}
