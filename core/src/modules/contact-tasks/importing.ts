import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { phoneVariants } from '../contacts/index.ts'
import type { Digests } from './digests.ts'
import { findErased } from './erase-repo.ts'
import { BATCH, type ImportParams, keyOf, knownBy, readItems, result, tally, wantedOf } from './import-batch.ts'
import * as items from './item-repo.ts'
import * as people from './people-repo.ts'
import { type Facts, planOf } from './plan.ts'
import type { Step } from './worker.ts'

/** Finds out what lines would do. */
export const createCheckStep = (digests: Digests): Step => ({
  async run(tx, task) {
    const { options } = task.params as ImportParams
    const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH })
    const { lines, refused } = await readItems(tx, batch, options)
    const keys = [...new Set(lines.map(({ line }) => keyOf(line.number)))]
    const first = await items.firstLines(tx, task.id, keys, batch[0]?.line ?? 0)
    const erased = await findErased(
      tx,
      digests.ofNumbers(
        tx.scope.tenantId,
        lines.flatMap(({ line }) => phoneVariants(line.number)),
      ),
    )
    const known = await knownBy(tx, lines, false)
    const counts: Record<string, number> = {}
    const changes: items.ItemChange[] = refused.map((item) => ({ ...item, action: 'wrong' }))
    tally(counts, 'wrong', refused.length)
    for (const read of lines) {
      const { line } = read.item
      const key = keyOf(read.line.number)
      const found = known(read.line.number)
      const earlier = first.get(key)
      const isErased =
        !found &&
        digests.ofNumbers(tx.scope.tenantId, phoneVariants(read.line.number)).some((digest) => erased.has(digest))
      if (earlier !== undefined || isErased) {
        const problem: ErrorCode = isErased ? 'ERR_CONTACT_ERASED' : 'ERR_IMPORT_TWICE'
        changes.push({ line, action: 'wrong', problem, detail: isErased ? null : String(earlier) })
        tally(counts, 'wrong')
        continue
      }
      first.set(key, line)
      const plan = planOf(found?.person ?? null, wantedOf(read, options), options.replace)
      changes.push({ line, key, contactId: found?.id ?? null, problem: null, detail: null, ...plan })
      tally(counts, plan.action)
    }
    await items.updateItems(tx, task.id, changes)
    return result(batch, { counts })
  },
})

/** Does what the check found, by what is so now: whoever came or went since is dealt with. */
export const applyStep: Step = {
  async run(tx, task) {
    const { options } = task.params as ImportParams
    const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH, where: items.TO_APPLY })
    const { lines, refused } = await readItems(tx, batch, options)
    const known = await knownBy(tx, lines, true)
    const counts: Record<string, number> = {}
    const changes: items.ItemChange[] = refused.map((item) => ({ ...item, outcome: 'kept' }))
    tally(counts, 'kept', refused.length)
    const made: { line: number; facts: Facts }[] = []
    const patches: ({ id: number } & Facts)[] = []
    const changedIds: number[] = []
    for (const read of lines) {
      const { line } = read.item
      const found = known(read.line.number)
      const { action, before, after } = planOf(found?.person ?? null, wantedOf(read, options), options.replace)
      if (!found && after) made.push({ line, facts: after })
      else if (found && after) {
        patches.push({ id: found.id, ...after })
        changedIds.push(found.id)
        changes.push({ line, action, before, after, contactId: found.id, outcome: 'updated' })
        tally(counts, 'updated')
      } else {
        changes.push({ line, action, before, after, contactId: found?.id ?? null, outcome: 'kept' })
        tally(counts, 'kept')
      }
    }
    const ids =
      made.length === 0
        ? new Map()
        : await people.insertPeople(
            tx,
            made.map(({ facts }) => facts),
          )
    for (const { line, facts } of made) {
      const id = ids.get(facts.number ?? '')
      if (id === undefined) throw new Error('an imported contact has no id')
      const { tags, wallets, extra } = facts
      patches.push({ id, ...(tags ? { tags } : {}), ...(wallets ? { wallets } : {}), ...(extra ? { extra } : {}) })
      changes.push({ line, action: 'new', before: null, after: facts, contactId: id, outcome: 'created' })
      tally(counts, 'created')
    }
    const wallets = await people.changePeople(tx, patches)
    await items.updateItems(tx, task.id, changes)
    const ticketIds = await people.liveTicketsOf(tx, changedIds)
    return result(batch, { counts, changed: patches.length > 0, ticketIds, wallets })
  },
}
