import { type Address, PluginError } from '@recado/sdk'

export const ADDRESS_KIND = 'webchat'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const USER = /^user:[^\p{C}]{1,200}$/u

export const isUuid = (value: string): boolean => UUID.test(value)

export const addressOf = (value: string): Address => ({ kind: ADDRESS_KIND, value })

/** Address of somebody whom the site vouches for: the same on every device. */
export const userAddress = (id: string): string => `user:${id}`

/** Canonical form: `user:<id of the site>` as it is, a visitor's uuid in lower case. */
export function normaliseAddress(raw: string): string {
  const value = raw.trim()
  if (USER.test(value)) return value
  const lower = value.toLowerCase()
  if (isUuid(lower)) return lower
  throw new PluginError('RECIPIENT_INVALID', { detail: 'webchat' })
}
