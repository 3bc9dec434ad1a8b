import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../../core/src/platform/db/embedded.ts'
import { silentLog } from '../../../core/src/platform/logger.ts'

export interface BenchDatabase {
  url: string
  pool: pg.Pool
  /** Process id of the server; null when it is not ours. */
  pid: number | null
  /** False where statements cannot be counted. */
  counts: boolean
  close(): Promise<void>
}

/** A folder that the database's own user can enter, gone at the end. */
export async function scratchFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join('/var/tmp', `recado-bench-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Process id of the server that runs on a data folder. */
export const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** PostgreSQL as npm brought it, with its own defaults; fsync on. */
export async function openDatabase(given: string | null, keep: boolean): Promise<BenchDatabase> {
  const folder = given ? null : await scratchFolder('db')
  const server = folder
    ? await startEmbedded({
        dataDir: folder,
        password: 'bench',
        log: silentLog,
        settings: ['shared_preload_libraries=pg_stat_statements', 'max_connections=250'],
      })
    : null
  const url = given ?? server?.url ?? ''
  if (server) await createDatabase(url)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  const counts = await pool.query('create extension if not exists pg_stat_statements').then(
    () => pool.query('select 1 from pg_stat_statements limit 1').then(() => true),
    () => false,
  )
  const pid = folder ? await postmasterOf(folder) : null
  return {
    url,
    pool,
    pid,
    counts,
    async close() {
      await pool.end()
      await server?.stop()
      if (folder && keep) console.error(`kept: ${folder}`)
      else if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createDatabase(url: string): Promise<void> {
  const direct = new URL(url)
  const name = direct.pathname.slice(1)
  direct.pathname = '/postgres'
  const client = new pg.Client({ connectionString: direct.toString() })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error
  })
  await client.end()
}
