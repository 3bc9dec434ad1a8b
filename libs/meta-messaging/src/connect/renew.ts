import { text } from '@recado/loose-json'
import { isPluginError } from '@recado/sdk'
import type { Line } from '../line.ts'

/** Tokens of Instagram's own login end after 60 days and can be renewed once they are a day old. */
const RENEW_AFTER_MS = 7 * 24 * 3_600_000

/** Renews a token of Instagram's own login; those of pages do not end. A refusal is left for another day. */
export async function renewToken({ ctx, access }: Line, signal: AbortSignal): Promise<void> {
  if (access.kind !== 'instagram') return
  const since = await access.derivedAt()
  if (since === null || ctx.clock.now() - since < RENEW_AFTER_MS) return
  try {
    const token = await access.token()
    const answer = await access.graph.call('/refresh_access_token', {
      query: { grant_type: 'ig_refresh_token', access_token: token },
      signal,
    })
    const next = text(answer.access_token)
    if (next) await access.derive(next)
  } catch (error) {
    ctx.log.warn('the token was not renewed', { code: isPluginError(error) ? error.code : 'unknown' })
  }
}
