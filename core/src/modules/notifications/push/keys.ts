import type { Vault } from '../../../platform/crypto/vault.ts'
import { systemScope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { findKey, keepFirstKey } from './key-repo.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

const PLACE = 'push_key:private'

/** The installation's key pair (VAPID), made when it is first asked for; kept by the operator's company, sealed. */
export function createPushKeys({
  uow,
  vault,
  operatorTenant,
}: {
  uow: UnitOfWork
  vault: Vault
  operatorTenant: number
}): () => Promise<PushKeys> {
  const scope = systemScope(operatorTenant, 'push')
  let known: Promise<PushKeys> | null = null

  const load = async (): Promise<PushKeys> => {
    const stored = (await uow.run(scope, findKey)) ?? (await make())
    return {
      publicKey: stored.publicKey,
      privateKey: (await vault.open(operatorTenant, PLACE, stored.privateKey)).toString(),
    }
  }

  const make = async () => {
    const { default: webPush } = await import('web-push')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const sealed = new Uint8Array(await vault.seal(operatorTenant, PLACE, privateKey))
    return uow.run(scope, (tx) => keepFirstKey(tx, { publicKey, privateKey: sealed }))
  }

  return () => {
    known ??= load().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
