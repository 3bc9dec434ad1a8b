import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { RealtimePort } from '../auth/index.ts'
import * as repo from './repo.ts'
import type { TaskNotices } from './telling.ts'

export interface LimitDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  realtime: RealtimePort
  notices: TaskNotices
  kick(tenantId: number): Promise<void>
}

const AT_ONCE = 100

/** Tells people of tasks whose limit has come. */
export function createTaskLimits({ db, clock, realtime, notices, kick }: LimitDeps) {
  /** @returns whether there may be more */
  const turn = (tenantId: number): Promise<boolean> =>
    db.uow.run(systemScope(tenantId, 'tasks'), async (tx) => {
      const due = await repo.claimDue(tx, new Date(clock.now()), AT_ONCE)
      for (const task of due) {
        const people = await repo.doersOf(tx, task)
        await notices.due(tx, task, people)
        const told = { action: 'update', taskId: task.id, userIds: people }
        tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'task', told))
      }
      return due.length === AT_ONCE
    })

  return {
    /** One run for one company. */
    async run(tenantId: number, signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await turn(tenantId)));
    },

    /** Finds what no job will come for: its own was lost with a node. */
    async scan(): Promise<void> {
      for (const tenantId of await repo.tenantsWithDue(db.system, new Date(clock.now()))) await kick(tenantId)
    },
  }
}

export type TaskLimits = ReturnType<typeof createTaskLimits>
