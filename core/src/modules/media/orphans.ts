import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Log } from '../../platform/logger.ts'
import type { BlobStore } from '../../platform/media/index.ts'
import * as repo from './repo.ts'

const HOUR = 3_600_000
/** An upload has this long to be used by a message, a picture or a setting. */
const GRACE_MS = 24 * HOUR
/** Younger files only are looked at, so that the sweep does not grow with the archive. */
const SPAN_MS = 30 * GRACE_MS
const BATCH = 500

export interface OrphanDeps {
  uow: UnitOfWork
  db: Pick<Database, 'system'>
  store: BlobStore
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
}

/** Removes files that nothing uses: drafts that were never sent, uploads that broke off. */
export function createOrphanSweep({ uow, db, store, clock, log }: OrphanDeps) {
  const sweepTenant = async (tenantId: number, span: { from: Date; to: Date }): Promise<number> => {
    for (let removed = 0; ; ) {
      const work = systemScope(tenantId, 'media')
      const gone = await uow.run(work, (tx) => repo.deleteOrphans(tx, span, BATCH), { timeoutMs: 60_000 })
      removed += gone.length
      for (const key of gone.flatMap((row) => [row.storageKey, row.thumbKey]))
        if (key !== null)
          await store.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'stored file not removed'))
      if (gone.length < BATCH) return removed
    }
  }

  return {
    /** For a daily job; answers how many files went. */
    async removeOrphans(): Promise<number> {
      const to = clock.now() - GRACE_MS
      const span = { from: new Date(to - SPAN_MS), to: new Date(to) }
      let removed = 0
      for (const tenantId of await repo.tenantsWithMedia(db.system, span)) removed += await sweepTenant(tenantId, span)
      await store.tidy()
      if (removed > 0) log.info({ removed }, 'unused files removed')
      return removed
    },
  }
}
