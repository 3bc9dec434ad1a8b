import { type Loose, millis, record, records, text } from '@recado/loose-json'
import { commonCode, faultOf } from '@recado/meta-graph'
import { type InboundEvent, type InboundReceipt, PLUGIN_ERROR_CODES } from '@recado/sdk'
import { explain, judge } from '../api/judge.ts'
import { isOwnId, personAddresses } from '../ids.ts'
import { type Mapping, messageId, words } from './words.ts'

const STATES = new Set<InboundReceipt['status']>(['sent', 'delivered', 'read', 'played', 'failed'])
const isState = (status: string | undefined): status is InboundReceipt['status'] =>
  STATES.has(status as InboundReceipt['status'])

/**
 * `statuses[]`. A receipt carries Meta's id and, where it came back, our own: it may arrive before the answer of the
 * send, or instead of it.
 */
export function mapStatus(status: Loose, mapping: Mapping): InboundEvent[] {
  const state = text(status.status)
  const id = messageId(status.id)
  const own = ownIdOf(status)
  const externalIds = [id, own].filter((one) => one !== undefined)
  // Calls have statuses of their own, in capitals.
  if (!isState(state) || externalIds.length === 0 || text(status.type) === 'call') return []
  const at = millis(status.timestamp, mapping.now)
  const receipt: InboundReceipt = { kind: 'receipt', status: state, externalIds, at, ...pricingOf(status) }
  return [state === 'failed' ? { ...receipt, ...whyOf(status, mapping) } : receipt, ...aboutPerson(status, state, at)]
}

/** Our message's id, which the send handed over to come back. */
export function ownIdOf(status: Loose): string | undefined {
  const told = text(status.biz_opaque_callback_data)
  return told && isOwnId(told) ? told.toLowerCase() : undefined
}

/** The first fault of a failed status. */
export const faultOfStatus = (status: Loose) => faultOf(records(status.errors)[0])

function whyOf(status: Loose, { t }: Mapping): Pick<InboundReceipt, 'reason' | 'code'> {
  const fault = faultOfStatus(status)
  if (!fault) return { code: 'REJECTED' }
  const code = judge(fault) ?? commonCode(fault)
  return { reason: explain(t, fault), code: PLUGIN_ERROR_CODES.includes(code) ? code : 'REJECTED' }
}

function pricingOf(status: Loose): Pick<InboundReceipt, 'pricing'> {
  const pricing = record(status.pricing)
  const category = words(pricing.category, 255)
  return category ? { pricing: { category, isBillable: pricing.billable === true } } : {}
}

/** Who refuses advertising says so in the failure too; who has two addresses shows them once. */
function aboutPerson(status: Loose, state: string, at: number): InboundEvent[] {
  if (text(status.recipient_type) === 'group') return []
  const addresses = personAddresses(text(status.recipient_id), text(status.recipient_user_id))
  if (addresses.length === 0) return []
  if (state === 'failed' && faultOfStatus(status)?.code === 131050)
    return [{ kind: 'contact', party: { addresses }, marketing: false, at }]
  return state === 'sent' && addresses.length > 1 ? [{ kind: 'contact', party: { addresses }, at }] : []
}
