import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit } from '../auth/index.ts'
import { textViewer } from '../quick-messages/index.ts'
import { mayChangeText, seesText } from '../quick-messages/policy.ts'
import type { Farewell, FarewellCreate, FarewellWrite } from './contract.ts'
import { presentFarewell } from './presenter.ts'
import * as repo from './repo.ts'

export interface FarewellDeps {
  uow: UnitOfWork
  realtime: Pick<Realtime, 'publish'>
}

const valuesOf = ({ name, message, showAll }: FarewellWrite): repo.FarewellValues => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(message === undefined ? {} : { message: message.trim() }),
  ...(showAll === undefined ? {} : { showAll }),
})

export function createFarewellService({ uow, realtime }: FarewellDeps) {
  const tell = ({ tenantId }: Scope) => realtime.publish({ tenantId, to: 'tenant' }, 'farewell', { action: 'update' })

  /** @throws ERR_NO_FAREWELL_FOUND, ERR_NO_PERMISSION */
  const changeable = async (tx: Tx, id: number): Promise<repo.FarewellRow> => {
    const row = await repo.findFarewell(tx, id)
    const viewer = textViewer(tx.scope)
    if (!row || !seesText(viewer, row)) throw new AppError('ERR_NO_FAREWELL_FOUND')
    if (!mayChangeText(viewer, row)) throw new AppError('ERR_NO_PERMISSION')
    return row
  }

  const shown = async (tx: Tx, id: number): Promise<Farewell> => {
    const row = await repo.findFarewell(tx, id)
    if (!row) throw new AppError('ERR_NO_FAREWELL_FOUND')
    return presentFarewell(row)
  }

  const saveQueues = async (tx: Tx, id: number, { queues }: FarewellWrite): Promise<void> => {
    if (queues && !(await repo.setQueues(tx, id, idsOf(queues)))) throw new AppError('ERR_NO_QUEUE_FOUND')
  }

  return {
    async list(scope: Scope): Promise<Farewell[]> {
      const { userId, profile } = textViewer(scope)
      const rows = await uow.run(scope, (tx) => repo.listFarewells(tx, { userId, ownerless: profile === 'admin' }))
      return rows.map(presentFarewell)
    },

    /** @throws ERR_NO_QUEUE_FOUND */
    create: (scope: Scope, write: FarewellCreate): Promise<Farewell> =>
      uow.run(scope, async (tx) => {
        const values = { ...valuesOf(write), message: write.message.trim(), userId: userIdOf(scope) }
        const id = await repo.insertFarewell(tx, values)
        await saveQueues(tx, id, write)
        await audit(tx, { action: 'farewell.create', object: `farewell:${id}` })
        tx.afterCommit(() => tell(scope))
        return shown(tx, id)
      }),

    /** @throws ERR_NO_FAREWELL_FOUND, ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND */
    update: (scope: Scope, id: number, write: FarewellWrite): Promise<Farewell> =>
      uow.run(scope, async (tx) => {
        await changeable(tx, id)
        await repo.updateFarewell(tx, id, valuesOf(write))
        await saveQueues(tx, id, write)
        await audit(tx, { action: 'farewell.update', object: `farewell:${id}` })
        tx.afterCommit(() => tell(scope))
        return shown(tx, id)
      }),

    /** @throws ERR_NO_FAREWELL_FOUND, ERR_NO_PERMISSION */
    remove: (scope: Scope, id: number): Promise<void> =>
      uow.run(scope, async (tx) => {
        await changeable(tx, id)
        await repo.deleteFarewell(tx, id)
        await audit(tx, { action: 'farewell.delete', object: `farewell:${id}` })
        tx.afterCommit(() => tell(scope))
      }),
  }
}

export type FarewellService = ReturnType<typeof createFarewellService>
