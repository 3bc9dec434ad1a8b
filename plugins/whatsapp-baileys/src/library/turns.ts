import { AsyncLocalStorage } from 'node:async_hooks'

/** One thing after the other; a failure does not keep the next from its turn. */
export interface Turns {
  /** Inside a turn it runs at once. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Begins a turn; answers how to end it. Inside a turn it does nothing. */
  enter(): Promise<() => void>
  /** Everything that was asked for so far is over. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  const inside = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) return work()
    const begin = () => inside.run(true, work)
    const turn = last.then(begin, begin)
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    run,
    async enter() {
      if (inside.getStore()) return () => undefined
      const begun = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      void run(() => {
        begun.resolve()
        return over.promise
      })
      await begun.promise
      return over.resolve
    },
    async idle() {
      let seen: Promise<unknown> | undefined
      while (seen !== last) {
        seen = last
        await seen
      }
    },
  }
}
