import { background } from '../background.ts'
import { newId } from '../ids.ts'
import { createAsking } from './asking.ts'
import { type Bus, createBus } from './bus.ts'
import { createLocks } from './locks.ts'
import { createMembers } from './members.ts'
import type { Cluster, ClusterOptions } from './types.ts'
import { createDecoder, type Envelope, encode, MAX_BYTES, sizeOf } from './wire.ts'

export type { Cluster, ClusterOptions, Lock, NodeInfo, Role } from './types.ts'

const HEARTBEAT_MS = 5_000

type Listener = (payload: never, fromNodeId: string) => void

/** Joins the nodes that work on this database; resolves when this node hears the others. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const nodeId = newId()
  const log = options.log.child({ part: 'cluster', nodeId })
  const topics = new Map<string, Set<Listener>>()
  const reconnects = new Set<() => void>()
  const peerListeners = new Set<(nodeId: string, change: 'joined' | 'left') => void>()
  let decode = createDecoder()
  let probe = 0
  let probeSeen = 0

  const call = (what: string, run: () => void) => {
    try {
      run()
    } catch (error) {
      log.error({ err: error, what }, 'a listener failed')
    }
  }
  const missed = () => {
    for (const listener of reconnects) call('reconnect', listener)
  }
  const deliver = (topic: string, payload: unknown, from: string) => {
    for (const listener of topics.get(topic) ?? []) call(topic, () => listener(payload as never, from))
  }
  const deliverHere = (topic: string, payload: object) => setImmediate(deliver, topic, payload, nodeId)

  const onPayload = (payload: string) => {
    let envelope: Envelope | null
    try {
      envelope = decode(payload)
    } catch (error) {
      log.error({ err: error }, 'a hint cannot be read')
      return
    }
    if (envelope) receive(envelope)
  }

  const receive = (envelope: Envelope) => {
    if (envelope.from === nodeId) {
      if (envelope.kind === 'probe') probeSeen = Number(envelope.id)
      return
    }
    if (envelope.to !== undefined && envelope.to !== nodeId) return
    switch (envelope.kind) {
      case 'hint':
        deliver(envelope.name ?? '', envelope.body, envelope.from)
        break
      case 'hello':
        members.joined(envelope.from, envelope.body as string[])
        break
      case 'bye':
        members.left(envelope.from)
        break
      case 'lost':
        missed()
        break
      case 'ask':
      case 'reply':
      case 'refusal':
        asking.receive(envelope)
        break
      case 'probe':
        break
    }
  }

  const send = (envelope: Envelope, once = false) => {
    for (const payload of encode(envelope, newId)) bus.post(payload, { once })
  }
  const hello = () => send({ from: nodeId, kind: 'hello', body: options.roles })

  const bus: Bus = await createBus({
    url: options.db.listenUrl,
    log,
    onPayload,
    onReconnect(overflow) {
      decode = createDecoder()
      probeSeen = probe
      if (overflow) send({ from: nodeId, kind: 'lost' })
      background(log, 'heartbeat', members.beat().then(hello))
      missed()
    },
  })
  const asking = createAsking({ nodeId, log, send })
  const locks = createLocks({ bus, log })
  const members = createMembers({
    nodeId,
    bus: () => bus,
    roles: options.roles,
    version: options.version,
    onChange(id, change) {
      log.info({ peer: id, change }, 'cluster changed')
      if (change === 'left') asking.forget(id)
      for (const listener of peerListeners) call('peer', () => listener(id, change))
    },
  })

  /** A connection may be dead and look open: what is told to ourselves must have come back by the next heartbeat. */
  const heartbeat = async () => {
    if (!bus.connected()) return
    if (probeSeen !== probe) {
      bus.reset('the LISTEN connection is deaf')
      return
    }
    send({ from: nodeId, kind: 'probe', id: String(++probe) })
    await members.beat()
  }

  try {
    await members.beat()
  } catch (error) {
    await bus.close()
    throw error
  }
  hello()
  const timer = setInterval(() => background(log, 'heartbeat', heartbeat()), options.heartbeatMs ?? HEARTBEAT_MS)

  const checkSize = (topic: string, payload: object) => {
    const bytes = sizeOf(JSON.stringify({ from: nodeId, kind: 'hint', name: topic, body: payload }))
    if (bytes > MAX_BYTES) throw new RangeError(`hint ${topic} has ${bytes} bytes`)
  }

  const cluster: Cluster = {
    nodeId,
    notify(topic, payload) {
      checkSize(topic, payload)
      deliverHere(topic, payload)
      if (members.count() > 0) send({ from: nodeId, kind: 'hint', name: topic, body: payload }, true)
    },
    notifyNode(to, topic, payload) {
      checkSize(topic, payload)
      if (to === nodeId) deliverHere(topic, payload)
      else send({ from: nodeId, to, kind: 'hint', name: topic, body: payload }, true)
    },
    fanOut(topic, payload) {
      if (members.count() > 0) send({ from: nodeId, kind: 'hint', name: topic, body: payload })
    },
    on(topic, listener) {
      const set = topics.get(topic) ?? new Set()
      topics.set(topic, set)
      const mine: Listener = (payload, from) => listener(payload, from)
      set.add(mine)
      return () => void set.delete(mine)
    },
    request: <T>(to: string, method: string, payload: object, timeoutMs: number) =>
      asking.ask(to, method, payload, timeoutMs) as Promise<T>,
    answer: (method, handler) => asking.answer(method, handler),
    onReconnect(listener) {
      reconnects.add(listener)
      return () => void reconnects.delete(listener)
    },
    peers: (role) => members.count(role),
    onPeer(listener) {
      peerListeners.add(listener)
      return () => void peerListeners.delete(listener)
    },
    nodes: () => members.alive(),
    tryLock: (name) => locks.tryLock(name),
    async close() {
      clearInterval(timer)
      asking.close()
      if (bus.connected()) {
        await members.remove().catch((error: unknown) => log.warn({ err: error }, 'the row of this node stays'))
        send({ from: nodeId, kind: 'bye' })
      }
      await bus.close()
    },
  }
  return cluster
}
