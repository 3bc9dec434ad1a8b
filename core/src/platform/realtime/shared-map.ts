import type { Cluster } from '../cluster/types.ts'

/**
 * What each node knows of its own, told to all others: every node has its own value for a key. Hints that were lost are
 * made good when a node joins or a connection comes back, since whole maps are told then.
 */
export interface SharedMap<T> {
  /** This node's value; undefined removes it. */
  set(key: string, value: T | undefined): void
  own(key: string): T | undefined
  /** Values of all nodes, ours first. */
  values(key: string): T[]
  ownKeys(): string[]
  close(): void
}

/** By this node, by what another told, or since another is gone. */
export type ChangeCause = 'own' | 'told' | 'left'

interface Told<T> {
  set?: [key: string, value: T | null][]
  /** Everything that the sender has. */
  all?: [key: string, value: T][]
  /** Tell me all of yours. */
  ask?: true
}

export function createSharedMap<T>(deps: {
  cluster: Cluster
  topic: string
  /** After any change. */
  onChange(key: string, cause: ChangeCause): void
}): SharedMap<T> {
  const { cluster, topic, onChange } = deps
  const mine = new Map<string, T>()
  const others = new Map<string, Map<string, T>>()

  const tell = (told: Told<T>) => cluster.fanOut(topic, told)
  const tellAll = (ask: boolean) => tell({ all: [...mine], ...(ask ? { ask: true } : {}) })

  const replace = (nodeId: string, next: Map<string, T>, cause: ChangeCause) => {
    const before = others.get(nodeId) ?? new Map<string, T>()
    if (next.size > 0) others.set(nodeId, next)
    else others.delete(nodeId)
    for (const key of new Set([...before.keys(), ...next.keys()])) onChange(key, cause)
  }

  const stops = [
    cluster.on<Told<T>>(topic, ({ set, all, ask }, from) => {
      if (from === cluster.nodeId) return
      if (all) replace(from, new Map(all), 'told')
      for (const [key, value] of set ?? []) {
        const theirs = others.get(from) ?? new Map<string, T>()
        if (value === null) theirs.delete(key)
        else theirs.set(key, value)
        others.set(from, theirs)
        onChange(key, 'told')
      }
      if (ask) tellAll(false)
    }),
    cluster.onPeer((nodeId, change) => {
      if (change === 'left') replace(nodeId, new Map(), 'left')
      else if (mine.size > 0) tellAll(false)
    }),
    cluster.onReconnect(() => tellAll(true)),
  ]
  tellAll(true)

  return {
    set(key, value) {
      if (value === undefined) {
        if (!mine.delete(key)) return
      } else mine.set(key, value)
      tell({ set: [[key, value ?? null]] })
      onChange(key, 'own')
    },
    own: (key) => mine.get(key),
    values(key) {
      const found = mine.get(key)
      const values = found === undefined ? [] : [found]
      for (const theirs of others.values()) {
        const value = theirs.get(key)
        if (value !== undefined) values.push(value)
      }
      return values
    },
    ownKeys: () => [...mine.keys()],
    close() {
      for (const stop of stops) stop()
    },
  }
}
