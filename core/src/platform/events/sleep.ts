/** A pause that others may cut short. A wake that comes while nobody sleeps ends the next pause. */
export interface Sleeper {
  sleep(ms: number): Promise<void>
  wake(): void
}

export function createSleeper(): Sleeper {
  let woken = false
  let finish: (() => void) | undefined
  return {
    sleep(ms) {
      if (woken) {
        woken = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => finish?.(), ms)
        finish = () => {
          clearTimeout(timer)
          finish = undefined
          woken = false
          resolve()
        }
      })
    },
    wake() {
      woken = true
      finish?.()
    },
  }
}
