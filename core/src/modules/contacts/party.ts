import type { Address, Party } from '@recado/sdk'
import { normalisePhone, phoneVariants, providersPhone } from './phone.ts'

export interface StoredAddress {
  kind: string
  scope: number
  value: string
}

/** A person as the SQL function `inbound_contact` takes them. */
export interface StoredParty {
  addresses: StoredAddress[]
  /** Other spellings under which the same person may be known. */
  alternatives?: StoredAddress[]
  name?: string
  label?: string
  number?: string
  email?: string
  /** The plugin's handle of the picture. */
  avatarRef?: string
  extra?: Record<string, string>
}

const NUMBER_KINDS = new Set(['phone', 'pn'])

export const storedAddress = ({ kind, value }: Address, scope: number): StoredAddress => ({ kind, scope, value })

/** By what the provider knows the person, else by what somebody typed; null for no phone number. */
export function numberOf({ addresses, phone }: Pick<Party, 'addresses' | 'phone'>): string | null {
  const known = addresses.find(({ kind }) => NUMBER_KINDS.has(kind))?.value
  if (known !== undefined) return providersPhone(known)
  return phone ? normalisePhone(phone) : null
}

/** `scope`: the channel within which addresses mean the same person; 0 where they do on every channel. */
export function storedParty(given: Party, scope: number): StoredParty {
  const number = numberOf(given)
  const alternatives = given.addresses
    .filter(({ kind }) => kind === 'phone')
    .flatMap(({ kind, value }) =>
      phoneVariants(value)
        .filter((variant) => variant !== value)
        .map((variant) => ({ kind, scope, value: variant })),
    )
  const name = given.name?.trim() || given.username?.trim()
  return {
    addresses: given.addresses.map((one) => storedAddress(one, scope)),
    ...(alternatives.length > 0 ? { alternatives } : {}),
    ...(name ? { name } : {}),
    ...(given.label ? { label: given.label } : {}),
    ...(number ? { number } : {}),
    ...(given.email ? { email: given.email } : {}),
    ...(given.avatarRef ? { avatarRef: given.avatarRef } : {}),
    ...(given.extra ? { extra: given.extra } : {}),
  }
}
