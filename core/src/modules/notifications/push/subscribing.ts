import type { Vault } from '../../../platform/crypto/vault.ts'
import { type Scope, userIdOf } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import type { Egress } from '../../../platform/egress/index.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { PushSubscribe } from '../schemas.ts'
import type { PushKeys } from './keys.ts'
import { removeEndpoint, saveSubscription } from './subscription-repo.ts'

export interface SubscribingDeps {
  uow: UnitOfWork
  vault: Vault
  egress: Pick<Egress, 'check'>
  pushKeys(): Promise<PushKeys>
}

/** Where the keys of a browser are sealed for. */
export const keysPlace = (subscriptionId: string): string => `push_subscription:${subscriptionId}:keys`

/** Browsers that wait for pushes. */
export const createSubscribing = ({ uow, vault, egress, pushKeys }: SubscribingDeps) => ({
  publicKey: async (): Promise<string> => (await pushKeys()).publicKey,

  /** @throws ERR_PUSH_ENDPOINT, ERR_NO_PERMISSION for the operator, who is nobody of this company */
  async subscribe(scope: Scope, { endpoint, keys }: PushSubscribe): Promise<void> {
    const { tenantId, actor } = scope
    if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
    if (!isAllowed(egress, endpoint)) throw new AppError('ERR_PUSH_ENDPOINT')
    const id = newId()
    const sealed = await vault.seal(tenantId, keysPlace(id), JSON.stringify(keys))
    const { userId, sessionId } = actor
    await uow.run(scope, (tx) =>
      saveSubscription(tx, { id, userId, sessionId, endpoint, keys: new Uint8Array(sealed) }),
    )
  },

  async unsubscribe(scope: Scope, endpoint: string): Promise<void> {
    const userId = userIdOf(scope)
    if (userId !== null) await uow.run(scope, (tx) => removeEndpoint(tx, userId, endpoint))
  },
})

/** Push services are public and encrypted; others are for the operator's list. */
function isAllowed(egress: Pick<Egress, 'check'>, endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url) return false
  try {
    return egress.check(url) === 'listed' || url.protocol === 'https:'
  } catch {
    // refused; why is no business of whoever explores
    return false
  }
}
