import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit } from '../auth/index.ts'
import type { ClosingReason, ClosingReasonWrite } from './contract.ts'
import { presentReason } from './presenter.ts'
import * as repo from './repo.ts'

export interface ClosingReasonDeps {
  uow: UnitOfWork
  realtime: Pick<Realtime, 'publish'>
}

const valuesOf = ({ name, color, isActive }: ClosingReasonWrite): repo.ReasonValues => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(color === undefined ? {} : { color }),
  ...(isActive === undefined ? {} : { isActive }),
})

export function createClosingReasonService({ uow, realtime }: ClosingReasonDeps) {
  const tell = (tx: Tx, action: 'update' | 'delete'): void => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'closingReason', { action }))
  }

  const saveQueues = async (tx: Tx, id: number, { queues }: ClosingReasonWrite): Promise<void> => {
    if (queues && !(await repo.setQueues(tx, id, idsOf(queues)))) throw new AppError('ERR_NO_QUEUE_FOUND')
  }

  const shown = async (tx: Tx, id: number): Promise<ClosingReason> => {
    const row = await repo.findReason(tx, id)
    if (!row) throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
    return presentReason(row)
  }

  return {
    async list(scope: Scope, activeOnly: boolean): Promise<ClosingReason[]> {
      return (await uow.run(scope, (tx) => repo.listReasons(tx, activeOnly))).map(presentReason)
    },

    /** @throws ERR_VALIDATION without a name, ERR_CLOSING_REASON_NAME_EXISTS, ERR_NO_QUEUE_FOUND */
    async create(scope: Scope, write: ClosingReasonWrite): Promise<ClosingReason> {
      const { name, ...rest } = valuesOf(write)
      if (name === undefined) throw new AppError('ERR_VALIDATION', { params: { field: 'name' } })
      return uow.run(scope, async (tx) => {
        await repo.lockReasons(tx)
        if (await repo.isNameTaken(tx, name, null)) throw new AppError('ERR_CLOSING_REASON_NAME_EXISTS')
        const id = await repo.insertReason(tx, { ...rest, name })
        await saveQueues(tx, id, write)
        await audit(tx, { action: 'closing-reason.create', object: `closing-reason:${id}` })
        tell(tx, 'update')
        return shown(tx, id)
      })
    },

    /** @throws ERR_NO_CLOSING_REASON_FOUND, ERR_CLOSING_REASON_NAME_EXISTS, ERR_NO_QUEUE_FOUND */
    async update(scope: Scope, id: number, write: ClosingReasonWrite): Promise<ClosingReason> {
      const values = valuesOf(write)
      return uow.run(scope, async (tx) => {
        await repo.lockReasons(tx)
        if (!(await repo.findReason(tx, id))) throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
        if (values.name !== undefined && (await repo.isNameTaken(tx, values.name, id)))
          throw new AppError('ERR_CLOSING_REASON_NAME_EXISTS')
        await repo.updateReason(tx, id, values)
        await saveQueues(tx, id, write)
        const queues = write.queues === undefined ? {} : { queueIds: idsOf(write.queues) }
        const details = { ...values, ...queues }
        await audit(tx, { action: 'closing-reason.update', object: `closing-reason:${id}`, details })
        tell(tx, 'update')
        return shown(tx, id)
      })
    },

    /** @throws ERR_NO_CLOSING_REASON_FOUND, ERR_CLOSING_REASON_IN_USE */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await repo.lockReasons(tx)
        if (!(await repo.findReason(tx, id))) throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
        if (await repo.hasTickets(tx, id)) throw new AppError('ERR_CLOSING_REASON_IN_USE')
        await repo.deleteReason(tx, id)
        await audit(tx, { action: 'closing-reason.delete', object: `closing-reason:${id}` })
        tell(tx, 'delete')
      })
    },
  }
}

export type ClosingReasonService = ReturnType<typeof createClosingReasonService>
