import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ChannelContext } from '@recado/sdk'
import { digest } from '../read.ts'
import type { App } from './app.ts'

const KEY = 'login-state'
const VALID_MS = 15 * 60_000

/** With what a login was begun: its end has to name the same. */
export interface Begun {
  app: App
  /** Where Facebook leads back to. */
  redirect: string
}

interface Kept {
  /** Digest of the word; null once it was used. */
  digest: string | null
  expiresAt: number
  begun: Begun | null
}

/**
 * A word that nobody can guess, good for one way back within a quarter of an hour. The latest one counts. It begins with
 * `prefix`, if there is one.
 */
export async function newState(
  ctx: Pick<ChannelContext, 'store' | 'clock'>,
  begun: Begun,
  prefix: string,
): Promise<{ word: string; expiresAt: number }> {
  const word = prefix + randomBytes(32).toString('base64url')
  const expiresAt = ctx.clock.now() + VALID_MS
  await ctx.store.set(KEY, { digest: digest(word), expiresAt, begun } satisfies Kept, { sealed: true })
  return { word, expiresAt }
}

/** What the word was given out for, the first time; of two requests with it only one wins. */
export async function spendState(ctx: Pick<ChannelContext, 'store' | 'clock'>, word: string): Promise<Begun | null> {
  const kept = await ctx.store.get<Kept>(KEY)
  if (!kept?.value.digest || kept.value.expiresAt < ctx.clock.now()) return null
  if (!timingSafeEqual(Buffer.from(kept.value.digest), Buffer.from(digest(word)))) return null
  const used: Kept = { digest: null, expiresAt: 0, begun: null }
  const isFirst = (await ctx.store.set(KEY, used, { ifVersion: kept.version, sealed: true })) !== null
  return isFirst ? kept.value.begun : null
}
