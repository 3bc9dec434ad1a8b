import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors/app-error.ts'
import { limiter } from '../../platform/limiter.ts'

/** argon2id (the library's default), 19 MiB, two passes (reliability A-08). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

/** At most half of the machine, so that everybody else is still answered while many sign in. */
const PARALLEL = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
const MAX_WAITING = 50

/** Hashing of passwords: a few at a time, and a short queue, so that a flood of logins cannot eat memory and CPU. */
export function createPasswords(parallel = PARALLEL) {
  let dummy: Promise<string> | null = null
  /** @throws ERR_UNAVAILABLE when the queue is full. */
  const turn = limiter(parallel, {
    mostWaiting: MAX_WAITING,
    refuse() {
      throw new AppError('ERR_UNAVAILABLE')
    },
  })

  return {
    hash: (password: string): Promise<string> => turn(() => hash(password, COST)),

    /** With null in place of a hash it takes as long and answers false, so that unknown accounts look like known ones. */
    verify: (stored: string | null, password: string): Promise<boolean> =>
      turn(async () => {
        dummy ??= hash('nobody has this password', COST)
        const matches = await verify(stored ?? (await dummy), password)
        return stored !== null && matches
      }),

    /** Made with other parameters than today's? */
    isOutdated: (stored: string): boolean => !stored.startsWith(CURRENT),
  }
}

export type Passwords = ReturnType<typeof createPasswords>
