import { clip } from '@recado/loose-json'
import { describe, type GraphFault, type Judge } from '@recado/meta-graph'
import type { ChannelContext, PluginErrorCode } from '@recado/sdk'

/** What the Cloud API's codes mean (Cloud API, error codes). They come with refusals and with failed statuses alike. */
const CODES: Readonly<Record<number, PluginErrorCode>> = {
  33: 'AUTH_EXPIRED',
  131005: 'AUTH_EXPIRED',
  131000: 'TEMPORARY',
  131016: 'TEMPORARY',
  133015: 'TEMPORARY',
  135000: 'TEMPORARY',
  /** The account is in maintenance: nothing is lost by waiting. */
  131057: 'NOT_CONNECTED',
  80008: 'RATE_LIMITED',
  130429: 'RATE_LIMITED',
  131056: 'RATE_LIMITED',
  132069: 'RATE_LIMITED',
  131048: 'QUOTA_EXHAUSTED',
  133016: 'QUOTA_EXHAUSTED',
  131047: 'WINDOW_CLOSED',
  131021: 'RECIPIENT_INVALID',
  131026: 'RECIPIENT_INVALID',
  131030: 'RECIPIENT_INVALID',
  131062: 'RECIPIENT_INVALID',
  131051: 'UNSUPPORTED',
  131052: 'MEDIA_REJECTED',
  131053: 'MEDIA_REJECTED',
  /** Display name, payment, registration: the account has to be put right at Meta. */
  131037: 'MISCONFIGURED',
  131042: 'MISCONFIGURED',
  131045: 'MISCONFIGURED',
  133005: 'MISCONFIGURED',
  133006: 'MISCONFIGURED',
  133010: 'MISCONFIGURED',
  368: 'REJECTED',
}

/** "Unsupported get/post request": the object is gone, or the token may not see it. */
export const isGone = ({ code, subcode }: GraphFault): boolean => code === 33 || (code === 100 && subcode === 33)

export const judge: Judge = (fault) => {
  if (isGone(fault)) return 'AUTH_EXPIRED'
  // Whatever else they say, those of the business platform are judged by the number alone.
  return CODES[fault.code] ?? (fault.code >= 130_000 && fault.code < 140_000 ? 'REJECTED' : undefined)
}

/** Codes that say something about the account as a whole. */
export const RESTRICTED = new Set([368, 131031, 131048])
export const ACCOUNT_TROUBLE = new Set([...RESTRICTED, 131037, 131042, 131045, 133010])

const TEMPLATE = [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068]
/** Refusals that say that our picture of the template is old. */
export const STALE_TEMPLATE = new Set([132000, 132001, 132012])

/**
 * Refusals that the same message may escape on another way to WhatsApp. Not among them: what the customer decided
 * (131050), what Meta withholds from advertising (130472, 131049), and whatever may have gone out.
 */
const HEALABLE = new Set([...ACCOUNT_TROUBLE, ...TEMPLATE, 130497, 131026, 131030, 131047])
export const canHeal = (code: number): boolean => HEALABLE.has(code)

/** Refusals with words of our own, telling what to do. */
const EXPLAINED = new Set([
  ...[368, 130472, 130497, 131026, 131031, 131037, 131042, 131045, 131047, 131048, 131049, 131050, 131056, 131062],
  ...[132000, 132001, 132007, 132012, 132015, 132016, 133005, 133006, 133010, 133015, 133016],
])

/** For an agent to read: what to do about it where we know, then Meta's own words. At most 500 characters. */
export function explain(t: ChannelContext['t'], fault: GraphFault): string {
  const words = describe(fault)
  return clip(EXPLAINED.has(fault.code) ? `${t(`refusal.${fault.code}`)} ${words}` : words, 500)
}
