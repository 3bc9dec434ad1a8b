import { type Loose, list, millis, number, record, records, text } from '@recado/loose-json'
import type { AccountState } from '../connect/account.ts'
import type { NumberInfo } from '../connect/number.ts'

export type Change = (state: AccountState) => AccountState

/** What the webhooks about number and account change in what is known of them; null for what changes nothing. */
export function accountChange(field: string, value: Loose, now: number): Change | null {
  switch (field) {
    case 'account_update':
      return updateOf(value, now)
    case 'phone_number_quality_update':
      return qualityOf(value)
    case 'business_capability_update':
      return capabilityOf(value)
    default:
      return null
  }
}

function updateOf(value: Loose, now: number): Change | null {
  switch (text(value.event)?.toUpperCase()) {
    case 'ACCOUNT_RESTRICTION': {
      const restrictions = records(value.restriction_info).map(({ restriction_type, expiration }) => {
        const until = expiration === undefined || expiration === null ? 0 : millis(expiration, 0)
        return { type: text(restriction_type) ?? 'RESTRICTION', ...(until > 0 ? { until } : {}) }
      })
      return (state) => ({ ...state, restrictions: restrictions.slice(0, 5) })
    }
    case 'ACCOUNT_VIOLATION': {
      const type = text(record(value.violation_info).violation_type) ?? 'VIOLATION'
      return (state) => ({ ...state, violation: { type, at: now } })
    }
    case 'DISABLED_UPDATE': {
      const ban = text(record(value.ban_info).waba_ban_state)?.toUpperCase()
      if (ban === 'REINSTATE') return reinstated
      return ban === 'DISABLE' || ban === 'SCHEDULE_FOR_DISABLE' ? (state) => ({ ...state, ban }) : null
    }
    case 'ACCOUNT_DELETED':
      return (state) => ({ ...state, ended: 'deleted' })
    case 'PARTNER_REMOVED':
      return (state) => ({ ...state, ended: 'removed' })
    case 'ACCOUNT_OFFBOARDED':
      return (state) => ({ ...state, ended: 'offboarded' })
    case 'ACCOUNT_RECONNECTED':
      return ({ ended: _ended, ...state }) => state
    default:
      return null
  }
}

function reinstated({ ban: _ban, restrictions: _restrictions, ...state }: AccountState): AccountState {
  return state
}

const digitsOf = (value: unknown): string => (text(value) ?? '').replace(/\D/g, '')

/** Speaks of one number of the account, by how it is written. */
function qualityOf(value: Loose): Change {
  const event = text(value.event)?.toUpperCase()
  const about = digitsOf(value.display_phone_number)
  const tier = text(value.current_limit)
  return (state) => {
    const ours = digitsOf(state.number?.display)
    if (about && ours && about !== ours) return state
    const flagged = event === 'FLAGGED' ? true : event === 'UNFLAGGED' ? false : (state.flagged ?? false)
    const throughput = event === 'THROUGHPUT_UPGRADE' ? { throughput: 'HIGH' } : {}
    return { ...state, flagged, ...withNumber(state, { ...(tier ? { tier } : {}), ...throughput }) }
  }
}

function capabilityOf(value: Loose): Change | null {
  const told = [value.max_daily_conversations_per_business, value.max_daily_conversation_per_phone].flatMap(list)
  const tier = told.map(tierOf).find((one) => one !== undefined)
  return tier === undefined ? null : (state) => ({ ...state, ...withNumber(state, { tier }) })
}

/** A tier's name, or the bare number that it stands for; -1 is no limit. */
function tierOf(value: unknown): string | undefined {
  const count = number(value)
  if (count === undefined) return text(value)
  return count < 0 ? 'TIER_UNLIMITED' : `TIER_${count}`
}

const withNumber = (state: AccountState, changed: Partial<NumberInfo>): Pick<AccountState, 'number'> =>
  state.number ? { number: { ...state.number, ...changed } } : {}
