/** Lets so many in at once; the others wait in line, but not for ever and not too many of them. */
export interface Gate {
  readonly inside: number
  readonly waiting: number
  /** Answers what to call on leaving, or null when there was no room in time. */
  enter(waitMs: number, signal?: AbortSignal): Promise<(() => void) | null>
}

interface Waiter {
  admit(): void
}

export function createGate(limits: { inside: number; waiting: number }): Gate {
  const line: Waiter[] = []
  let inside = 0

  const leaver = () => {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = line.shift()
      if (next) next.admit()
      else inside -= 1
    }
  }

  return {
    get inside() {
      return inside
    },
    get waiting() {
      return line.length
    },
    async enter(waitMs, signal) {
      if (inside < limits.inside) {
        inside += 1
        return leaver()
      }
      if (waitMs <= 0 || line.length >= limits.waiting || signal?.aborted) return null
      return new Promise((resolve) => {
        const settle = (answer: (() => void) | null) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          resolve(answer)
        }
        const waiter: Waiter = { admit: () => settle(leaver()) }
        const giveUp = () => {
          const place = line.indexOf(waiter)
          if (place < 0) return
          line.splice(place, 1)
          settle(null)
        }
        const timer = setTimeout(giveUp, waitMs)
        signal?.addEventListener('abort', giveUp, { once: true })
        line.push(waiter)
      })
    },
  }
}

/** Gates by name, made when first needed and dropped when nobody is in them. */
export function createGates(limits: { inside: number; waiting: number }) {
  const gates = new Map<string, Gate>()
  return {
    async enter(name: string, waitMs: number, signal?: AbortSignal): Promise<(() => void) | null> {
      const gate = gates.get(name) ?? createGate(limits)
      gates.set(name, gate)
      const leave = await gate.enter(waitMs, signal)
      return leave
        ? () => {
            leave()
            if (gate.inside === 0 && gate.waiting === 0 && gates.get(name) === gate) gates.delete(name)
          }
        : null
    },
  }
}
