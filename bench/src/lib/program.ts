import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { until } from './stats.ts'

const START = fileURLToPath(new URL('../../../tools/start.js', import.meta.url))
const BARE_STACK = fileURLToPath(new URL('../limits/bare-stack.js', import.meta.url))
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Program {
  url: string
  pid: number
  /** From the start of the process to the first 200 of /health/ready. */
  startMs: number
  stop(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** The real program as `npm start` runs it, as a process of its own, ready to serve; one without an API says so itself. */
export const startProgram = (env: Record<string, string>): Promise<Program> => start(START, env)

/** What it stands on, without it. */
export const startBareStack = (databaseUrl: string): Promise<Program> =>
  start(BARE_STACK, { DATABASE_URL: databaseUrl })

async function start(file: string, env: Record<string, string>): Promise<Program> {
  const port = await freePort()
  const started = performance.now()
  const isServing = (env.RECADO_ROLES ?? 'api').includes('api')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      NODE_ENV: 'production',
      RECADO_LOG_LEVEL: 'warn',
      RECADO_TRUST_PROXY: 'true',
      ...env,
    },
    stdio: ['ignore', isServing ? 'ignore' : 'pipe', 'inherit'],
  })
  running.add(child)
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-10_000)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.once('exit', () => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  await until(
    'the program',
    async () => {
      if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
      if (!isServing) return said.includes('is ready')
      return fetch(`${url}/health/ready`).then(
        (answer) => answer.status === 200,
        () => false,
      )
    },
    60_000,
  )
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
