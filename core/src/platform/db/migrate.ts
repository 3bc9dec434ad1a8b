import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** The database was made by newer code; starting the older one would harm it. */
export class NewerDatabaseError extends Error {
  constructor(names: string[]) {
    super(`The database has migrations that this version does not know (${names.join(', ')}). Start the newer version.`)
    this.name = 'NewerDatabaseError'
  }
}

const LOCKFILE = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' }
const FILTERS = { externalTables: [], externalEnums: [] }

interface Migration {
  name: string
  sql: string
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

/**
 * Applies what is missing, in Prisma's folder format and table, with Prisma's own engine as wasm. Answers the names of
 * what it applied. The caller holds the start-up lock.
 * @throws NewerDatabaseError
 */
export async function migrate(owner: pg.ClientBase, ownerUrl: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const applied = await appliedMigrations(owner)
  const unknown = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown)
  const isCurrent = migrations.every(({ name, sql }) => applied.get(name) === checksumOf(sql))
  // the engine takes a second to load, which a warm start need not pay
  if (isCurrent) return []

  const { SchemaEngine } = await import('@prisma/schema-engine-wasm')
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(owner, pool))
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: {
        baseDir: folder,
        lockfile: LOCKFILE,
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      filters: FILTERS,
    })
    return appliedMigrationNames
  } finally {
    engine.free()
    await pool.end()
  }
}

/**
 * Prisma's adapter cuts scripts at every semicolon, which breaks function bodies. PostgreSQL takes a script as a whole,
 * and makes one transaction of it.
 */
class WholeScripts extends PrismaPg {
  readonly #owner: pg.ClientBase

  constructor(owner: pg.ClientBase, pool: pg.Pool) {
    super(pool)
    this.#owner = owner
  }

  override async connect() {
    const connection = await super.connect()
    connection.executeScript = async (script: string) => {
      await this.#owner.query(script)
    }
    return connection
  }
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

async function appliedMigrations(owner: pg.ClientBase): Promise<Map<string, string>> {
  const table = await owner.query(`select to_regclass('public._prisma_migrations') "name"`)
  if (table.rows[0]?.name === null) return new Map()
  const rows = await owner.query<{ migration_name: string; checksum: string }>(
    'select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  return new Map(rows.rows.map((row) => [row.migration_name, row.checksum]))
}
