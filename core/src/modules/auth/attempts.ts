import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { countAttempt, forgiveAttempt } from './attempts-repo.ts'

const WINDOW_MS = 15 * 60_000
/** A growing delay, never a lock: who knows the password gets in after at most five minutes. */
const PER_ACCOUNT = { free: 5, windowMs: WINDOW_MS, baseMs: 5_000, maxMs: 5 * 60_000 }
const PER_ADDRESS = { free: 20, windowMs: WINDOW_MS, baseMs: 5_000, maxMs: 5 * 60_000 }

/** One household or server counts as one: IPv6 by its /64, mapped IPv4 as IPv4. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}

/**
 * Brute-force limits by account and by address, shared by all nodes (reliability A-10). A browser from which the user
 * has signed in before has a count of its own, so that strangers' guesses do not keep the owner out.
 */
export function createAttempts({ db, clock }: { db: Pick<Database, 'system'>; clock: Clock }) {
  const check = async (key: string, rule: typeof PER_ACCOUNT): Promise<void> => {
    const wait = await countAttempt(db.system, key, rule, new Date(clock.now()))
    if (wait !== null) throw new AppError('ERR_RATE_LIMITED', { params: { seconds: Math.ceil(wait / 1000) } })
  }

  return {
    /**
     * Call before checking a secret; call `succeeded` when it was right.
     * @throws ERR_RATE_LIMITED with `seconds` to wait.
     */
    async begin(
      kind: 'login' | 'recovery' | 'password' | 'code',
      account: string,
      ip: string,
      knownDevice: string | null,
    ) {
      const digest = createHash('sha256').update(account).digest('base64url')
      const accountKey = `${kind}:account:${digest}${knownDevice === null ? '' : `:${knownDevice}`}`
      const addressBucket = `${kind}:address:${addressKey(ip)}`
      if (knownDevice === null) await check(addressBucket, PER_ADDRESS)
      await check(accountKey, PER_ACCOUNT)
      return {
        succeeded: () => forgiveAttempt(db.system, accountKey, knownDevice === null ? addressBucket : null),
      }
    },
  }
}

export type Attempts = ReturnType<typeof createAttempts>
