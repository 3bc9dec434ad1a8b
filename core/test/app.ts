import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { readConfig } from '../src/config.ts'
import { startNode } from '../src/node.ts'
import { createLogger } from '../src/platform/logger.ts'
import { SECRET_KEY, startDatabase, type TestDatabase } from './database.ts'
import { createTestClock, type TestClock } from './harness.ts'

export const PASSWORD = 'Ypê-roxo 7 vezes'
const OPERATOR = { email: 'operador@recado.test', password: PASSWORD }

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

export interface Api {
  get<T = never>(path: string): Promise<Answer<T>>
  post<T = never>(path: string, body?: unknown): Promise<Answer<T>>
  put<T = never>(path: string, body?: unknown): Promise<Answer<T>>
  delete<T = never>(path: string, body?: unknown): Promise<Answer<T>>
}

export interface Person {
  id: number
  name: string
  email: string
  token: string
  tenantId: number
  api: Api
}

export interface Company {
  tenantId: number
  admin: Person
  user(profile?: 'admin' | 'supervisor' | 'supervisorfila' | 'user', more?: Record<string, unknown>): Promise<Person>
  /** A channel of the type `fake` (or another one), connected. */
  channel(type?: string, settings?: Record<string, unknown>, more?: Record<string, unknown>): Promise<TestChannel>
}

export interface TestChannel {
  id: number
  name: string
  type: string
  hookUrl: string
  state: string
}

export interface AppOptions {
  env?: Record<string, string>
  /** Another node on the same database. */
  db?: TestDatabase
  clock?: TestClock
}

/** A whole node of the product on a database of its own, spoken to over HTTP and sockets alone. */
export async function startApp(options: AppOptions = {}) {
  const db = options.db ?? (await startDatabase())
  const clock = options.clock ?? createTestClock()
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-app-'))
  const config = await readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    RECADO_DATA_DIR: dataDir,
    DATABASE_URL: db.ownerUrl,
    RECADO_SECRET_KEY: SECRET_KEY,
    RECADO_LOG_LEVEL: process.env.RECADO_TEST_LOG ?? 'silent',
    RECADO_ADMIN_EMAIL: OPERATOR.email,
    RECADO_ADMIN_PASSWORD: OPERATOR.password,
    RECADO_PLUGINS: '@recado/plugin-fake',
    RECADO_DEVELOPMENT_PLUGINS: 'true',
    ...options.env,
  })
  const log = createLogger({ level: config.RECADO_LOG_LEVEL, name: 'test' })
  const node = await startNode({ config, urls: db.urls, version: '0.0.0', log, clock })
  const { url } = node
  const sockets: Socket[] = []

  const api = (token?: string): Api => {
    const call = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
      const isForm = body instanceof FormData
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        body: (isJson && text ? JSON.parse(text) : text) as T,
        headers: response.headers,
      }
    }
    return {
      get: (path) => call('GET', path),
      post: (path, body) => call('POST', path, body),
      put: (path, body) => call('PUT', path, body),
      delete: (path, body) => call('DELETE', path, body),
    }
  }

  const signIn = async (email: string, password = PASSWORD): Promise<Person> => {
    const { status, body } = await api().post<{ token: string; userId: number; tenantId: number; username: string }>(
      '/auth/login',
      { email, password },
    )
    if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`)
    return {
      id: body.userId,
      name: body.username,
      email,
      token: body.token,
      tenantId: body.tenantId,
      api: api(body.token),
    }
  }

  let operator: Promise<Person> | null = null
  const asOperator = (): Promise<Person> => {
    operator ??= signIn(OPERATOR.email)
    return operator
  }

  const newTenant = async (more: Record<string, unknown> = {}): Promise<Company> => {
    const email = `admin-${randomUUID()}@recado.test`
    const made = await (await asOperator()).api.post<{ id: number }>('/admin/tenants', {
      name: `Empresa ${randomUUID().slice(0, 8)}`,
      maxUsers: 100,
      maxConnections: 100,
      user: { name: 'Zuleica Prado', email, password: PASSWORD },
      ...more,
    })
    if (made.status !== 200) throw new Error(`company answered ${made.status}: ${JSON.stringify(made.body)}`)
    const admin = await signIn(email)
    return {
      tenantId: made.body.id,
      admin,
      async user(profile = 'user', more = {}) {
        const address = `${profile}-${randomUUID()}@recado.test`
        const body = { name: 'Benedito Luz', email: address, password: PASSWORD, profile, ...more }
        const { status, body: answer } = await admin.api.post<unknown>('/users', body)
        if (status !== 200) throw new Error(`user answered ${status}: ${JSON.stringify(answer)}`)
        return signIn(address)
      },
      async channel(type = 'fake', settings = {}, more = {}) {
        const name = `Canal ${randomUUID().slice(0, 8)}`
        const created = await admin.api.post<TestChannel>('/whatsapp', { name, type, settings, ...more })
        if (created.status !== 200)
          throw new Error(`channel answered ${created.status}: ${JSON.stringify(created.body)}`)
        await admin.api.post(`/whatsappsession/${created.body.id}`)
        return until(async () => {
          const { body } = await admin.api.get<TestChannel>(`/whatsapp/${created.body.id}`)
          return body.state === 'connected' ? body : null
        })
      },
    }
  }

  return {
    url,
    node,
    db,
    clock,
    api,
    signIn,
    operator: asOperator,
    newTenant,
    /** A live socket; `received` gathers every event. */
    async socket(token: string): Promise<Socket & { received: { event: string; payload: unknown }[] }> {
      const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: false })
      const received: { event: string; payload: unknown }[] = []
      socket.onAny((event: string, payload: unknown) => void received.push({ event, payload }))
      sockets.push(socket)
      await new Promise<void>((done, failed) => {
        socket.once('connect', done)
        socket.once('connect_error', failed)
      })
      return Object.assign(socket, { received })
    },
    async close() {
      for (const socket of sockets) socket.disconnect()
      await node.stop()
      if (!options.db) await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Waits for a state, never for a time; gives up after 15 s. */
export async function until<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const deadline = Date.now() + 15_000
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 250)) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`waited too long for: ${look}`)
    await new Promise((done) => setTimeout(done, pause))
  }
}
