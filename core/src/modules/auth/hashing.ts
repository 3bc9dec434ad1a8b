import { hashSync, verifySync } from '@node-rs/argon2'

/** argon2id (the library's default), 19 MiB, two passes (reliability A-08). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// what the threads of `passwords.ts` run, one call at a time

export const hash = (password: string): string => hashSync(password, COST)

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
