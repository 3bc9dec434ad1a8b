import { setTimeout as wait } from 'node:timers/promises'

/** Waits that end early when somebody rings. */
export interface Bell {
  ring(): void
  /** Resolves after `ms`, when rung (or rung since the last pause), or when the signal fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let waiting: AbortController | null = null
  let isRung = false
  return {
    ring() {
      if (waiting) waiting.abort()
      else isRung = true
    },
    async pause(ms, signal) {
      if (signal.aborted || isRung) {
        isRung = false
        return
      }
      const early = new AbortController()
      waiting = early
      const end = AbortSignal.any([signal, early.signal])
      await wait(ms, undefined, { signal: end }).catch((error: unknown) => {
        if (!end.aborted) throw error
      })
      waiting = null
    },
  }
}
