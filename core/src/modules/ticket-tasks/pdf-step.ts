import type { Readable } from 'node:stream'
import type { Scope } from '../../platform/db/scope.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Step } from '../../platform/work/worker.ts'
import type { MediaService } from '../media/index.ts'
import type { Notify } from '../notifications/index.ts'
import type { Transcripts } from '../transcripts/index.ts'
import { actingAs, type StoredPerson } from './person.ts'
import type { TaskRow } from './repo.ts'

export interface PdfParams {
  by: StoredPerson
  ticketId: number
  /** They were made for somebody who sees phone numbers. */
  showsPhones: boolean
  /** Finished files, in the order of the conversation. */
  files: { id: string; name: string }[]
}

export interface PdfStepDeps {
  uow: UnitOfWork
  transcripts: Transcripts
  media: Pick<MediaService, 'saveStream'>
  notify: Notify
}

/** Messages of one file (reliability L-03). */
export const PART = 5_000
const MAX_BYTES = 512 * 1024 * 1024

interface Made {
  from: number
  to: number
  file: { id: string; name: string }
}

/** One file of a long conversation at a time. A file whose row was not written is nobody's, and swept up with others. */
export function createPdfStep({ uow, transcripts, media, notify }: PdfStepDeps): Step<TaskRow> {
  const make = async (tenantId: number, task: TaskRow, signal: AbortSignal): Promise<Made> => {
    const { by, ticketId } = task.params as PdfParams
    const person: Scope = await uow.run(systemScope(tenantId, 'ticket tasks'), (tx) => actingAs(tx, by, 'anybody'))
    const [from, to] = [task.position + 1, Math.min(task.position + PART, task.total)]
    const name = `atendimento-${ticketId}-${Math.ceil(to / PART)}.pdf`
    const stream: Readable = await transcripts.make(person, ticketId, {
      part: { from, to, isLast: to >= task.total },
      signal,
    })
    const file = { fileName: name, mimeType: 'application/pdf', maxBytes: MAX_BYTES }
    const { id } = await media.saveStream(systemScope(tenantId, 'ticket tasks'), { stream, ...file })
    return { from, to, file: { id, name } }
  }

  return {
    prepare: make,
    async run(tx, task, prepared) {
      const made = prepared as Made
      const params = task.params as PdfParams
      // another node was faster with this part
      if (made.from !== task.position + 1) return { position: task.position, done: 0, counts: {}, isLast: false }
      const isLast = made.to >= task.total
      if (isLast && params.by.kind === 'user')
        await notify(tx, {
          userIds: [params.by.id],
          kind: 'pdf.ready',
          params: { ticket: params.ticketId },
          link: `/atendimento/${params.ticketId}?pdf=${task.id}`,
          ticketId: params.ticketId,
          cause: `ticket-task:${task.id}`,
        })
      const done = made.to - made.from + 1
      return { position: made.to, done, counts: {}, isLast, params: { ...params, files: [...params.files, made.file] } }
    },
  }
}
