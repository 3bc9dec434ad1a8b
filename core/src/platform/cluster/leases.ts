import { background } from '../background.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../logger.ts'
import * as sql from './leases-sql.ts'
import type { Cluster, Lease, LeaseKey, Leases, LostReason } from './types.ts'

export type { Lease, LeaseKey, Leases, LostReason } from './types.ts'

const RENEW_MS = 5_000
const FENCE_MS = 15_000
const TICK_MS = 1_000
/** A process that stood still this long asks the database before it acts again. */
const PAUSE_MS = 3_000
const RELEASED = 'lease-released'

interface Held extends LeaseKey, Lease {
  /** Monotonic moment at which the last renewal that was confirmed had been asked for. */
  confirmedAt: number
  /** True from a pause on until the next renewal. */
  suspect: boolean
}

const nameOf = ({ tenantId, channelId }: LeaseKey): string => `${tenantId}:${channelId}`

/** Who owns a channel's session: rows on database time, and a fence on our own clock before they pass on. */
export function createLeases(deps: {
  db: Pick<Database, 'system'>
  cluster: Cluster
  log: Log
  /** Monotonic milliseconds. */
  monotonic?: () => number
  /** Epoch milliseconds; shows what the monotonic clock sleeps through. */
  wall?: () => number
}): Leases {
  const { db, cluster } = deps
  const log = deps.log.child({ part: 'leases' })
  const monotonic = deps.monotonic ?? (() => performance.now())
  const wall = deps.wall ?? (() => Date.now())
  const leases = new Map<string, Held>()
  const acquiring = new Map<string, Promise<Lease | null>>()
  const lostListeners = new Set<(key: LeaseKey, epoch: number, reason: LostReason) => void>()
  const releasedListeners = new Set<(key: LeaseKey) => void>()
  let closed = false
  let lastTick = { monotonic: monotonic(), wall: wall() }

  const isCurrent = (one: Held): boolean => !one.suspect && monotonic() - one.confirmedAt < FENCE_MS

  const lose = (one: Held, reason: LostReason) => {
    if (leases.get(nameOf(one)) !== one) return
    leases.delete(nameOf(one))
    const { tenantId, channelId, epoch } = one
    log.warn({ tenantId, channelId, epoch, reason }, 'lost a lease')
    for (const listener of lostListeners) {
      background(log, 'lost lease', () => listener({ tenantId, channelId }, epoch, reason))
    }
  }

  const acquire = async (key: LeaseKey): Promise<Lease | null> => {
    const askedAt = monotonic()
    const epoch = await sql.acquire(db.system, key, cluster.nodeId)
    if (epoch === null) return null
    const { tenantId, channelId } = key
    if (closed) {
      await sql.release(db.system, { tenantId, channelId, epoch }, cluster.nodeId)
      return null
    }
    leases.set(nameOf(key), { tenantId, channelId, epoch, confirmedAt: askedAt, suspect: false })
    return { epoch }
  }

  const self: Leases = {
    async acquire(key) {
      const name = nameOf(key)
      const known = leases.get(name)
      if (known && isCurrent(known)) return { epoch: known.epoch }
      const running = acquiring.get(name)
      if (running !== undefined) return running
      // what is no longer sure is lost before it is taken anew under a higher epoch
      if (known) lose(known, 'fenced')
      const run = acquire(key).finally(() => acquiring.delete(name))
      acquiring.set(name, run)
      return run
    },

    current(key) {
      const one = leases.get(nameOf(key))
      return one && isCurrent(one) ? { epoch: one.epoch } : null
    },

    held: () =>
      [...leases.values()].filter(isCurrent).map(({ tenantId, channelId, epoch }) => ({ tenantId, channelId, epoch })),

    async renewAll() {
      self.fence()
      const asked = [...leases.values()]
      if (asked.length === 0) return
      const askedAt = monotonic()
      const renewed = new Set((await sql.renew(db.system, asked, cluster.nodeId)).map(nameOf))
      for (const one of asked) {
        if (!renewed.has(nameOf(one))) lose(one, 'taken')
        else {
          one.confirmedAt = Math.max(one.confirmedAt, askedAt)
          one.suspect = false
        }
      }
    },

    fence() {
      for (const one of [...leases.values()]) {
        if (monotonic() - one.confirmedAt >= FENCE_MS) lose(one, 'fenced')
      }
    },

    async release(key) {
      const one = leases.get(nameOf(key))
      if (!one) return
      leases.delete(nameOf(key))
      await sql.release(db.system, one, cluster.nodeId)
      cluster.notify(RELEASED, { tenantId: one.tenantId, channelId: one.channelId })
    },

    ownerOf: (key) => sql.ownerOf(db.system, key),
    count: () => sql.count(db.system),

    onLost(listener) {
      lostListeners.add(listener)
      return () => void lostListeners.delete(listener)
    },

    onReleased(listener) {
      releasedListeners.add(listener)
      return () => void releasedListeners.delete(listener)
    },

    async close() {
      closed = true
      clearInterval(renewTimer)
      clearInterval(tickTimer)
      stopHearing()
      await Promise.allSettled(acquiring.values())
      const outcomes = await Promise.allSettled([...leases.values()].map((one) => self.release(one)))
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'a lease runs out by itself')
      }
    },
  }

  const tick = () => {
    const now = { monotonic: monotonic(), wall: wall() }
    const late = now.monotonic - lastTick.monotonic - TICK_MS
    const slept = Math.abs(now.wall - lastTick.wall - (now.monotonic - lastTick.monotonic))
    lastTick = now
    self.fence()
    if (late < PAUSE_MS && slept < PAUSE_MS) return
    for (const one of leases.values()) one.suspect = true
    background(log, 'check after a pause', self.renewAll())
  }

  const stopHearing = cluster.on<LeaseKey>(RELEASED, (key, from) => {
    if (from === cluster.nodeId) return
    for (const listener of releasedListeners) background(log, 'released lease', () => listener(key))
  })
  const renewTimer = setInterval(() => background(log, 'renew leases', self.renewAll()), RENEW_MS)
  const tickTimer = setInterval(tick, TICK_MS)
  return self
}
