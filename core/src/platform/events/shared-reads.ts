import { type Db, type Position, type ReadEvent, readEvents } from './positions.ts'
import type { Subscriber } from './types.ts'

export type ReadFrom = (from: Position, limit: number) => Promise<ReadEvent[]>

/**
 * Reads the outbox for all subscribers of a node. Most stand at the same place and are woken together: those that ask at
 * the same moment share one query. What was asked a moment later may be about newer events, and goes alone.
 */
export function createSharedReads(db: Db, subscribers: Iterable<Pick<Subscriber, 'events'>>): ReadFrom {
  const wanted = [...subscribers].map(({ events }) => events)
  const names = wanted.includes('*') ? '*' : [...new Set(wanted.flat())]
  const gathering = new Map<string, Promise<ReadEvent[]>>()
  return (from, limit) => {
    const key = `${from.xid}:${from.eventId}:${limit}`
    const known = gathering.get(key)
    if (known !== undefined) return known
    const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering.delete(key)
      return readEvents(db, from, names, limit)
    })
    gathering.set(key, read)
    return read
  }
}
