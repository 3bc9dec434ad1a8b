import type { Notice } from '@recado/sdk'
import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/index.ts'
import type { ChannelFailure } from './health-repo.ts'
import type { ChannelHealth, Finding } from './schemas.ts'

/** A queue this old is a trouble of its own, whatever else is well. */
const OLD_MS = 5 * 60_000

/** Why a channel does not deliver, in words for its admin, the gravest first; or that nothing is wrong. */
export function diagnose(
  health: Omit<ChannelHealth, 'findings'>,
  about: { isPluginMissing: boolean; isActive: boolean; notices: Notice[]; failures: ChannelFailure[]; now: number },
  locale: Locale,
): Finding[] {
  const say = (level: Finding['level'], key: string, params: Record<string, string | number | null> = {}): Finding => ({
    level,
    text: translate(locale, `diagnosis.${key}` as TextKey, params),
  })
  const { deliveries, inbox } = health
  const age = deliveries.oldestQueuedAt === null ? 0 : about.now - Date.parse(deliveries.oldestQueuedAt)
  const isUp = health.state === 'connected'
  const findings: (Finding | false)[] = [
    about.isPluginMissing && say('error', 'pluginMissing'),
    !about.isPluginMissing && !about.isActive && say('error', 'switchedOff'),
    !about.isPluginMissing &&
      about.isActive &&
      !isUp &&
      say('error', `state.${health.state}`, { reason: health.reason, action: health.userAction }),
    about.isActive && !about.isPluginMissing && health.owner === null && say('error', 'noOwner'),
    health.breaker !== 'closed' && say('error', 'breaker'),
    deliveries.queued > 0 &&
      age > OLD_MS &&
      say('warning', 'queue', { count: deliveries.queued, minutes: Math.round(age / 60_000) }),
    deliveries.unknown > 0 && say('warning', 'unknown', { count: deliveries.unknown }),
    ...about.failures.map(({ code, count, detail }) =>
      say('warning', 'failing', {
        count,
        what: translate(locale, `delivery.${code}` as TextKey, {}),
        detail,
      }),
    ),
    inbox.dead > 0 && say('error', 'inboxDead', { count: inbox.dead }),
    inbox.waiting > 0 && say('info', 'inboxWaiting', { count: inbox.waiting }),
    ...about.notices.map(({ level, text }) => ({ level, text })),
  ]
  const found = findings.filter((finding) => finding !== false)
  return found.length > 0 ? found : [say('info', 'fine')]
}
