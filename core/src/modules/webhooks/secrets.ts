import type { Vault } from '../../platform/crypto/vault.ts'
import type { WebhookKey } from './queue-repo.ts'
import type { WebhookRow } from './repo.ts'

/** Where secrets are sealed for; the previous one keeps the place of its first day. */
const placeOf = ({ channelId }: WebhookKey): string => `webhook:${channelId}:secret`

export const sealSecret = async (vault: Vault, key: WebhookKey, secret: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await vault.seal(key.tenantId, placeOf(key), secret))

/** All that sign now, the present one first. */
export async function openSecrets(
  vault: Vault,
  key: WebhookKey,
  row: Pick<WebhookRow, 'secret' | 'previousSecret' | 'previousUntil'>,
  now: number,
): Promise<string[]> {
  const isPreviousValid = row.previousUntil !== null && row.previousUntil.getTime() > now
  const sealed = [row.secret, ...(isPreviousValid && row.previousSecret ? [row.previousSecret] : [])]
  return Promise.all(sealed.map(async (one) => (await vault.open(key.tenantId, placeOf(key), one)).toString()))
}
