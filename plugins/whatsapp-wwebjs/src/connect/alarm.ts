/** A pause that can be cut short. */
export interface Alarm {
  /** Resolves after `ms`, when rung, or when the signal fires; at once when it was rung since the last pause. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  ring(): void
}

export function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | null = null
  return {
    pause(ms, signal) {
      if (rung || signal.aborted) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = null
          rung = false
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done, { once: true })
        wake = done
      })
    },
    ring() {
      rung = true
      wake?.()
    },
  }
}
