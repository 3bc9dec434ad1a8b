import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/logger.ts'
import {
  createWorker,
  type StepResult as Result,
  type WorkKey,
  type Step as WorkStep,
} from '../../platform/work/worker.ts'
import type { RealtimePort } from '../auth/index.ts'
import type { WalletChange } from './people-repo.ts'
import * as repo from './repo.ts'
import type { TaskKind, TaskState } from './schemas.ts'

/** What one batch did. */
export interface StepResult extends Result {
  /** Contacts that look different now or are gone, and their live tickets: told after commit. */
  changed?: boolean
  ticketIds?: number[]
  wallets?: WalletChange[]
}

export type Step = WorkStep<repo.TaskRow, StepResult>

export type Steps = Record<TaskKind, Partial<Record<TaskState, Step>>>

export interface WorkerDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'error'>
  realtime: RealtimePort
  steps: Steps
  onTicketsChanged(tenantId: number, ids: number[]): void
  onWalletsChanged(tenantId: number, contactId: number, former: number[]): void
  kick(key: WorkKey, at?: number): Promise<void>
}

export const createTaskWorker = ({ realtime, steps, onTicketsChanged, onWalletsChanged, ...deps }: WorkerDeps) =>
  createWorker<repo.TaskRow, StepResult>({
    ...deps,
    name: 'contact tasks',
    store: {
      find: repo.findTask,
      lock: repo.lockTask,
      claim: repo.claimTask,
      update: repo.saveProgress,
      due: (now) => repo.dueTasks(deps.db.system, now),
    },
    stepOf: ({ kind, state }) => steps[kind][state],
    next: { checking: 'checked', running: 'done', undoing: 'undone' },
    // an erasure was promised
    isTireless: ({ kind }) => kind === 'erase',
    tell: (tenantId, { id }) =>
      realtime.publish({ tenantId, to: 'tenant' }, 'contactTask', { action: 'update', taskId: id }),
    async follow(tenantId, { changed, ticketIds = [], wallets = [] }) {
      if (changed) await realtime.publish({ tenantId, to: 'tenant' }, 'contactsChanged', { action: 'update' })
      if (ticketIds.length > 0) onTicketsChanged(tenantId, ticketIds)
      for (const { contactId, former } of wallets) onWalletsChanged(tenantId, contactId, former)
    },
  })
