import { type ChannelContext, PluginError } from '@recado/sdk'
import type { Status } from '../connect/status.ts'
import { pause } from '../library/wait.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { Timing } from '../timing.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** After "463" without an end from WhatsApp. */
const RESTRICTED_MS = DAY_MS
const KEY = 'governor'

interface Allowance {
  untilDays: number
  perHour: number
  perDay: number
}

/** New contacts that a number may write to, by the age of its session. Young numbers that write much get restricted. */
const CAREFUL: Allowance[] = [
  { untilDays: 7, perHour: 5, perDay: 15 },
  { untilDays: 30, perHour: 10, perDay: 40 },
  { untilDays: Number.POSITIVE_INFINITY, perHour: 20, perDay: 100 },
]
const NORMAL_FACTOR = 3
/** Pauses before writing to strangers are so much longer. */
const STRANGER_FACTOR = 6

interface State {
  /** When this session was paired. */
  since: number
  /** Times of first contacts within the last day. */
  firsts: number[]
  restrictedUntil: number
}

/** Keeps the number out of trouble: a human pace, few strangers at a time, none while WhatsApp restricts it. */
export interface Governor {
  /** A new device: its age counts from now. */
  paired(): Promise<void>
  /** Connected: what holds still is shown. */
  opened(): Promise<void>
  /** Waits for its turn. @throws PluginError RATE_LIMITED, REJECTED for strangers who may not be written to now */
  admit(isStranger: boolean, signal: AbortSignal): Promise<void>
  /** A stranger was written to. */
  met(): Promise<void>
  /** WhatsApp said so; null takes it back. */
  restricted(until: number | null): Promise<void>
}

export function createGovernor(
  ctx: ChannelContext,
  settings: Readonly<WhatsAppSettings>,
  status: Status,
  timing: Timing,
): Governor {
  let state: State | null = null
  let nextAt = 0

  const load = async (): Promise<State> => {
    state ??= (await ctx.store.get<State>(KEY))?.value ?? { since: ctx.clock.now(), firsts: [], restrictedUntil: 0 }
    return state
  }
  const save = async (change: Partial<State>): Promise<void> => {
    state = { ...(await load()), ...change }
    await ctx.store.set(KEY, state)
  }

  const checkStranger = async (): Promise<void> => {
    const { since, firsts, restrictedUntil } = await load()
    const now = ctx.clock.now()
    if (restrictedUntil > now) throw new PluginError('REJECTED', { detail: ctx.t('error.restricted') })
    if (settings.newContacts === 'off') return
    const factor = settings.newContacts === 'normal' ? NORMAL_FACTOR : 1
    const allowed = CAREFUL.find(({ untilDays }) => now - since < untilDays * DAY_MS) ?? CAREFUL[0]
    if (!allowed) return
    const wait = Math.max(
      freeAfter(firsts, now, HOUR_MS, allowed.perHour * factor),
      freeAfter(firsts, now, DAY_MS, allowed.perDay * factor),
    )
    if (wait > 0) throw new PluginError('RATE_LIMITED', { detail: ctx.t('error.tooManyStrangers'), retryAfterMs: wait })
  }

  const showRestriction = (until: number) =>
    status.note(
      'restricted',
      until > ctx.clock.now() ? { level: 'error', text: ctx.t('notice.restricted'), until } : null,
    )

  return {
    paired: () => save({ since: ctx.clock.now() }),
    async opened() {
      await showRestriction((await load()).restrictedUntil)
    },
    async admit(isStranger, signal) {
      if (isStranger) await checkStranger()
      // Wall time: the pause is a real one.
      const now = Date.now()
      const gap = (timing.paceMs + Math.random() * timing.paceJitterMs) * (isStranger ? STRANGER_FACTOR : 1)
      const turn = Math.max(now, nextAt)
      nextAt = turn + gap
      if (turn > now) await pause(turn - now, signal)
      signal.throwIfAborted()
    },
    async met() {
      const now = ctx.clock.now()
      const { firsts } = await load()
      await save({ firsts: [...firsts.filter((at) => now - at < DAY_MS), now].slice(-1000) })
    },
    async restricted(until) {
      const end = until === null ? 0 : Math.max(until, ctx.clock.now())
      await save({ restrictedUntil: end })
      await showRestriction(end)
    },
  }
}

/** Milliseconds until fewer than `limit` of the times lie within the window. */
function freeAfter(times: number[], now: number, window: number, limit: number): number {
  const recent = times.filter((at) => now - at < window)
  const blocking = recent.at(-limit)
  return recent.length < limit || blocking === undefined ? 0 : blocking + window - now
}

export const restrictionEnd = (now: number): number => now + RESTRICTED_MS
