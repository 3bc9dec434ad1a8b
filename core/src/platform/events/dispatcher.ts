import { setTimeout as pause } from 'node:timers/promises'
import { background } from '../background.ts'
import type { Cluster } from '../cluster/types.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../logger.ts'
import { afterRestore, countBehind, createPositions, endOfEvents, lagOf, pruneEvents } from './positions.ts'
import { createReader, type Reader } from './reader.ts'
import { createSharedReads } from './shared-reads.ts'
import type { Dispatcher, Subscriber } from './types.ts'

export type { Dispatcher, StoredEvent, Subscriber } from './types.ts'

/** Topic of the hint that events were written. */
export const EVENTS_TOPIC = 'events'

const SCAN_MS = 5_000
const BACKOFF_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const KEEP_DAYS = 14
const PRUNE_BATCH = 5_000
const POLL_MS = 10

export interface DispatcherOptions {
  db: Pick<Database, 'system'>
  cluster: Cluster
  log: Log
  /** Between two looks when no hint comes. */
  scanMs?: number
  /** After a first failure; doubles with each further one. */
  backoffMs?: number
}

/** Hands what was written to the outbox to its subscribers. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { cluster } = options
  const db = options.db.system
  const log = options.log.child({ part: 'events' })
  const subscribers = new Map<string, Subscriber>()
  const readers: Reader[] = []
  const stops: (() => void)[] = []
  let pruning: NodeJS.Timeout | undefined

  const wake = () => {
    for (const reader of readers) reader.wake()
  }
  const tryNow = () => {
    for (const reader of readers) reader.tryNow()
  }
  const prune = () => pruneEvents(db, KEEP_DAYS, PRUNE_BATCH)

  const pruneAll = async () => {
    const lock = await cluster.tryLock('events:prune')
    if (!lock) return
    try {
      while (lock.held() && (await prune()) === PRUNE_BATCH);
    } finally {
      await lock.release()
    }
  }

  return {
    register(subscriber) {
      if (subscribers.has(subscriber.name)) throw new Error(`subscriber ${subscriber.name} is registered twice`)
      subscribers.set(subscriber.name, subscriber)
    },

    async start() {
      if (await afterRestore(db)) log.warn({}, 'the database was restored from elsewhere; events go on from now')
      await createPositions(db, [...subscribers.values()])
      const read = createSharedReads(db, subscribers.values())
      for (const subscriber of subscribers.values()) {
        readers.push(
          createReader(subscriber, {
            db,
            read,
            cluster,
            log: log.child({ subscriber: subscriber.name }),
            scanMs: options.scanMs ?? SCAN_MS,
            backoffMs: options.backoffMs ?? BACKOFF_MS,
          }),
        )
      }
      stops.push(cluster.on(EVENTS_TOPIC, wake), cluster.onReconnect(tryNow), cluster.onPeer(tryNow))
      pruning = setInterval(() => background(log, 'prune events', pruneAll()), PRUNE_EVERY_MS)
    },

    wake,

    async settled() {
      const end = await endOfEvents(db)
      const names = [...subscribers.keys()]
      while ((await countBehind(db, names, end)) > 0) {
        wake()
        await pause(POLL_MS)
      }
    },

    lag: () => lagOf(db),
    prune,

    async close() {
      clearInterval(pruning)
      for (const stop of stops) stop()
      await Promise.all(readers.map((reader) => reader.close()))
    },
  }
}
