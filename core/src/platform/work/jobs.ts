import { Type } from 'typebox'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { Worker, WorkKey } from './worker.ts'

const DAY_SECONDS = 24 * 3600
const Nothing = Type.Object({})

/** The jobs that wake long work of one kind of table. `name`: `module.what`. */
export function defineWork(name: string) {
  const work = defineJob({
    name,
    version: 1,
    schema: Type.Object({ tenantId: Type.Integer(), taskId: Type.Integer() }),
    singletonKey: ({ tenantId, taskId }) => `${tenantId}:${taskId}`,
    expireSeconds: 180,
    perTenant: 2,
  })
  const scan = defineJob({ name: `${name}-scan`, version: 1, schema: Nothing, every: 30 })
  const prune = defineJob({ name: `${name}-prune`, version: 1, schema: Nothing, every: DAY_SECONDS })
  return {
    /** Comes back to a task, at once or at a time (epoch milliseconds). */
    createKick:
      (jobs: Pick<Jobs, 'send'>) =>
      (key: WorkKey, at?: number): Promise<void> =>
        jobs.send(work, key, at === undefined ? {} : { startAfter: new Date(at) }),

    /** Before jobs start. `forget` removes what is over since long. */
    register(jobs: Jobs, { worker, forget }: { worker: Worker; forget(): Promise<void> }): void {
      jobs.register(work, (key, { signal }) => worker.run(key, signal))
      jobs.register(scan, () => worker.scan())
      jobs.register(prune, forget)
    },
  }
}
