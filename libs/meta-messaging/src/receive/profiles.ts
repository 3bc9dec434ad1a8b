import { record, text } from '@recado/loose-json'
import { isPluginError, type Party } from '@recado/sdk'
import type { Line } from '../line.ts'
import { HOUR_MS } from '../platform.ts'
import { defined, label } from '../read.ts'

const REFRESH_MS = 24 * HOUR_MS
const REMEMBERED = 5000

export const PROFILE = 'profile:'
export const AVATAR = 'avatar:'

export interface Profiles {
  /** Has names and pictures of these people looked up soon, each at most once a day. Never rejects. */
  want(ids: readonly string[]): Promise<void>
}

/** Webhooks carry no names. Looking them up is an appointment, so that no webhook waits for it and none gets lost. */
export function createProfiles({ ctx }: Line): Profiles {
  const seen = new Map<string, number>()
  return {
    async want(ids) {
      const now = ctx.clock.now()
      for (const id of new Set(ids)) {
        const last = seen.get(id)
        if (last !== undefined && now - last < REFRESH_MS) continue
        seen.delete(id)
        seen.set(id, now)
        const oldest = seen.keys().next().value
        if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
        try {
          await ctx.schedule.at(`${PROFILE}${id}`.slice(0, 100), now, { id })
        } catch (error) {
          seen.delete(id)
          ctx.log.warn('a profile will be looked up another time', { detail: String(error).slice(0, 200) })
        }
      }
    },
  }
}

/** The appointment: whoever keeps their profile secret, or never wrote, stays without a name. @throws PluginError */
export async function lookUpProfile(line: Line, payload: unknown, signal: AbortSignal): Promise<void> {
  const id = text(record(payload).id)
  if (!id) return
  const { ctx, platform } = line
  try {
    const party = await profileOf(line, id, signal)
    await ctx.inbound.push([{ kind: 'contact', party, at: ctx.clock.now() }])
  } catch (error) {
    const later = isPluginError(error) && ['TEMPORARY', 'RATE_LIMITED', 'AMBIGUOUS'].includes(error.code)
    if (signal.aborted || !isPluginError(error) || later) throw error
    ctx.log.debug('no profile', { platform: platform.type, code: error.code })
  }
}

async function profileOf(line: Line, id: string, signal: AbortSignal): Promise<Party> {
  const { platform } = line
  const told = await askProfile(line, id, signal)
  const whole = [label(told.first_name, 120), label(told.last_name, 120)].filter(Boolean).join(' ')
  return {
    addresses: [{ kind: platform.addressKind, value: id }],
    ...defined({
      name: label(told.name) ?? (whole || undefined),
      username: label(told.username)?.replace(/^@/, ''),
      avatarRef: text(told.profile_pic) ? `${AVATAR}${id}` : undefined,
    }),
  }
}

/** What Meta tells of somebody who wrote. @throws GraphError */
export const askProfile = (line: Line, id: string, signal: AbortSignal): Promise<Record<string, unknown>> =>
  line.watched(
    () =>
      line.access.graph.call(`/${encodeURIComponent(id)}`, {
        query: { fields: line.platform.profileFields },
        signal,
      }),
    false,
  )
