import { type Address, PluginError } from '@recado/sdk'
import { GROUP, idOf, LID, PHONE } from '@recado/whatsapp-ids'

/** As the gateways take it: a phone in digits, everything else as an id. Throws `RECIPIENT_INVALID`. */
export const recipientOf = (to: Address): string => (to.kind === PHONE ? to.value : chatIdOf(to))

/** The id of WhatsApp. Throws `RECIPIENT_INVALID` for addresses of other channels. */
export function chatIdOf(to: Address): string {
  const id = idOf(to)
  if (!id) throw new PluginError('RECIPIENT_INVALID', { detail: `${to.kind} is no address on WhatsApp` })
  return id
}

export const isGroup = (to: Address): boolean => to.kind === GROUP
export const isKnownKind = (kind: string): boolean => kind === PHONE || kind === LID || kind === GROUP
