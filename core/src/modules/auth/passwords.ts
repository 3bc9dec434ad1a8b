import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError } from '../../platform/errors/app-error.ts'
import { limiter } from '../../platform/limiter.ts'
import type * as hashing from './hashing.ts'

/** How stored hashes begin that were made with today's parameters (`hashing.ts`). */
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'
const HASHING = fileURLToPath(new URL('./hashing.ts', import.meta.url))

/** At most half of the machine. */
const PARALLEL = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
const MAX_WAITING = 50
/** Then the threads end and give their memory back. */
const IDLE_MS = 60_000
/** Added to the threads' nice value: they take what everybody else leaves, so that many logins slow nobody down. */
const NICENESS = 10

/**
 * Hashing of passwords in threads of low priority, a few at a time, and a short queue, so that a flood of logins cannot
 * eat memory and CPU.
 */
export function createPasswords(parallel = PARALLEL) {
  let threads: Promise<Piscina> | null = null
  let dummy: Promise<string> | null = null
  /** @throws ERR_UNAVAILABLE when the queue is full. */
  const turn = limiter(parallel, {
    mostWaiting: MAX_WAITING,
    refuse() {
      throw new AppError('ERR_UNAVAILABLE')
    },
  })

  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina')
    const limits = { minThreads: 0, maxThreads: parallel, idleTimeout: IDLE_MS, niceIncrement: NICENESS }
    return new Piscina({ filename: HASHING, ...limits })
  }
  const run = async <K extends keyof typeof hashing>(
    name: K,
    task: Parameters<(typeof hashing)[K]>[0],
  ): Promise<ReturnType<(typeof hashing)[K]>> => {
    threads ??= open()
    return (await threads).run(task, { name })
  }

  return {
    hash: (password: string): Promise<string> => turn(() => run('hash', password)),

    /** With null in place of a hash it takes as long and answers false, so that unknown accounts look like known ones. */
    verify: (stored: string | null, password: string): Promise<boolean> =>
      turn(async () => {
        dummy ??= run('hash', 'nobody has this password')
        const matches = await run('verify', { stored: stored ?? (await dummy), password })
        return stored !== null && matches
      }),

    /** Made with other parameters than today's? */
    isOutdated: (stored: string): boolean => !stored.startsWith(CURRENT),
  }
}

export type Passwords = ReturnType<typeof createPasswords>
