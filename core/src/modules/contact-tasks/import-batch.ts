import type { Tx } from '../../platform/db/uow.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { lockContacts, lockNumbers, phoneVariants } from '../contacts/index.ts'
import type * as items from './item-repo.ts'
import { type ImportLine, lineOf } from './line.ts'
import * as people from './people-repo.ts'
import type { Person, Wanted } from './plan.ts'
import { allTags } from './repo.ts'
import type { ImportMapping } from './schemas.ts'
import type { StepResult } from './worker.ts'

export interface ImportParams {
  columns: string[]
  samples: string[][]
  options: { mapping: ImportMapping; tags: number[]; wallets: number[]; replace: boolean }
}

export const BATCH = 200

/** One spelling for all spellings of a number. */
export const keyOf = (number: string): string => phoneVariants(number)[0] ?? number

const plainTag = (name: string): string => name.trim().toLocaleLowerCase('pt')

/** The ids of the named tags, or the name of one that there is not. */
function tagsOf(names: string[], known: Map<string, number>): number[] | string {
  const ids: number[] = []
  for (const name of names) {
    const id = known.get(plainTag(name))
    if (id === undefined) return name
    ids.push(id)
  }
  return ids
}

export interface Read {
  item: items.ItemRow
  line: ImportLine
  tags: number[]
}

type Refusal = { line: number; problem: ErrorCode; detail: string | null }

export async function readItems(tx: Tx, batch: items.ItemRow[], { mapping }: ImportParams['options']) {
  const known = new Map((await allTags(tx)).map(({ id, name }) => [plainTag(name), id]))
  const lines: Read[] = []
  const refused: Refusal[] = []
  for (const item of batch) {
    const line = lineOf(item.cells, mapping)
    const tags = typeof line === 'string' ? [] : tagsOf(line.tags, known)
    if (typeof line === 'string') refused.push({ line: item.line, problem: line, detail: null })
    else if (typeof tags === 'string') refused.push({ line: item.line, problem: 'ERR_NO_TAG_FOUND', detail: tags })
    else lines.push({ item, line, tags })
  }
  return { lines, refused }
}

export const wantedOf = ({ line, tags }: Read, options: ImportParams['options']): Wanted => ({
  ...line,
  tags: [...tags, ...options.tags],
  wallets: options.wallets,
})

/** Whom the lines mean now: contacts by key, held until the unit of work ends when `lock`. */
export async function knownBy(tx: Tx, lines: Read[], lock: boolean) {
  const numbers = lines.flatMap(({ line }) => phoneVariants(line.number))
  if (lock) {
    await lockContacts(tx, false)
    await lockNumbers(tx, numbers)
  }
  const ids = await people.findByNumbers(tx, numbers)
  const standing = new Set(lock ? await people.lockPeople(tx, [...new Set(ids.values())]) : ids.values())
  const persons = await people.loadPeople(tx, [...standing])
  return (number: string): { id: number; person: Person } | null => {
    const id = phoneVariants(number).flatMap((variant) => ids.get(variant) ?? [])[0]
    const person = id === undefined ? undefined : persons.get(id)
    return id === undefined || !person ? null : { id, person }
  }
}

/** Counts one more. */
export const tally = (counts: Record<string, number>, name: string, by = 1) => {
  if (by > 0) counts[name] = (counts[name] ?? 0) + by
}

/** What a batch of lines did; fewer than a batch are the last ones. */
export const result = (batch: items.ItemRow[], rest: Partial<StepResult>): StepResult => ({
  position: batch.at(-1)?.line ?? 0,
  done: batch.length,
  counts: {},
  isLast: batch.length < BATCH,
  ...rest,
})
