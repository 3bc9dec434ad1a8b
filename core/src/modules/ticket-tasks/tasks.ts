import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logger.ts'
import { smallJpeg } from '../../platform/media/images.ts'
import { createWorker, type Step, type StepResult } from '../../platform/work/worker.ts'
import type { RealtimePort } from '../auth/index.ts'
import type { MediaService } from '../media/index.ts'
import type { MessageService } from '../messages/index.ts'
import type { NoteService } from '../notes/index.ts'
import type { Notify } from '../notifications/index.ts'
import { readSettings } from '../settings/index.ts'
import type { TicketService } from '../tickets/index.ts'
import { createTranscripts } from '../transcripts/index.ts'
import { createSay } from './farewells.ts'
import { createKick, type TicketTaskWork } from './jobs.ts'
import { createManySteps } from './many-steps.ts'
import { createPdf } from './pdf.ts'
import { createPdfStep } from './pdf-step.ts'
import * as repo from './repo.ts'
import type { TaskKind, TaskState } from './schemas.ts'
import { createTaskService } from './service.ts'

export interface TicketTaskDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'error'>
  jobs: Pick<Jobs, 'send'>
  realtime: RealtimePort
  media: Pick<MediaService, 'saveStream' | 'open'>
  tickets: Pick<TicketService, 'many' | 'sayOnce'>
  messages: Pick<MessageService, 'list'>
  notes: Pick<NoteService, 'ofTicket'>
  notify: Notify
}

/** Pixels of a picture on paper, on each side at most. */
const PICTURE_PIXELS = 360

/** The module put together: what people ask for, and what goes on by itself. */
export function createTicketTasks(deps: TicketTaskDeps) {
  const { db, clock, messages, media, notes, realtime } = deps
  const { uow } = db
  const kick = createKick(deps.jobs)
  const transcripts = createTranscripts({
    clock,
    messages: messages.list,
    async notes(scope, ticketId) {
      const written = await notes.ofTicket(scope, ticketId)
      return written.map(({ user, notes: text, createdAt }) => ({ by: user.name, text, at: Date.parse(createdAt) }))
    },
    timezone: (scope) => uow.run(scope, async (tx) => (await readSettings(tx)).timezone),
    picture: (tenantId, id) => smallJpeg(() => media.open(tenantId, id), PICTURE_PIXELS).catch(() => null),
  })
  const many = createManySteps({
    many: deps.tickets.many,
    say: createSay({ ...deps, uow }),
  })
  const steps: Record<TaskKind, Partial<Record<TaskState, Step<repo.TaskRow>>>> = {
    close: { running: many.close, cancelled: many.stopped, undoing: many.undo },
    delete: { running: many.remove },
    pdf: { running: createPdfStep({ uow, transcripts, media, notify: deps.notify }) },
  }
  const worker = createWorker<repo.TaskRow, StepResult>({
    ...deps,
    kick,
    name: 'ticket tasks',
    store: {
      find: repo.findTask,
      lock: repo.lockTask,
      claim: repo.claimTask,
      update: repo.updateTask,
      due: (now) => repo.dueTasks(db.system, now),
    },
    stepOf: ({ kind, state }) => steps[kind][state],
    next: { running: 'done', undoing: 'undone' },
    async tell(tenantId, { id, kind, userId }) {
      const news = { action: 'update', taskId: id }
      if (kind !== 'pdf') await realtime.publish({ tenantId, to: 'admins' }, 'ticketTask', news)
      else if (userId !== null) await realtime.publish({ tenantId, to: 'user', userId }, 'ticketTask', news)
    },
  })
  const work: TicketTaskWork = { db, clock, worker }
  const parts = { ...deps, uow, kick, worker, transcripts }
  return Object.assign(createTaskService(parts), { pdf: createPdf(parts), work })
}

export type TicketTasks = ReturnType<typeof createTicketTasks>
