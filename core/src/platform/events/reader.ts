import type { Cluster, Lock } from '../cluster/types.ts'
import type { Log } from '../logger.ts'
import { type Db, loadPosition, movePosition, type Position, type ReadEvent } from './positions.ts'
import type { ReadFrom } from './shared-reads.ts'
import { createSleeper } from './sleep.ts'
import type { StoredEvent, Subscriber } from './types.ts'

const BATCH = 200
const MAX_ATTEMPTS = 20
/** Between two reads, so that a busy outbox is read in batches. */
const GAP_MS = 20
const BACKOFF_MAX_MS = 60_000

export interface ReaderOptions {
  db: Db
  read: ReadFrom
  cluster: Pick<Cluster, 'tryLock'>
  log: Log
  scanMs: number
  backoffMs: number
}

/** Hands the outbox to one subscriber: on one node at a time, in order, at least once. */
export interface Reader {
  wake(): void
  /** Tries for the lock at once, as after a node left. */
  tryNow(): void
  close(): Promise<void>
}

export function createReader(subscriber: Subscriber, options: ReaderOptions): Reader {
  const { db, read, cluster, log } = options
  const limit = subscriber.batchSize ?? BATCH
  const gapMs = subscriber.gapMs ?? GAP_MS
  const maxAttempts = subscriber.maxAttempts ?? MAX_ATTEMPTS
  const events = createSleeper()
  const turns = createSleeper()
  const stop = new AbortController()
  let lock: Lock | null = null
  let position: Position | null = null
  /** As it is stored: what nobody wants is passed without a word, until nothing more comes. */
  let stored: Position | null = null
  let failures = 0
  /** After a failure events go one by one up to this one, so that the good ones pass. */
  let aloneUpTo: string | null = null

  const isWanted = ({ name }: ReadEvent): boolean => subscriber.events === '*' || subscriber.events.includes(name)

  /** @returns false when another node moved it meanwhile */
  const store = async (): Promise<boolean> => {
    if (!stored || !position || stored === position) return true
    const isMoved = await movePosition(db, subscriber.name, stored, position)
    stored = position
    return isMoved
  }

  const forget = () => {
    position = null
    stored = null
  }

  const handle = async (wanted: readonly ReadEvent[]): Promise<boolean> => {
    try {
      await subscriber.handle(wanted.map(plain), stop.signal)
      failures = 0
      return true
    } catch (error) {
      if (stop.signal.aborted) return false
      failures++
      const last = wanted.at(-1)
      const where = { err: error, event: wanted[0]?.id, events: wanted.length, failures }
      if (wanted.length === 1 && failures >= maxAttempts) {
        log.error(where, 'an event was set aside')
        failures = 0
        return true
      }
      log.warn(where, 'a subscriber failed')
      aloneUpTo ??= last?.id ?? null
      await turns.sleep(Math.min(BACKOFF_MAX_MS, options.backoffMs * 2 ** (failures - 1)))
      return false
    }
  }

  /** @returns milliseconds until the next look */
  const pass = async (): Promise<number> => {
    position ??= await loadPosition(db, subscriber.name)
    stored ??= position
    if (!position) throw new Error(`subscriber ${subscriber.name} has no position`)
    const found = await read(position, limit)
    if (found.length === 0 && !(await store())) forget()
    const blocked = found.findIndex((event) => !event.ready)
    const ready = blocked < 0 ? found : found.slice(0, blocked)
    for (const batch of aloneUpTo === null ? [ready] : onePerWanted(ready, isWanted)) {
      const last = batch.at(-1)
      if (!last || stop.signal.aborted || !lock?.held()) break
      const wanted = batch.filter(isWanted)
      if (wanted.length > 0 && !(await handle(wanted))) return 0
      position = { xid: last.xid, eventId: last.eventId }
      if (wanted.length > 0 && !(await store())) {
        forget()
        return 0
      }
      if (batch.some((event) => event.id === aloneUpTo)) aloneUpTo = null
    }
    if (blocked >= 0) return GAP_MS
    return found.length === limit ? 0 : options.scanMs
  }

  const turn = async (): Promise<void> => {
    if (!lock?.held()) {
      forget()
      aloneUpTo = null
      lock = await cluster.tryLock(`events:${subscriber.name}`)
    }
    if (!lock) {
      await turns.sleep(options.scanMs)
      return
    }
    const pause = await pass()
    if (pause > 0) await events.sleep(pause)
    if (pause === options.scanMs) await turns.sleep(gapMs)
  }

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await turn()
      } catch (error) {
        log.warn({ err: error }, 'events cannot be read')
        forget()
        await turns.sleep(options.backoffMs)
      }
    }
    if (lock?.held()) await store().catch((error: unknown) => log.warn({ err: error }, 'a place is read again'))
    await lock?.release()
  }

  const running = run()
  return {
    wake: events.wake,
    tryNow() {
      turns.wake()
      events.wake()
    },
    async close() {
      stop.abort()
      turns.wake()
      events.wake()
      await running
    },
  }
}

/** Ends a group at each wanted event. */
function onePerWanted(events: readonly ReadEvent[], isWanted: (event: ReadEvent) => boolean): ReadEvent[][] {
  const groups: ReadEvent[][] = [[]]
  for (const event of events) {
    groups.at(-1)?.push(event)
    if (isWanted(event)) groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

const plain = ({ id, tenantId, name, payload, createdAt }: ReadEvent): StoredEvent => ({
  id,
  tenantId,
  name,
  payload,
  createdAt,
})
