import { type Address, PluginError } from '@recado/sdk'
import { addressOf, GROUP, idOf } from '@recado/whatsapp-ids'

/** Status updates, channels and broadcast lists are no conversations. */
export const isConversation = (jid: string | null | undefined): jid is string =>
  typeof jid === 'string' && addressOf(unhosted(jid)) !== null

/** Companies that let their provider keep the messages write from a server of another name. */
const unhosted = (jid: string): string => jid.replace(/@hosted$/, '@s.whatsapp.net')

/** The id without device: `777@lid`, `5511…@s.whatsapp.net`, `1203…@g.us`. */
export function plainJid(jid: string | null | undefined): string | undefined {
  const address = jid ? addressOf(unhosted(jid)) : null
  return address ? (idOf(address) ?? undefined) : undefined
}

export const isLid = (jid: string | undefined): jid is string => jid?.endsWith('@lid') ?? false
export const isGroup = (address: Address): boolean => address.kind === GROUP

/** @throws PluginError RECIPIENT_INVALID for addresses of other channels */
export function jidOf(address: Address): string {
  const jid = idOf(address)
  if (!jid) throw new PluginError('RECIPIENT_INVALID', { detail: `no address of WhatsApp: ${address.kind}` })
  return jid
}
