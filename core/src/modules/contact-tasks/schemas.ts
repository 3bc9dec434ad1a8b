import { type Static, Type } from 'typebox'
import { Id, IdList, Moment, Nullable } from '../../platform/http/shapes.ts'
import { ContactFilterQuery } from '../contacts/contract.ts'

export const TASK_KINDS = ['import', 'delete', 'erase', 'sync'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/**
 * An import goes draft → checking → checked → running → done, and from there undoing → undone. Other work begins at
 * running. `draft` waits for the columns, `checked` for somebody's yes.
 */
export const TASK_STATES = [
  'draft',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
  'cancelled',
  'failed',
] as const
export type TaskState = (typeof TASK_STATES)[number]

export const ITEM_ACTIONS = ['new', 'changed', 'unchanged', 'wrong'] as const
export type ItemAction = (typeof ITEM_ACTIONS)[number]

const Named = Type.Object({ id: Id, name: Type.String() })

/** Columns count from 0, in the order of the file. */
const Column = Type.Integer({ minimum: 0, maximum: 99 })

export const ImportMapping = Type.Object({
  name: Nullable(Column),
  number: Nullable(Column),
  email: Nullable(Column),
  /** Names of tags, separated by comma, semicolon or bar. */
  tags: Nullable(Column),
  /** Columns that become further facts of this name. */
  extra: Type.Array(
    Type.Object({ column: Column, name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
    { maxItems: 50 },
  ),
})
export type ImportMapping = Static<typeof ImportMapping>

export const ImportOptions = Type.Object({
  mapping: ImportMapping,
  /** For every line. */
  tags: Type.Optional(IdList),
  wallets: Type.Optional(IdList),
  /** Known contacts lose the tags and owners that they have, where the import brings some. */
  replace: Type.Optional(Type.Boolean()),
})
export type ImportOptions = Static<typeof ImportOptions>

/** How many of each; those that are zero may be absent. */
export const TaskCounts = Type.Record(Type.String(), Type.Integer())
export type TaskCounts = Static<typeof TaskCounts>

export const ContactTask = Type.Object({
  id: Id,
  kind: Type.Enum([...TASK_KINDS]),
  state: Type.Enum([...TASK_STATES]),
  /** Of a file, or the name of the channel whose address book it is. */
  fileName: Nullable(Type.String()),
  total: Type.Integer(),
  /** Of `total`, in the present state. */
  done: Type.Integer(),
  /** Of a check: new, changed, unchanged, wrong. Of what was done: created, updated, deleted, kept, failed, erased. Of an undo: removed, restored, left. */
  counts: TaskCounts,
  /** A code of the error catalogue. */
  error: Nullable(Type.String()),
  /** The same as a sentence in the caller's language. */
  why: Nullable(Type.String()),
  user: Nullable(Named),
  createdAt: Moment,
  finishedAt: Nullable(Moment),
  undoneAt: Nullable(Moment),
  undoneBy: Nullable(Named),
  isUndoable: Type.Boolean(),
})
export type ContactTask = Static<typeof ContactTask>

/** What a file looks like, for choosing its columns. */
export const ImportFile = Type.Object({
  columns: Type.Array(Type.String()),
  /** Its first lines. */
  samples: Type.Array(Type.Array(Type.String())),
})
export type ImportFile = Static<typeof ImportFile>

/** `options` are the chosen ones, or what the names of the columns suggest; both are null for other work than imports. */
export const ImportTask = Type.Object({
  ...ContactTask.properties,
  file: Nullable(ImportFile),
  options: Nullable(ImportOptions),
})
export type ImportTask = Static<typeof ImportTask>

export const TaskItem = Type.Object({
  line: Type.Integer(),
  contactId: Nullable(Id),
  /** Of the contact, or what the line says. */
  name: Nullable(Type.String()),
  number: Nullable(Type.String()),
  action: Nullable(Type.String()),
  problem: Nullable(Type.String()),
  /** The problem as a sentence in the caller's language. */
  why: Nullable(Type.String()),
  /** `field` is name, number, email, tags, wallets, or the name of a further fact. */
  diff: Type.Array(
    Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
  ),
  outcome: Nullable(Type.String()),
  undo: Nullable(Type.String()),
})
export type TaskItem = Static<typeof TaskItem>

/** Whose address book is taken over. */
export const SyncRequest = Type.Object({
  /** Absent: of every connected channel that has one. */
  channelId: Type.Optional(Id),
  /** For everybody. */
  tags: Type.Optional(IdList),
  wallets: Type.Optional(IdList),
})
export type SyncRequest = Static<typeof SyncRequest>

/** Who is meant: some by id, or all that the filter of the list finds. */
export const Selection = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })),
  all: Type.Optional(Type.Boolean()),
  filter: Type.Optional(Type.Object(ContactFilterQuery)),
  /** How many the person saw; another number refuses the whole. */
  expected: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
})
export type Selection = Static<typeof Selection>

/** It names nobody. */
export const Erasure = Type.Object({
  id: Id,
  taskId: Id,
  contactIds: Type.Array(Id),
  userName: Type.String(),
  /** What went: messages, files, tickets, … */
  counts: TaskCounts,
  createdAt: Moment,
  /** Null while it goes on. */
  finishedAt: Nullable(Moment),
})
export type Erasure = Static<typeof Erasure>

/** A file that was made for the caller, at an address that ends. */
export const MadeFile = Type.Object({ url: Type.String(), fileName: Type.String(), expiresAt: Moment })
export type MadeFile = Static<typeof MadeFile>
