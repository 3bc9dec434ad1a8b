import type { Address, Party } from '@recado/sdk'
import type { Tx } from '../../platform/db/uow.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { lockContacts, numberOf, phoneVariants, storedParty } from '../contacts/index.ts'
import type { Digests } from './digests.ts'
import { findErased } from './erase-repo.ts'
import { keyOf, tally } from './import-batch.ts'
import * as items from './item-repo.ts'
import * as people from './people-repo.ts'
import { type Facts, type Person, planOf } from './plan.ts'
import { type SyncOutcome, syncPeople } from './sync-repo.ts'
import type { StepResult } from './worker.ts'

/** They have the company's contacts for themselves meanwhile, so they are few. */
const BATCH = 50
const MAX_NAME = 255
const PROBLEMS: Partial<Record<SyncOutcome, ErrorCode>> = {
  numberless: 'ERR_CONTACT_SYNC_NUMBER',
  erased: 'ERR_CONTACT_ERASED',
}

/** Where a person of an address book has what, among the cells of a line; after these come the addresses. */
export const SYNC_CELLS = { name: 0, number: 1 }
const ADDRESSES = 2

export interface SyncChoice {
  channelId: number
  /** Channel within which its addresses mean the same person; 0 where they do everywhere. */
  scope: number
  tags: number[]
  wallets: number[]
}

/** A person as a line of a task; null for the channel's own number. */
export function cellsOf(party: Party, own: string | null): string[] | null {
  const number = numberOf(party)
  if (number !== null && own !== null && phoneVariants(own).includes(number)) return null
  const name = (party.name ?? party.username ?? '').trim().slice(0, MAX_NAME)
  return [name, number ?? '', ...party.addresses.map(({ kind, value }) => `${kind} ${value}`)]
}

function partyOf(cells: readonly string[]): Party {
  const name = cells[SYNC_CELLS.name]
  const phone = cells[SYNC_CELLS.number]
  const addresses = cells.slice(ADDRESSES).map((text): Address => {
    const [kind = '', ...value] = text.split(' ')
    return { kind, value: value.join(' ') }
  })
  return { addresses, ...(name ? { name } : {}), ...(phone ? { phone: `+${phone}` } : {}) }
}

/** The next people of an address book become contacts, by the rules by which whoever writes does. */
export async function syncBatch(
  tx: Tx,
  task: { id: number; position: number },
  choice: SyncChoice,
  digests: Digests,
): Promise<StepResult> {
  const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH })
  await lockContacts(tx, true)
  const { tenantId } = tx.scope
  const lines = batch.map(({ line, cells }) => {
    const party = storedParty(partyOf(cells), choice.scope)
    const marks = [
      ...digests.ofNumbers(tenantId, party.number ? phoneVariants(party.number) : []),
      ...digests.ofAddresses(tenantId, party.addresses),
    ]
    return { line, party, marks, key: party.number === undefined ? null : keyOf(party.number) }
  })
  const first = await items.firstLines(
    tx,
    task.id,
    lines.flatMap(({ key }) => key ?? []),
    batch[0]?.line ?? 0,
  )
  // an address book may have somebody twice, in two spellings
  for (const { line, key } of lines) if (key !== null && !first.has(key)) first.set(key, line)
  const isFirst = ({ line, key }: { line: number; key: string | null }) => key === null || first.get(key) === line
  const erased = await findErased(
    tx,
    lines.flatMap(({ marks }) => marks),
  )
  const rows = lines.filter(isFirst).map(({ line, party, marks }) => ({
    line,
    party,
    mayMake: party.number !== undefined,
    isErased: marks.some((mark) => erased.has(mark)),
  }))
  const results = await syncPeople(tx, choice.channelId, rows)
  const persons = await people.loadPeople(
    tx,
    results.flatMap(({ contactId }) => contactId ?? []),
  )
  const keys = new Map(lines.map(({ line, key }) => [line, key]))
  const counts: Record<string, number> = {}
  const twice = lines.filter((one) => !isFirst(one))
  tally(counts, 'kept', twice.length)
  const changes = twice.map(({ line, key }): items.ItemChange => ({ line, key, action: 'unchanged', outcome: 'kept' }))
  const patches = new Map<number, { id: number } & Facts>()
  const told = new Set<number>()
  for (const { line, contactId, outcome, before, after } of results) {
    const about = { line, contactId, key: keys.get(line) ?? null }
    const person = contactId === null ? undefined : persons.get(contactId)
    const problem = PROBLEMS[outcome] ?? null
    if (problem !== null || contactId === null || !person) {
      changes.push({ ...about, action: problem === null ? 'unchanged' : 'wrong', problem, outcome: 'kept' })
      tally(counts, problem === null ? 'kept' : 'wrong')
      continue
    }
    // somebody may be there by several addresses
    const marked = patches.has(contactId) ? null : marksOf(person, choice)
    if (marked) patches.set(contactId, { id: contactId, ...marked.after })
    if (outcome === 'created') {
      changes.push({
        ...about,
        action: 'new',
        before: null,
        after: { ...person, ...marked?.after },
        outcome: 'created',
      })
      tally(counts, 'created')
    } else if (after || marked) {
      const was = { ...before, ...marked?.before }
      changes.push({
        ...about,
        action: 'changed',
        before: was,
        after: { ...after, ...marked?.after },
        outcome: 'updated',
      })
      tally(counts, 'updated')
      told.add(contactId)
    } else {
      changes.push({ ...about, action: 'unchanged', outcome: 'kept' })
      tally(counts, 'kept')
    }
  }
  const wallets = await people.changePeople(tx, [...patches.values()])
  await items.updateItems(tx, task.id, changes)
  return {
    position: batch.at(-1)?.line ?? 0,
    done: batch.length,
    counts,
    isLast: batch.length < BATCH,
    changed: patches.size > 0 || (counts.created ?? 0) + (counts.updated ?? 0) > 0,
    ticketIds: await people.liveTicketsOf(tx, [...told]),
    wallets,
  }
}

/** The tags and owners for everybody, as far as somebody lacks them. */
function marksOf(person: Person, { tags, wallets }: SyncChoice): { before: Facts; after: Facts } | null {
  const wanted = { number: person.number ?? '', name: null, email: null, tags, wallets, extra: {} }
  const { before, after } = planOf(person, wanted, false)
  return after ? { before: before ?? {}, after } : null
}
