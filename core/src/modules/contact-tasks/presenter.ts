import type { Locale } from '../../platform/db/scope.ts'
import { ERRORS, type ErrorCode } from '../../platform/errors/catalogue.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { ImportParams } from './import-batch.ts'
import type { ItemRow } from './item-repo.ts'
import type { Facts } from './plan.ts'
import type { TaskRow } from './repo.ts'
import type { ContactTask, ImportTask, TaskItem, TaskState } from './schemas.ts'

export interface Names {
  users: Map<number, string>
  tags: Map<number, string>
}

const OVER: readonly TaskState[] = ['done', 'cancelled', 'failed']

/** Whether something was done that can be taken back. */
export const isUndoable = ({ kind, state, counts }: TaskRow): boolean =>
  (kind === 'import' || kind === 'sync') && OVER.includes(state) && (counts.created ?? 0) + (counts.updated ?? 0) > 0

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export function presentTask(row: TaskRow, { users }: Pick<Names, 'users'>, locale: Locale): ContactTask {
  const named = (id: number | null) => (id === null ? null : { id, name: users.get(id) ?? '' })
  const { id, kind, state, fileName, total, done, counts, error } = row
  return {
    ...{ id, kind, state, fileName, total, done, counts, error },
    why: error === null ? null : isCode(error) ? translate(locale, error) : error,
    user: named(row.userId),
    createdAt: row.createdAt.toISOString(),
    finishedAt: iso(row.finishedAt),
    undoneAt: iso(row.undoneAt),
    undoneBy: named(row.undoneBy),
    isUndoable: isUndoable(row),
  }
}

export function presentImport(row: TaskRow, names: Pick<Names, 'users'>, locale: Locale): ImportTask {
  const { columns, samples, options } = row.params as ImportParams
  const isImport = row.kind === 'import'
  return {
    ...presentTask(row, names, locale),
    file: isImport ? { columns, samples } : null,
    options: isImport ? options : null,
  }
}

/** Tags and owners that a page of items names. */
export const idsIn = (rows: readonly ItemRow[]): { users: number[]; tags: number[] } => {
  const facts = rows.flatMap(({ before, after }) => [before, after]).filter((fact) => fact !== null)
  return { users: facts.flatMap(({ wallets }) => wallets ?? []), tags: facts.flatMap(({ tags }) => tags ?? []) }
}

/** Fields as texts by name. */
function textsOf(facts: Facts | null, { users, tags }: Names): Record<string, string | null> {
  if (!facts) return {}
  const list = (ids: number[], names: Map<number, string>) =>
    ids.map((id) => names.get(id) ?? `#${id}`).join(', ') || null
  return {
    ...(facts.name === undefined ? {} : { name: facts.name }),
    ...(facts.number === undefined ? {} : { number: facts.number }),
    ...(facts.email === undefined ? {} : { email: facts.email }),
    ...(facts.tags === undefined ? {} : { tags: list(facts.tags, tags) }),
    ...(facts.wallets === undefined ? {} : { wallets: list(facts.wallets, users) }),
    ...facts.extra,
  }
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** The problem of an item as a sentence. */
export function whyOf({ problem, detail }: Pick<ItemRow, 'problem' | 'detail'>, locale: Locale): string | null {
  if (problem === null || !isCode(problem)) return problem
  const text = translate(locale, problem, { line: detail })
  return problem === 'ERR_NO_TAG_FOUND' && detail !== null ? `${text} (${detail})` : text
}

/** `cell` finds what the line of a file says. */
export function presentItem(
  row: ItemRow,
  names: Names,
  { locale, cell }: { locale: Locale; cell(row: ItemRow, field: 'name' | 'number'): string | null },
): TaskItem {
  const before = textsOf(row.before, names)
  const after = textsOf(row.after, names)
  const { line, contactId, action, problem, outcome, undo } = row
  return {
    ...{ line, contactId, action, problem, outcome, undo },
    name: after.name ?? before.name ?? cell(row, 'name'),
    number: after.number ?? before.number ?? cell(row, 'number'),
    why: whyOf(row, locale),
    diff: Object.entries(after).flatMap(([field, value]) =>
      value === null && (before[field] ?? null) === null
        ? []
        : [{ field, before: before[field] ?? null, after: value }],
    ),
  }
}
