import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PASSWORD } from '../app.ts'
import { SECRET_KEY, type TestDatabase } from '../database.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const READY_MS = 60_000

/** The real program in a process of its own, on one port for its whole life, however often it is killed. */
export interface Program {
  readonly url: string
  readonly pid: number
  /** Until it answers that it is ready. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Asked to stop, or already ending by itself: its exit code once it is gone. */
  stop(): Promise<number | null>
  /** What it wrote to its log since it was started last. */
  output(): string
  close(): Promise<void>
}

export const OPERATOR = { email: 'operador@recado.test', password: PASSWORD }

/**
 * On a database, or with an empty DATABASE_URL in `env` on the one that it brings along.
 * @param entry `npm start` runs another one, which builds first and then does the same
 */
export async function createProgram(
  db: Pick<TestDatabase, 'ownerUrl'>,
  env: Record<string, string> = {},
  entry: string = MAIN,
): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-program-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let output = ''

  const running = (): ChildProcess => {
    if (child === null || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the program does not run:\n${output.slice(-3000)}`)
    return child
  }

  const self: Program = {
    url,
    get pid() {
      return running().pid ?? 0
    },
    async start() {
      const next = spawn(process.execPath, [entry], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          NODE_NO_WARNINGS: '1',
          PORT: String(port),
          HOST: '127.0.0.1',
          RECADO_DATA_DIR: dataDir,
          DATABASE_URL: db.ownerUrl,
          RECADO_SECRET_KEY: SECRET_KEY,
          RECADO_LOG_LEVEL: 'warn',
          RECADO_ADMIN_EMAIL: OPERATOR.email,
          RECADO_ADMIN_PASSWORD: OPERATOR.password,
          RECADO_PLUGINS: '@recado/plugin-fake',
          RECADO_DEVELOPMENT_PLUGINS: 'true',
          ...env,
        },
      })
      child = next
      for (const stream of [next.stdout, next.stderr])
        stream?.on('data', (chunk: Buffer) => {
          output = (output + chunk).slice(-100_000)
        })
      const deadline = Date.now() + READY_MS
      output = ''
      // one without an API answers nobody
      const isServing = (env.RECADO_ROLES ?? 'api').includes('api')
      for (;;) {
        running()
        if (!isServing && output.includes('is ready')) return
        const answer = isServing ? await fetch(`${url}/health/ready`).catch(() => null) : null
        if (answer?.status === 200) return
        if (Date.now() > deadline) throw new Error(`the program is not ready:\n${output.slice(-3000)}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    async kill() {
      const gone = once(running(), 'exit')
      self.signal('SIGKILL')
      await gone
    },
    signal: (name) => void running().kill(name),
    async stop() {
      const program = running()
      const gone = once(program, 'exit')
      self.signal('SIGTERM')
      await gone
      return program.exitCode
    },
    output: () => output,
    async close() {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT')
        await self.kill()
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return self
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
