import type { Locale } from '../../platform/db/scope.ts'
import { ERRORS, type ErrorCode } from '../../platform/errors/catalogue.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { ItemRow } from './item-repo.ts'
import type { PdfParams } from './pdf-step.ts'
import type { TaskRow } from './repo.ts'
import type { TicketTask, TicketTaskItem } from './schemas.ts'

/** Whether something was done that can be taken back. */
export const isUndoable = ({ kind, state, counts }: TaskRow): boolean =>
  kind === 'close' && ['done', 'cancelled', 'failed'].includes(state) && (counts.closed ?? 0) > (counts.reopened ?? 0)

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export function presentTask(row: TaskRow, names: Map<number, string>): TicketTask {
  const named = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
  const { id, kind, state, total, done, counts, error } = row
  const pdf = kind === 'pdf' ? (row.params as PdfParams) : null
  return {
    ...{ id, kind, state, total, done, counts, error },
    user: named(row.userId),
    createdAt: row.createdAt.toISOString(),
    finishedAt: iso(row.finishedAt),
    undoneAt: iso(row.undoneAt),
    undoneBy: named(row.undoneBy),
    isUndoable: isUndoable(row),
    ticketId: pdf?.ticketId ?? null,
    files: pdf?.files.length ?? 0,
  }
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

export function presentItem(row: ItemRow & { name: string | null }, locale: Locale): TicketTaskItem {
  const { line, ticketId, protocol, name, outcome, undo, problem } = row
  const why = problem !== null && isCode(problem) ? translate(locale, problem) : problem
  return { line, ticketId, protocol, name, outcome, undo, problem, why }
}
