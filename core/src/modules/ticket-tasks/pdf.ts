import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { WorkKey } from '../../platform/work/worker.ts'
import { audit } from '../auth/index.ts'
import type { MediaService } from '../media/index.ts'
import type { MessageService } from '../messages/index.ts'
import { loadViewer } from '../tickets/index.ts'
import type { Transcripts } from '../transcripts/index.ts'
import type { PdfParams } from './pdf-step.ts'
import { personOf } from './person.ts'
import { presentTask } from './presenter.ts'
import * as repo from './repo.ts'
import type { TicketTask } from './schemas.ts'

export interface PdfDeps {
  uow: UnitOfWork
  clock: Clock
  transcripts: Transcripts
  messages: Pick<MessageService, 'list'>
  media: Pick<MediaService, 'open'>
  kick(key: WorkKey): Promise<void>
}

/** Messages that are drawn while the caller waits; longer conversations are work of their own. */
const DIRECT = 1_000

export interface PdfFile {
  name: string
  stream: Readable
}

/** Conversations as PDF: at once, or as files that are told of when they are ready. */
export function createPdf({ uow, clock, transcripts, messages, media, kick }: PdfDeps) {
  const begin = async (scope: Scope, ticketId: number, total: number): Promise<TicketTask> => {
    const viewer = await loadViewer(uow, scope)
    return uow.run(scope, async (tx) => {
      const userId = userIdOf(scope)
      const isFree = await repo.hasRoom(tx)
      const known = await repo.findPdfAtWork(tx, ticketId, userId)
      if (!known && !isFree) throw new AppError('ERR_TICKET_TASKS_BUSY')
      const now = new Date(clock.now())
      const params: PdfParams = { by: personOf(scope), ticketId, showsPhones: !viewer.masksPhones, files: [] }
      const row =
        known ?? (await repo.insertTask(tx, { kind: 'pdf', total, params, userId, createdAt: now, dueAt: now }))
      tx.afterCommit(() => kick({ tenantId: scope.tenantId, taskId: row.id }))
      return presentTask(row, await repo.userNames(tx, [row.userId]))
    })
  }

  return {
    /** @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_TASKS_BUSY */
    async make(scope: Scope, ticketId: number, signal: AbortSignal): Promise<PdfFile | TicketTask> {
      const { ticket } = await messages.list(scope, ticketId, { pageSize: 1 })
      await uow.run(scope, (tx) => audit(tx, { action: 'ticket.pdf', object: `ticket:${ticketId}` }))
      if (ticket.seq > DIRECT) return begin(scope, ticketId, ticket.seq)
      return { name: `atendimento-${ticketId}.pdf`, stream: await transcripts.make(scope, ticketId, { signal }) }
    },

    /** @throws ERR_NO_TICKET_TASK_FOUND, also for what the caller may not see any more; ERR_NO_MEDIA_FOUND */
    async file(scope: Scope, id: number, part: number): Promise<PdfFile> {
      const row = await uow.run(scope, (tx) => repo.findTask(tx, id))
      const isMine = row !== null && row.kind === 'pdf' && row.userId === userIdOf(scope)
      const { ticketId, files, showsPhones } = (isMine ? row.params : { ticketId: 0, files: [] }) as PdfParams
      const file = files[part - 1]
      if (!file) throw new AppError('ERR_NO_TICKET_TASK_FOUND')
      const viewer = await loadViewer(uow, scope)
      if (showsPhones && viewer.masksPhones) throw new AppError('ERR_NO_TICKET_TASK_FOUND')
      await messages.list(scope, ticketId, { pageSize: 1 }).catch((error: unknown) => {
        throw error instanceof AppError ? new AppError('ERR_NO_TICKET_TASK_FOUND') : error
      })
      return { name: file.name, stream: await media.open(scope.tenantId, file.id) }
    },
  }
}
