import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { RealtimePort } from '../auth/index.ts'
import type { ShortcutKeys } from './contract.ts'
import * as repo from './repo.ts'

export function createShortcutService({ uow, realtime }: { uow: UnitOfWork; realtime: RealtimePort }) {
  return {
    async read(scope: Scope): Promise<{ keys: ShortcutKeys }> {
      const userId = userIdOf(scope)
      return { keys: userId === null ? {} : await uow.run(scope, (tx) => repo.findKeys(tx, userId)) }
    },

    /** @throws ERR_NO_PERMISSION for the operator, who is nobody of this company */
    async save(scope: Scope, keys: ShortcutKeys): Promise<{ keys: ShortcutKeys }> {
      const { tenantId } = scope
      const userId = userIdOf(scope)
      if (userId === null) throw new AppError('ERR_NO_PERMISSION')
      return uow.run(scope, async (tx) => {
        await repo.saveKeys(tx, userId, keys)
        tx.afterCommit(() => realtime.publish({ tenantId, to: 'user', userId }, 'shortcuts', { action: 'update' }))
        return { keys }
      })
    },
  }
}

export type ShortcutService = ReturnType<typeof createShortcutService>
