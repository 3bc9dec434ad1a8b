import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ChannelContext } from '@recado/sdk'
import { digest } from '../read.ts'

const KEY = 'login-state'
const VALID_MS = 15 * 60_000

interface Kept {
  /** Digest of the word; null once it was used. */
  digest: string | null
  expiresAt: number
}

/** A word that nobody can guess, good for one way back within a quarter of an hour. The latest one counts. */
export async function newState(
  ctx: Pick<ChannelContext, 'store' | 'clock'>,
): Promise<{ word: string; expiresAt: number }> {
  const word = randomBytes(32).toString('base64url')
  const expiresAt = ctx.clock.now() + VALID_MS
  await ctx.store.set(KEY, { digest: digest(word), expiresAt } satisfies Kept, { sealed: true })
  return { word, expiresAt }
}

/** True for the word that was given out, the first time; of two requests with it only one wins. */
export async function spendState(ctx: Pick<ChannelContext, 'store' | 'clock'>, word: string): Promise<boolean> {
  const kept = await ctx.store.get<Kept>(KEY)
  if (!kept?.value.digest || kept.value.expiresAt < ctx.clock.now()) return false
  if (!timingSafeEqual(Buffer.from(kept.value.digest), Buffer.from(digest(word)))) return false
  const used: Kept = { digest: null, expiresAt: 0 }
  return (await ctx.store.set(KEY, used, { ifVersion: kept.version, sealed: true })) !== null
}
