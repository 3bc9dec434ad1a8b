import type { Log } from '../logger.ts'
import type { Bus } from './bus.ts'
import type { Lock } from './types.ts'

/**
 * Advisory locks of the bus connection. PostgreSQL drops them with the connection, so whoever holds one asks `held()`
 * before it acts on it; what must not happen twice needs a fence in its own write besides.
 */
export function createLocks({ bus, log }: { bus: Bus; log: Log }): { tryLock(name: string): Promise<Lock | null> } {
  const mine = new Map<string, number>()

  return {
    async tryLock(name) {
      const generation = bus.generation()
      if (mine.get(name) === generation || !bus.connected()) return null
      mine.set(name, generation)
      const forget = () => {
        if (mine.get(name) === generation) mine.delete(name)
      }
      let granted = false
      try {
        const rows = await bus.query<{ granted: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) granted',
          [`recado:${name}`],
        )
        granted = rows[0]?.granted ?? false
      } finally {
        if (!granted) forget()
      }
      if (!granted || bus.generation() !== generation) return null
      const held = () => mine.get(name) === generation && bus.generation() === generation && bus.connected()
      return {
        held,
        async release() {
          if (!held()) return forget()
          forget()
          try {
            await bus.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`recado:${name}`])
          } catch (error) {
            log.warn({ err: error, lock: name }, 'a lock ends with its connection')
          }
        },
      }
    },
  }
}
