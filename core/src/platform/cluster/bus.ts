import { Socket } from 'node:net'
import pg from 'pg'
import { background } from '../background.ts'
import { limiter } from '../limiter.ts'
import type { Log } from '../logger.ts'

const CHANNEL = 'recado'
const BATCH = 200
/** Payloads kept while the database is away; older ones go first. */
const BACKLOG = 5_000
/** Between two publishes, so that hints of a busy node gather in one statement (reliability M-14). */
const GAP_MS = 8
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000
/** A connection that does not end politely is cut. */
const CLOSE_MS = 2_000
const PUBLISH = { name: 'publish', text: 'select pg_notify($1, payload) from unnest($2::text[]) payload' }

/** The one connection of a node over which it listens, publishes and holds locks. */
export interface Bus {
  /** Waits in line; `once` drops it when an equal one waits already. */
  post(payload: string, options?: { once?: boolean }): void
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Rises with each connection; locks of an earlier one are gone. */
  generation(): number
  connected(): boolean
  /** Throws the connection away and makes a new one. */
  reset(reason: string): void
  close(): Promise<void>
}

export interface BusOptions {
  url: string
  log: Log
  onPayload(payload: string): void
  /** Listening again; `overflow`: payloads of ours were dropped meanwhile. */
  onReconnect(overflow: boolean): void
}

/** Errors after which the statement may be right and the connection is not. */
const isConnectionFault = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !/^(22|23|42|54)/.test(code)
}

export async function createBus(options: BusOptions): Promise<Bus> {
  const { log } = options
  let client: pg.Client | null = null
  /** The driver no longer queues statements by itself. */
  const inTurn = limiter(1)
  let socket: Socket | undefined
  let generation = 0
  let queue: string[] = []
  let overflow = false
  let publishing = false
  let closed = false
  let retries = 0
  let retryTimer: NodeJS.Timeout | undefined
  let gapTimer: NodeJS.Timeout | undefined

  const drop = (which: pg.Client, reason: unknown) => {
    if (client !== which) return
    client = null
    if (closed) return
    log.warn({ err: reason }, 'lost the LISTEN connection')
    // a polite end would wait for an answer of a peer that may be gone
    socket?.destroy()
    retryLater()
  }

  const retryLater = () => {
    const delay = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** retries++) * (0.5 + Math.random() / 2)
    retryTimer = setTimeout(() => background(log, 'reconnect', reconnect), delay)
  }

  const connect = async () => {
    const stream = new Socket()
    const next = new pg.Client({
      stream: () => stream,
      connectionString: options.url,
      application_name: 'recado-bus',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    })
    next.on('error', (error) => drop(next, error))
    next.on('end', () => drop(next, new Error('connection ended')))
    next.on('notification', ({ payload }) => {
      if (client === next && payload) options.onPayload(payload)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      stream.destroy()
      throw error
    }
    if (closed) {
      await next.end()
      return
    }
    client = next
    socket = stream
    generation++
    retries = 0
  }

  const reconnect = async () => {
    if (closed) return
    try {
      await connect()
    } catch (error) {
      log.warn({ err: error }, 'cannot listen yet')
      retryLater()
      return
    }
    if (closed) return
    const lost = overflow
    overflow = false
    options.onReconnect(lost)
    publish()
  }

  const publish = () => {
    if (publishing || queue.length === 0 || !client) return
    publishing = true
    background(log, 'publish', publishSome(client))
  }

  const publishSome = async (to: pg.Client) => {
    const batch = queue.slice(0, BATCH)
    queue = queue.slice(BATCH)
    try {
      await inTurn(() => to.query({ ...PUBLISH, values: [CHANNEL, batch] }))
    } catch (error) {
      if (isConnectionFault(error)) {
        queue = [...batch, ...queue]
        drop(to, error)
      } else {
        log.error({ err: error, payloads: batch.length }, 'hints were refused')
      }
    }
    if (closed) publishing = false
    else gapTimer = setTimeout(goOn, GAP_MS)
  }

  const goOn = () => {
    publishing = false
    publish()
  }

  await connect()

  return {
    post(payload, { once = false } = {}) {
      if (closed || (once && queue.includes(payload))) return
      queue.push(payload)
      if (queue.length > BACKLOG) {
        queue.shift()
        overflow = true
      }
      publish()
    },
    async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const asked = client
      if (!asked) throw new Error('no connection to the database')
      return (await inTurn(() => asked.query<R>(text, values))).rows
    },
    generation: () => generation,
    connected: () => client !== null,
    reset(reason) {
      if (client) drop(client, new Error(reason))
    },
    async close() {
      if (closed) return
      closed = true
      clearTimeout(retryTimer)
      clearTimeout(gapTimer)
      const last = client
      if (!last) return
      const impatient = setTimeout(() => socket?.destroy(), CLOSE_MS)
      try {
        if (queue.length > 0) await inTurn(() => last.query({ ...PUBLISH, values: [CHANNEL, queue] }))
      } catch (error) {
        log.warn({ err: error }, 'last hints were not told')
      } finally {
        client = null
        await last.end()
        clearTimeout(impatient)
      }
    },
  }
}
