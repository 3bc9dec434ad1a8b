import { background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/logger.ts'
import { CallError } from './call-error.ts'
import { createListeners, drained, type Holding } from './holding.ts'
import { keyText } from './instance-name.ts'
import type { Instances } from './instances.ts'
import { createLanes, createPacer } from './lanes.ts'
import { type LiveChannel, refOf } from './live-channel.ts'
import type { ChannelKey, ChannelRecord, ClusterPort, HostPorts, LeasePort } from './ports.ts'
import { needsPerson, reportOf } from './reconnect.ts'
import type { Registry } from './registry.ts'
import { createSharing } from './sharing.ts'
import { createSlot } from './slot.ts'
import type { ChannelChange, OwnedChannel, Sessions } from './types.ts'

const TOPIC = 'channels'
const SCAN_MS = 5_000
const REVIEW_MS = 60_000
const SCAN_BATCH = 100
/** At most five logins a second (reliability R-04). */
const LOGIN_EVERY_MS = 200
/** How long sends under way may take to end: before the process ends, and before a channel is opened anew. */
const DRAIN_MS = 20_000
const SHORT_DRAIN_MS = 5_000

interface Hint {
  tenantId: number
  channelId?: number
  change: ChannelChange
}

export interface SupervisorDeps {
  /** Does this node keep sessions? Others only listen for changes. */
  enabled: boolean
  instances: Instances
  leases: LeasePort
  cluster: ClusterPort
  ports: Pick<HostPorts, 'channels' | 'connection'>
  registry(): Registry
  clock: Clock
  log: Log
  loginEveryMs?: number
}

export interface Supervisor extends Sessions {
  start(): void
  /** Drains, closes, gives back. */
  close(): Promise<void>
  changed(key: { tenantId: number; channelId?: number }, change: ChannelChange): void
  /** Does something between closing a channel of ours and opening it anew. */
  reopen(key: ChannelKey, between?: () => Promise<void>): Promise<void>
  stateChanged(channel: LiveChannel): void
  /** Opened and owned, or owned and not to be opened. */
  idle(): Promise<void>
}

export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { instances, leases, cluster, ports, log } = deps
  const holdings = new Map<string, Holding>()
  const lanes = createLanes()
  const turn = createPacer(deps.loginEveryMs ?? LOGIN_EVERY_MS)
  const listeners = createListeners(log)
  const offs: (() => void)[] = []
  const timers: NodeJS.Timeout[] = []
  const sharing = createSharing({ cluster, leases, clock: deps.clock, held: () => holdings.size })
  let closing = false
  let scanning: Promise<void> | null = null

  const ownedOf = (holding: Holding | undefined): OwnedChannel | null => {
    const channel = holding?.slot?.channel
    return channel?.isOurs ? (channel as OwnedChannel) : null
  }

  /** Opens what we hold the lease of; what cannot be opened is held all the same, so that no other node tries too. */
  const openHeld = async (holding: Holding, record: ChannelRecord): Promise<void> => {
    const { key, epoch } = holding
    holding.retry = false
    try {
      const channel = await instances.open(key)
      if (!channel) {
        holding.retry = true
        return
      }
      channel.own({ epoch, isCurrent: () => leases.current(key)?.epoch === epoch })
      const slot = createSlot(channel, { clock: deps.clock, log, turn })
      holding.slot = slot
      if (holdings.get(keyText(key)) !== holding) {
        slot.stop()
        await channel.close()
        return
      }
      holding.told = true
      listeners.owned.tell(channel as OwnedChannel)
      background(log, 'connect', slot.connect())
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError('TEMPORARY', 'defect', { cause: error })
      log.error({ ...key, err: error }, 'channel cannot be opened')
      holding.retry = !needsPerson(failure)
      const contributed = deps.registry().channelType(record.type)
      if (contributed) await ports.connection.set(refOf(contributed, key), epoch, reportOf(failure, 0))
    }
  }

  /** @param mustShare leaves it to the others when this node has its share already; what nobody takes a scan finds */
  const take = (key: ChannelKey, mustShare: boolean) =>
    lanes.run(keyText(key), async () => {
      const name = keyText(key)
      if (closing || !deps.enabled || holdings.has(name)) return
      if (mustShare && !(await sharing.hasRoom())) return
      const record = await ports.channels.load(key.tenantId, key.channelId)
      if (!record?.isActive || !deps.registry().channelType(record.type)) return
      const lease = await leases.acquire(key)
      if (!lease) return
      const holding: Holding = { key, epoch: lease.epoch, slot: null, retry: false, told: false }
      holdings.set(name, holding)
      await openHeld(holding, record)
    })

  /** Told once, as soon as nothing more is to be sent. */
  const lost = (holding: Holding) => {
    if (!holding.told) return
    holding.told = false
    listeners.lost.tell(holding.key)
  }

  /** Closes without a word to the provider: the next owner goes on where this one stopped. */
  const letGo = async (holding: Holding): Promise<void> => {
    holding.slot?.stop()
    if (holdings.delete(keyText(holding.key))) lost(holding)
    await holding.slot?.channel.close()
  }

  /** What is under way ends, and the next owner goes on. */
  const handOver = async (holding: Holding, drainMs: number): Promise<void> => {
    holding.slot?.stop()
    lost(holding)
    await drained(holding.slot?.channel, drainMs)
    await letGo(holding)
    await leases.release(holding.key)
  }

  /** Only what is connected: a code that somebody is about to scan would change, a login under way be for nothing. */
  const giveAway = async (): Promise<void> => {
    const given = await sharing.toGive(() =>
      [...holdings.values()].filter(({ slot }) => slot?.channel.state === 'connected').map(({ key }) => key),
    )
    await Promise.all(
      given.map((key) =>
        lanes.run(keyText(key), async () => {
          const holding = holdings.get(keyText(key))
          if (!closing && holding) await handOver(holding, SHORT_DRAIN_MS)
        }),
      ),
    )
  }

  const giveUp = async (holding: Holding): Promise<void> => {
    const channel = holding.slot?.channel
    holding.slot?.stop()
    lost(holding)
    await drained(channel, SHORT_DRAIN_MS)
    await channel?.call('disconnect', [], 'connect').catch(() => undefined)
    await letGo(holding)
    await leases.release(holding.key)
  }

  const restart = async (holding: Holding, record: ChannelRecord, between?: () => Promise<void>): Promise<void> => {
    holding.slot?.stop()
    const channel = holding.slot?.channel
    holding.slot = null
    lost(holding)
    await drained(channel, SHORT_DRAIN_MS)
    await channel?.close()
    await instances.close(holding.key)
    await between?.()
    await openHeld(holding, record)
  }

  const review = (key: ChannelKey, change: ChannelChange, between?: () => Promise<void>) =>
    lanes
      .run(keyText(key), async () => {
        const holding = holdings.get(keyText(key))
        if (closing) return
        const record = await ports.channels.load(key.tenantId, key.channelId)
        const wanted = record?.isActive === true && deps.registry().channelType(record.type) !== null
        if (!wanted || !record) {
          if (holding) await giveUp(holding)
          else await instances.close(key)
          await between?.()
          return
        }
        const same = change === 'changed' && !between && instances.isCurrent(record)
        if (holding && !same) await restart(holding, record, between)
        else if (!holding) {
          if (!same) await instances.close(key)
          await between?.()
        }
      })
      .then(() => take(key, true))

  const heard = (payload: Hint) => {
    const { tenantId, channelId, change } = payload
    if (channelId !== undefined) return background(log, 'channel changed', review({ tenantId, channelId }, change))
    const ours = [...holdings.values()].map(({ key }) => key)
    const open = instances.all().map(({ key }) => key)
    const keys = new Map(
      [...ours, ...open].filter((key) => key.tenantId === tenantId).map((key) => [keyText(key), key]),
    )
    for (const key of keys.values()) background(log, 'channels changed', review(key, change))
    background(log, 'scan', scan())
  }

  const scan = (): Promise<void> => {
    if (!deps.enabled || closing) return Promise.resolve()
    scanning ??= (async () => {
      const found = await ports.channels.unowned(deps.registry().channelTypes(), SCAN_BATCH)
      const chosen = await sharing.choose(found)
      await Promise.all(chosen.map(({ tenantId, channelId }) => take({ tenantId, channelId }, false)))
      await giveAway()
    })().finally(() => {
      scanning = null
    })
    return scanning
  }

  /** Hints get lost; what we hold and nobody wants any more is found here. */
  const reviewAll = async (): Promise<void> => {
    const keys = [...holdings.values()].map(({ key }) => key)
    const active = new Set((await ports.channels.stillActive(deps.registry().channelTypes(), keys)).map(keyText))
    for (const { key, retry } of [...holdings.values()]) {
      if (retry || !active.has(keyText(key))) await review(key, 'changed')
    }
    for (const channel of instances.all()) await channel.reports.retry()
    await instances.closeIdle()
  }

  return {
    owned: () => [...holdings.values()].flatMap((holding) => ownedOf(holding) ?? []),
    isOwned: (tenantId, channelId) => ownedOf(holdings.get(keyText({ tenantId, channelId }))) !== null,
    instance: (tenantId, channelId) => ownedOf(holdings.get(keyText({ tenantId, channelId }))),
    onOwned: listeners.owned.subscribe,
    onState: listeners.state.subscribe,
    onLost: listeners.lost.subscribe,

    start() {
      offs.push(cluster.on<Hint>(TOPIC, heard))
      const timer = (ms: number, name: string, work: () => Promise<void>) =>
        timers.push(setInterval(() => background(log, name, work()), ms))
      timer(REVIEW_MS, 'review', reviewAll)
      offs.push(
        cluster.onReconnect(() => {
          for (const { key } of instances.all()) background(log, 'review', review(key, 'changed'))
          background(log, 'scan', scan())
        }),
      )
      if (!deps.enabled) return
      offs.push(
        leases.onLost((key, epoch) => {
          const holding = holdings.get(keyText(key))
          if (holding?.epoch === epoch) background(log, 'lease lost', letGo(holding))
        }),
        leases.onReleased((key) => background(log, 'take over', take(key, true))),
        cluster.onPeer((_, change) => {
          if (change === 'left') background(log, 'scan', scan())
        }),
      )
      timer(SCAN_MS, 'scan', scan)
      background(log, 'scan', scan())
    },

    async close() {
      closing = true
      for (const timer of timers) clearInterval(timer)
      for (const off of offs) off()
      await lanes.idle()
      await Promise.all([...holdings.values()].map((holding) => handOver(holding, DRAIN_MS)))
      await Promise.all(instances.all().map((channel) => channel.close()))
    },

    changed: (key, change) => cluster.notify(TOPIC, { ...key, change } satisfies Hint),
    reopen: (key, between) => review(key, 'reconnect', between),
    stateChanged(channel) {
      const holding = holdings.get(keyText(channel.key))
      if (holding?.slot?.channel !== channel) return
      holding.slot.onState()
      listeners.state.tell(channel as OwnedChannel)
    },
    async idle() {
      await scanning
      await lanes.idle()
    },
  }
}
