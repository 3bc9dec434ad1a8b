import { background } from '../../../platform/background.ts'
import type { Cluster } from '../../../platform/cluster/types.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/logger.ts'
import type { ChannelKey, OwnedChannel, Sessions } from '../../../plugin-host/index.ts'
import { attempt } from './attempt.ts'
import * as repo from './outbound-repo.ts'
import { createTelling } from './telling.ts'

/** Conversations of one channel that are sent to at the same time. */
const PARALLEL = 20
const SCAN_MS = 2000
/** That a message is being sent is told only of those that take so long; most are sent before anybody could see it. */
const SLOW_MS = 250
const TOPIC = 'deliveries'

export interface DrainDeps {
  db: Pick<Database, 'uow' | 'system'>
  sessions: Sessions
  cluster: Cluster
  log: Log
  /** Messages whose state changed. */
  onChanged(tenantId: number, messageIds: string[]): void
  /** Messages that were given up. */
  onFailed(tenantId: number, messageIds: string[]): void
}

interface Work {
  channel: OwnedChannel
  inFlight: number
  settled: repo.Settlement[]
  running: boolean
  /** A turn failed whose results are still to be written. */
  mustWrite: boolean
  /** Something may be due that the last claim did not see. */
  again: boolean
}

/**
 * Sends what is queued, on the node that owns the channel: in order within a conversation, conversations side by side.
 * Results of attempts that end together are written together.
 */
export function createDrain(deps: DrainDeps) {
  const { db, sessions, cluster, log } = deps
  const works = new Map<string, Work>()
  const keyOf = ({ tenantId, channelId }: ChannelKey) => `${tenantId}:${channelId}`
  const telling = createTelling(deps.onChanged)
  let stopping = false

  const send = async (work: Work, delivery: repo.ClaimedDelivery) => {
    const { ref } = work.channel
    const slow = setTimeout(() => deps.onChanged(ref.tenantId, [delivery.messageId]), SLOW_MS)
    work.settled.push(await attempt(work.channel, delivery))
    clearTimeout(slow)
    work.inFlight -= 1
    wake(work)
  }

  /** Writes down what has ended, and takes as much as there is room for. */
  const turn = async (work: Work) => {
    const { ref, epoch } = work.channel
    const results = work.settled.splice(0)
    const room = stopping || work.mustWrite || work.channel.state !== 'connected' ? 0 : PARALLEL - work.inFlight
    if (results.length === 0 && room <= 0) return
    const done = await repo
      .turn(db.uow, ref, { owner: cluster.nodeId, epoch, results, limit: Math.max(0, room) })
      .catch((error: unknown) => {
        // kept in memory until the database is back; if we die first, the next owner finds them in `sending`
        work.settled.unshift(...results)
        // what ended does not wait for what is next, whatever is wrong with that
        work.mustWrite = work.settled.length > 0
        throw error
      })
    if (work.mustWrite) work.again = true
    work.mustWrite = false
    if (done.changed.length > 0) telling.changed(ref.tenantId, done.changed)
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ messageId }) => messageId)
    if (failed.length > 0) deps.onFailed(ref.tenantId, failed)
    if (done.isFenced) log.warn(ref, 'sending paused: the channel belongs to another node')
    work.inFlight += done.taken.length
    for (const delivery of done.taken) background(log, 'send', send(work, delivery))
  }

  const run = async (work: Work) => {
    try {
      do {
        work.again = false
        await turn(work)
      } while (work.again)
    } catch (error) {
      log.warn({ err: error, ...work.channel.ref }, 'sending paused')
    } finally {
      // in the same breath as the last look at `again`: whoever wakes it a moment later would not be heard
      work.running = false
    }
    if (work.settled.length > 0 && !stopping) setTimeout(() => wake(work), SCAN_MS)
  }

  const wake = (work: Work) => {
    work.again = true
    if (work.running) return
    work.running = true
    // on the next tick: results that arrive together are written together
    setImmediate(() => background(log, 'send', run(work)))
  }

  const start = async (channel: OwnedChannel) => {
    const { ref, epoch, definition } = channel
    const work: Work = { channel, inFlight: 0, settled: [], running: false, mustWrite: false, again: false }
    const changed = await repo.recover(db.uow, ref, epoch, definition.features.idempotentSend)
    if (changed.length > 0) deps.onChanged(ref.tenantId, changed)
    // it may have passed on meanwhile
    if (sessions.instance(ref.tenantId, ref.channelId)?.epoch !== epoch) return
    works.set(keyOf(ref), work)
    wake(work)
  }

  const kickLocal = (key: ChannelKey): boolean => {
    const work = works.get(keyOf(key))
    if (work) wake(work)
    return work !== undefined
  }

  const scan = async () => {
    const keys = [...works.values()].map(({ channel }) => channel.ref)
    for (const key of await repo.withDue(db.system, keys)) kickLocal(key)
  }

  const stops = [
    sessions.onOwned((channel) => background(log, 'taking over deliveries', start(channel))),
    sessions.onState(({ ref }) => void kickLocal(ref)),
    sessions.onLost((key) => void works.delete(keyOf(key))),
    cluster.on<ChannelKey>(TOPIC, (key) => void kickLocal(key)),
    cluster.onReconnect(() => background(log, 'scan of deliveries', scan())),
  ]
  const timer = setInterval(() => background(log, 'scan of deliveries', scan()), SCAN_MS)

  return {
    /** Something was queued: the owner begins at once, here or on another node. */
    kick(key: ChannelKey): void {
      if (!kickLocal(key)) cluster.notify(TOPIC, { tenantId: key.tenantId, channelId: key.channelId })
    },

    /** Takes nothing new and waits for attempts under way, at most so long. */
    async stop(graceMs = 10_000): Promise<void> {
      stopping = true
      clearInterval(timer)
      const deadline = Date.now() + graceMs
      const busy = () =>
        [...works.values()].some((work) => work.inFlight > 0 || work.running || work.settled.length > 0)
      while (busy() && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20))
      for (const stop of stops) stop()
      telling.flush()
      works.clear()
    },
  }
}

export type Drain = ReturnType<typeof createDrain>
