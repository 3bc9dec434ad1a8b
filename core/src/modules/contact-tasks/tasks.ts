import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logger.ts'
import type { RealtimePort } from '../auth/index.ts'
import type { ContactNews } from '../contacts/index.ts'
import type { MediaService } from '../media/index.ts'
import { deleteStep } from './deleting.ts'
import { createDigests } from './digests.ts'
import { createErasing } from './erasing.ts'
import { applyStep, createCheckStep } from './importing.ts'
import { type ContactTaskWork, createKick } from './jobs.ts'
import { createPersonalData } from './personal-data.ts'
import { createTaskService } from './service.ts'
import { createSyncing, type SyncingDeps } from './syncing.ts'
import { undoStep } from './undoing.ts'
import { createTaskWorker } from './worker.ts'

export interface ContactTaskDeps extends Pick<SyncingDeps, 'canList' | 'listContacts'> {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  keys: { derive(purpose: string): Uint8Array }
  jobs: Pick<Jobs, 'send'>
  realtime: RealtimePort
  media: Pick<MediaService, 'saveStream' | 'signedUrl' | 'discardUnused'>
  news: Pick<ContactNews, 'announceGone'>
  publicUrl: string
  onTicketsChanged(tenantId: number, ids: number[]): void
  onWalletsChanged(tenantId: number, contactId: number, former: number[]): void
}

/** The module put together: what people ask for, and what goes on by itself. */
export function createContactTasks(deps: ContactTaskDeps) {
  const { db, clock, media } = deps
  const kick = createKick(deps.jobs)
  const digests = createDigests(deps.keys)
  const parts = { ...deps, uow: db.uow, kick, digests }
  const erasing = createErasing({
    ...parts,
    discardFiles: media.discardUnused,
    announceGone: deps.news.announceGone,
  })
  const syncing = createSyncing(parts)
  const worker = createTaskWorker({
    ...parts,
    steps: {
      import: { checking: createCheckStep(digests), running: applyStep, undoing: undoStep },
      delete: { running: deleteStep },
      erase: { running: erasing.step },
      sync: { running: syncing.step, undoing: undoStep },
    },
  })
  const work: ContactTaskWork = { db, clock, worker }
  return Object.assign(createTaskService({ ...parts, syncing }), {
    takeContacts: syncing.take,
    erasing,
    personalData: createPersonalData(parts),
    work,
  })
}

export type ContactTasks = ReturnType<typeof createContactTasks>
