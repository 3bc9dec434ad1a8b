import type { ChannelContext, Notice } from '@recado/sdk'
import type { AccountState } from './account.ts'
import { tierLimit } from './number.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a refusal of one send speaks for the whole account. */
const REFUSAL_MS = DAY_MS
const VIOLATION_MS = 30 * DAY_MS
/** States of a number in which nothing needs to be said. */
const FINE = new Set(['CONNECTED', 'UNKNOWN'])

/** What people should know of the account although it may work, the worst first. */
export function noticesOf({ t, clock }: Pick<ChannelContext, 't' | 'clock'>, state: AccountState): Notice[] {
  const { number, isUnsigned, restrictions = [], violation, ban, flagged, refusals = [] } = state
  const now = clock.now()
  const found: (Notice | false | undefined)[] = [
    isUnsigned && { level: 'error', text: t('error.noSecret') },
    ban === 'SCHEDULE_FOR_DISABLE' && { level: 'error', text: t('notice.ban') },
    ...restrictions
      .filter(({ until }) => until === undefined || until > now)
      .map(({ type, until }): Notice => {
        const words = { type: readable(type), until: until ? dayOf(until) : '–' }
        return { level: 'error', text: t('notice.restriction', words), ...(until ? { until } : {}) }
      }),
    ...refusals
      .filter(({ at }) => at + REFUSAL_MS > now)
      .map(({ code, at }): Notice => ({ level: 'error', text: t(`refusal.${code}`), until: at + REFUSAL_MS })),
    violation && violation.at + VIOLATION_MS > now
      ? {
          level: 'warning',
          text: t('notice.violation', { type: readable(violation.type) }),
          until: violation.at + VIOLATION_MS,
        }
      : undefined,
    number?.platform !== undefined && number.platform !== 'CLOUD_API'
      ? { level: 'warning', text: t('notice.unregistered') }
      : undefined,
    number?.status !== undefined && !FINE.has(number.status)
      ? { level: 'warning', text: t('notice.status', { status: readable(number.status) }) }
      : undefined,
    number?.quality === 'RED' || flagged ? { level: 'error', text: t('notice.qualityLow') } : undefined,
    number?.quality === 'YELLOW' ? { level: 'warning', text: t('notice.qualityMedium') } : undefined,
    ...limits(t, state),
  ]
  return found.filter((one): one is Notice => Boolean(one)).slice(0, 10)
}

function limits(t: ChannelContext['t'], { number }: AccountState): Notice[] {
  const limit = tierLimit(number?.tier)
  return [
    ...(limit === undefined ? [] : [{ level: 'info' as const, text: t('notice.tier', { limit }) }]),
    ...(number?.throughput === 'HIGH' ? [{ level: 'info' as const, text: t('notice.throughputHigh') }] : []),
    ...(number?.throughput === 'STANDARD' ? [{ level: 'info' as const, text: t('notice.throughput') }] : []),
  ]
}

/** `RESTRICTED_BIZ_INITIATED_MESSAGING` as people read it; never more than a line. */
const readable = (word: string): string => word.replaceAll('_', ' ').toLowerCase().slice(0, 100)

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
