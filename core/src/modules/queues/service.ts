import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit, type SessionSignals } from '../auth/index.ts'
import type { Queue, QueueWrite } from './contract.ts'
import { presentQueue } from './presenter.ts'
import * as repo from './repo.ts'

/** Keywords are compared without regard to case and surrounding spaces; each is kept once. */
const keywordsOf = (keywords: string[]): string[] => {
  const kept = new Map(keywords.map((word) => [word.trim().toLowerCase(), word.trim()]))
  kept.delete('')
  return [...kept.values()]
}

function valuesOf({ queue, name, transferKeywords, ...rest }: QueueWrite): repo.QueueValues {
  const title = (name ?? queue)?.trim()
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...(given as Omit<QueueWrite, 'queue' | 'name' | 'transferKeywords'>),
    ...(title === undefined ? {} : { name: title }),
    ...(transferKeywords === undefined ? {} : { transferKeywords: keywordsOf(transferKeywords) }),
  }
}

export interface QueueDeps {
  uow: UnitOfWork
  realtime: Pick<Realtime, 'publish'>
  signals: SessionSignals
}

export function createQueueService({ uow, realtime, signals }: QueueDeps) {
  const tell = (tx: Tx, action: 'update' | 'delete'): void => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'queue', { action }))
  }

  const check = async (tx: Tx, id: number | null, values: repo.QueueValues): Promise<void> => {
    await repo.lockQueues(tx)
    if (id !== null && !(await repo.findQueue(tx, id))) throw new AppError('ERR_NO_QUEUE_FOUND')
    if (values.name !== undefined && (await repo.isNameTaken(tx, values.name, id)))
      throw new AppError('ERR_QUEUE_NAME_EXISTS')
    const fallback = values.fallbackQueueId
    if (fallback && (fallback === id || !(await repo.findQueue(tx, fallback)))) throw new AppError('ERR_NO_QUEUE_FOUND')
  }

  return {
    list: async (scope: Scope): Promise<Queue[]> => (await uow.run(scope, repo.listQueues)).map(presentQueue),

    /** @throws ERR_VALIDATION without a name, ERR_QUEUE_NAME_EXISTS, ERR_NO_QUEUE_FOUND for a foreign fallback */
    async create(scope: Scope, write: QueueWrite): Promise<Queue> {
      const values = valuesOf(write)
      const { name } = values
      if (name === undefined) throw new AppError('ERR_VALIDATION', { params: { field: 'queue' } })
      const userId = scope.actor.kind === 'user' ? scope.actor.userId : null
      return uow.run(scope, async (tx) => {
        await check(tx, null, values)
        const row = await repo.insertQueue(tx, { ...values, name, userId })
        await audit(tx, { action: 'queue.create', object: `queue:${row.id}` })
        tell(tx, 'update')
        // the first queue divides the company: everybody sees other tickets than before
        if ((await repo.countQueues(tx)) === 1)
          tx.afterCommit(() => signals.publish({ kind: 'tenant', tenantId: scope.tenantId }))
        return presentQueue(row)
      })
    },

    /** @throws ERR_NO_QUEUE_FOUND, ERR_QUEUE_NAME_EXISTS */
    async update(scope: Scope, id: number, write: QueueWrite): Promise<Queue> {
      const values = valuesOf(write)
      return uow.run(scope, async (tx) => {
        await check(tx, id, values)
        await repo.updateQueue(tx, id, values)
        tx.emit('queue.changed', { queueId: id })
        await audit(tx, { action: 'queue.update', object: `queue:${id}`, details: { fields: Object.keys(values) } })
        tell(tx, 'update')
        const row = await repo.findQueue(tx, id)
        if (!row) throw new AppError('ERR_NO_QUEUE_FOUND')
        return presentQueue(row)
      })
    },

    /** @throws ERR_NO_QUEUE_FOUND, ERR_QUEUE_TICKET_EXISTS */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await repo.lockQueues(tx)
        if (!(await repo.findQueue(tx, id))) throw new AppError('ERR_NO_QUEUE_FOUND')
        if (await repo.hasTickets(tx, id)) throw new AppError('ERR_QUEUE_TICKET_EXISTS')
        await repo.deleteQueue(tx, id)
        await audit(tx, { action: 'queue.delete', object: `queue:${id}` })
        tell(tx, 'delete')
        tx.afterCommit(() => signals.publish({ kind: 'tenant', tenantId: scope.tenantId }))
      })
    },
  }
}

export type QueueService = ReturnType<typeof createQueueService>
