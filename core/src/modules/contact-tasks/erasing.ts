import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { WorkKey } from '../../platform/work/worker.ts'
import { audit } from '../auth/index.ts'
import { currentContact, loadContacts, lockContacts, phoneVariants } from '../contacts/index.ts'
import type { Digests } from './digests.ts'
import * as erase from './erase-repo.ts'
import { insertTask, json } from './repo.ts'
import type { Erasure } from './schemas.ts'
import type { Step } from './worker.ts'

export interface ErasingDeps {
  uow: UnitOfWork
  clock: Clock
  digests: Digests
  /** Removes files that nothing uses any more. */
  discardFiles(tenantId: number, ids: string[]): Promise<void>
  onTicketsChanged(tenantId: number, ids: number[]): void
  announceGone(tenantId: number, id: number): Promise<void>
  kick(key: WorkKey): Promise<void>
}

interface EraseParams {
  contactIds: number[]
  /** What messages had until the last batch; removed before the next one. */
  files: string[]
  total: { files: number; tickets: number; addresses: number }
}

const BATCH = 300

export const presentErasure = ({ createdAt, finishedAt, ...row }: erase.ErasureRow): Erasure => ({
  ...row,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
})

/** Erasing one person everywhere (LGPD art. 18, reliability A-32). */
export function createErasing({ uow, clock, digests, ...deps }: ErasingDeps) {
  const step: Step = {
    async prepare(tenantId, task) {
      const { files } = task.params as EraseParams
      if (files.length > 0) await deps.discardFiles(tenantId, files)
    },
    async run(tx, task) {
      const params = task.params as EraseParams
      const { count, files } = await erase.wipeMessages(tx, params.contactIds, BATCH)
      const total = { ...params.total, files: params.total.files + files.length }
      // one more round when files are left to remove
      const isLast = count < BATCH && files.length === 0
      const messages = (task.counts.messages ?? 0) + count
      if (isLast) await erase.finishErasure(tx, task.id, { messages, ...total }, new Date(clock.now()))
      return {
        position: 0,
        done: count,
        counts: { messages: count },
        isLast,
        params: { ...params, files, total } satisfies EraseParams,
      }
    },
  }

  return {
    step,

    /**
     * The person is nobody from this moment on; the words of their conversations go batch by batch.
     * @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_CONFIRM, ERR_CONTACT_TICKETS_LIVE
     */
    async begin(scope: Scope, id: number, confirm: string): Promise<Erasure> {
      const now = new Date(clock.now())
      const row = await uow.run(
        scope,
        async (tx) => {
          // whoever writes meanwhile waits, and is somebody new
          await lockContacts(tx, true)
          const current = await currentContact(tx, id)
          const [record] = current ? await loadContacts(tx, [current.id]) : []
          if (!record) throw new AppError('ERR_NO_CONTACT_FOUND')
          if (confirm.trim() !== record.name.trim()) throw new AppError('ERR_CONTACT_CONFIRM')
          const family = await erase.loadFamily(tx, record.id)
          if (family.hasLive) throw new AppError('ERR_CONTACT_TICKETS_LIVE')
          const numbers = [
            ...family.numbers,
            ...family.addresses.flatMap(({ kind, value }) => (kind === 'phone' ? value : [])),
          ]
          const spellings = [...new Set(numbers.flatMap(phoneVariants))]
          const papers = await erase.eraseFamily(
            tx,
            { ...family, numbers: spellings },
            translate(scope.locale, 'erased.name'),
            now,
          )
          const files = [...family.pictures, ...papers]
          const params: EraseParams = {
            contactIds: family.ids,
            files,
            total: {
              files: files.length,
              tickets: family.tickets.length,
              addresses: family.addresses.length,
            },
          }
          const userId = userIdOf(scope)
          const task = await insertTask(tx, {
            kind: 'erase',
            state: 'running',
            params: json(params),
            total: family.messages,
            userId,
            createdAt: now,
            dueAt: now,
          })
          const { actor } = scope
          const erasure = await erase.insertErasure(tx, {
            taskId: task.id,
            contactIds: family.ids,
            digests: [
              ...new Set([
                ...digests.ofNumbers(scope.tenantId, spellings),
                ...digests.ofAddresses(scope.tenantId, family.addresses),
              ]),
            ],
            userId,
            userName: actor.kind === 'system' ? '' : actor.name,
            createdAt: now,
          })
          await audit(tx, { action: 'contact.erase', object: `contact:${record.id}`, details: { taskId: task.id } })
          tx.afterCommit(async () => {
            await deps.announceGone(scope.tenantId, record.id)
            deps.onTicketsChanged(scope.tenantId, family.tickets)
            await deps.kick({ tenantId: scope.tenantId, taskId: task.id })
          })
          return erasure
        },
        { timeoutMs: 60_000 },
      )
      return presentErasure(row)
    },

    async list(scope: Scope, page: { skip: number; take: number }) {
      const { rows, count } = await uow.run(scope, (tx) => erase.listErasures(tx, page))
      return { erasures: rows.map(presentErasure), count, hasMore: count > page.skip + rows.length }
    },
  }
}
