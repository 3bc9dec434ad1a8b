import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/logger.ts'

export interface Defect {
  pluginId: string
  instance: string | null
  /** Where: a method, `import`, `leaked promise`, … */
  where: string
  error: unknown
}

/** What a plugin did that it must never do: thrown, hung, leaked. Counted, logged, told to the operator. */
export interface Defects {
  record(defect: Defect): void
  count(pluginId: string): number
}

const NOTE_EVERY_MS = 60_000
const LOG_PER_MINUTE = 20

export function createDefects(deps: {
  clock: Clock
  log: Log
  /** Puts a line on the operator's screen. */
  note(pluginId: string, text: string): void
  counted?(pluginId: string, where: string): void
}): Defects {
  const known = new Map<string, { count: number; notedAt: number; minute: number; logged: number }>()
  return {
    record({ pluginId, instance, where, error }) {
      const entry = known.get(pluginId) ?? { count: 0, notedAt: -Infinity, minute: 0, logged: 0 }
      known.set(pluginId, entry)
      entry.count += 1
      deps.counted?.(pluginId, where)
      const now = deps.clock.now()
      const minute = Math.floor(now / 60_000)
      if (minute !== entry.minute) Object.assign(entry, { minute, logged: 0 })
      entry.logged += 1
      if (entry.logged <= LOG_PER_MINUTE)
        deps.log.error({ plugin: pluginId, instance, where, err: error, count: entry.count }, 'defect of a plugin')
      if (now - entry.notedAt < NOTE_EVERY_MS) return
      entry.notedAt = now
      const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      deps.note(pluginId, `${entry.count} × since start, last in ${where}: ${what}`)
    },
    count: (pluginId) => known.get(pluginId)?.count ?? 0,
  }
}
