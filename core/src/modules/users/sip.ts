import type { Vault } from '../../platform/crypto/vault.ts'
import type { SipWrite } from './contract.ts'
import type { UserRow, UserValues } from './repo.ts'

/** Columns of a change, but for the password, which is sealed first. */
export const sipValues = ({ enabled, server, wssPort, user }: SipWrite): UserValues => ({
  ...(enabled === undefined ? {} : { sipEnabled: enabled }),
  ...(server === undefined ? {} : { sipServer: server || null }),
  ...(wssPort === undefined ? {} : { sipPort: wssPort }),
  ...(user === undefined ? {} : { sipUser: user.trim() || null }),
})

/** What is switched on can be used: server, port, user and password are there, from the change or from before. */
export function hasAllOfSip(change: SipWrite, before: UserRow | null): boolean {
  const now = { ...before, ...sipValues(change) }
  if (!now.sipEnabled) return true
  const hasPassword = change.password === undefined ? before?.hasSipPassword : change.password !== null
  return Boolean(now.sipServer && now.sipPort && now.sipUser && hasPassword)
}

/** Null clears it. Call outside a unit of work. */
export const sealSip = async (
  vault: Vault,
  tenantId: number,
  userId: number,
  password: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> =>
  password === null ? null : new Uint8Array(await vault.seal(tenantId, `app_user:${userId}:sip_password`, password))
