export interface TimerWatch {
  /** Where each timer that is still running was started. */
  running(): string[]
  stop(): void
}

type Starter = typeof setTimeout | typeof setInterval

/** Watches the timers that are started through the globals. One watch at a time. */
export function watchTimers(): TimerWatch {
  const started: { timer: unknown; place: string }[] = []
  const { setTimeout: originalTimeout, setInterval: originalInterval } = globalThis

  const watched = <T extends Starter>(original: T): T =>
    new Proxy(original, {
      apply(target, self, args) {
        const timer = Reflect.apply(target as (...given: unknown[]) => unknown, self, args)
        const place = (new Error().stack ?? '').split('\n')[2]?.trim() ?? 'unknown'
        // Node's own HTTP client keeps a timer for its pool.
        if (!place.includes('node:internal')) started.push({ timer, place })
        return timer
      },
    })

  globalThis.setTimeout = watched(originalTimeout)
  globalThis.setInterval = watched(originalInterval)
  return {
    running: () => started.filter(({ timer }) => isRunning(timer)).map(({ place }) => place),
    stop() {
      globalThis.setTimeout = originalTimeout
      globalThis.setInterval = originalInterval
    },
  }
}

const isRunning = (timer: unknown): boolean =>
  typeof timer === 'object' && timer !== null && Reflect.get(timer, '_destroyed') === false
