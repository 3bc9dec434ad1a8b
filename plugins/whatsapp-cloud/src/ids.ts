import { type Address, PluginError } from '@recado/sdk'
import { GROUP, PHONE, phoneDigits } from '@recado/whatsapp-ids'

export { GROUP, PHONE }
/** A business-scoped user id (`BR.550011220033`, of the parent company `BR.ENT.…`): somebody who hides their phone. */
export const BSUID = 'bsuid'

const BSUID_SHAPE = /^[A-Z]{2}\.[A-Za-z0-9._-]{1,120}$/

/** @throws PluginError RECIPIENT_INVALID when it is no phone */
export function normalisePhone(raw: string): string {
  try {
    return phoneDigits(raw)
  } catch (cause) {
    throw new PluginError('RECIPIENT_INVALID', { detail: 'not a phone number', cause })
  }
}

/** The address behind an id of a webhook, which may hold a phone or a business-scoped id in any of its fields. */
export function personAddress(id: string | undefined): Address | null {
  const value = id?.trim() ?? ''
  if (/^\+?\d{5,20}$/.test(value)) return { kind: PHONE, value: value.replace('+', '') }
  return BSUID_SHAPE.test(value) ? { kind: BSUID, value } : null
}

/** Phones first, since every number can be answered there; each address once. */
export function personAddresses(...ids: (string | undefined)[]): Address[] {
  const found = ids.flatMap((id) => personAddress(id) ?? [])
  const unique = [...new Map(found.map((one) => [`${one.kind}:${one.value}`, one])).values()]
  return unique.sort((a, b) => Number(b.kind === PHONE) - Number(a.kind === PHONE)).slice(0, 8)
}

export const groupAddress = (id: string): Address => ({ kind: GROUP, value: id.slice(0, 255) })

export type Recipient =
  | { recipient_type: 'individual'; to: string }
  | { recipient_type: 'individual'; recipient: string }
  | { recipient_type: 'group'; to: string }

/** How the send names its recipient. @throws PluginError RECIPIENT_INVALID for addresses of other channels */
export function recipientOf({ kind, value }: Address): Recipient {
  if (kind === PHONE && /^\d{5,20}$/.test(value)) return { recipient_type: 'individual', to: value }
  if (kind === BSUID && BSUID_SHAPE.test(value)) return { recipient_type: 'individual', recipient: value }
  if (kind === GROUP) return { recipient_type: 'group', to: value }
  throw new PluginError('RECIPIENT_INVALID', { detail: 'not an address of the official WhatsApp' })
}

/** Ids of messages at Meta start so; the gateway's do not. */
export const isMessageId = (id: string): boolean => id.startsWith('wamid.')

/** Our own ids of messages, which travel with a send and come back in its receipts. */
export const isOwnId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
