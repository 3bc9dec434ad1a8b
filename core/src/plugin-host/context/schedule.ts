import type { Schedule } from '@recado/sdk'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { asHost } from '../plugin-scope.ts'

const MAX_NAME = 100
const MAX_PAYLOAD_BYTES = 64 * 1024

/** Appointments of one instance, in `plugin_schedule`; one per name, the last one counts. */
export function createSchedule(deps: {
  db: Pick<Database, 'uow'>
  tenantId: number
  instance: string
  /** Told of each new appointment, so that one that is near is not missed until the next scan. */
  onNew(when: number): void
}): Schedule {
  const { db, tenantId, instance } = deps
  const scope = systemScope(tenantId, 'plugin-schedule')
  return {
    async at(name, when, payload = null) {
      if (typeof name !== 'string' || name.length < 1 || name.length > MAX_NAME)
        throw new RangeError(`a name has 1 to ${MAX_NAME} characters`)
      if (!Number.isFinite(when)) throw new RangeError('an appointment needs a time in epoch milliseconds')
      const json = JSON.stringify(payload ?? null)
      if (Buffer.byteLength(json) > MAX_PAYLOAD_BYTES) throw new RangeError('the payload is above 64 KB')
      const dueAt = new Date(when)
      await asHost(() =>
        db.uow.run(
          scope,
          (tx) => tx.db.$executeRaw`
            insert into plugin_schedule (instance, name, payload, due_at)
            values (${instance}, ${name}, ${json}::jsonb, ${dueAt})
            on conflict (tenant_id, instance, name) do update
              set payload = excluded.payload, due_at = excluded.due_at, attempts = 0`,
        ),
      )
      deps.onNew(when)
    },
    async cancel(name) {
      await asHost(() =>
        db.uow.run(
          scope,
          (tx) => tx.db.$executeRaw`delete from plugin_schedule where instance = ${instance} and name = ${name}`,
        ),
      )
    },
  }
}
