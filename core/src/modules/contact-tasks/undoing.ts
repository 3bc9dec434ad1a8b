import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { lockContacts, movePhone } from '../contacts/index.ts'
import { BATCH, result, tally } from './import-batch.ts'
import * as items from './item-repo.ts'
import * as people from './people-repo.ts'
import { type Facts, isAsMade, takeBack } from './plan.ts'
import type { Step } from './worker.ts'

/** Takes back what was done, as far as nobody has done more since. */
export const undoStep: Step = {
  async run(tx, task) {
    const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH, where: items.TO_UNDO })
    await lockContacts(tx, false)
    const ids = batch.flatMap(({ contactId }) => contactId ?? [])
    const standing = await people.lockPeople(tx, ids)
    const persons = await people.loadPeople(tx, standing)
    const tickets = await people.withTickets(tx, standing)
    const more = await people.withMore(tx, standing)
    const counts: Record<string, number> = {}
    const changes: items.ItemChange[] = []
    const patches: ({ id: number } & Facts)[] = []
    const gone: number[] = []
    for (const { line, contactId, outcome, before, after } of batch) {
      const now = contactId === null ? undefined : persons.get(contactId)
      if (contactId === null || !now) {
        // it was deleted, merged or erased since: nothing of the import is left to take back
        changes.push({ line, undo: outcome === 'created' ? 'removed' : 'left' })
        tally(counts, outcome === 'created' ? 'removed' : 'left')
      } else if (outcome === 'created') {
        const problem: ErrorCode | null = tickets.has(contactId)
          ? 'ERR_CONTACT_TICKETS_REGISTERED'
          : more.has(contactId) || !isAsMade(now, after ?? {})
            ? 'ERR_CONTACT_CHANGED'
            : null
        if (problem === null) gone.push(contactId)
        changes.push({ line, undo: problem === null ? 'removed' : 'left', problem })
        tally(counts, problem === null ? 'removed' : 'left')
      } else {
        const { facts, isWhole } = takeBack(now, before ?? {}, after ?? {})
        patches.push({ id: contactId, ...facts })
        if (facts.number !== undefined) await movePhone(tx, contactId, now.number, facts.number)
        changes.push({ line, undo: isWhole ? 'restored' : 'left', problem: isWhole ? null : 'ERR_CONTACT_CHANGED' })
        tally(counts, isWhole ? 'restored' : 'left')
      }
    }
    const wallets = await people.changePeople(tx, patches)
    await people.deletePeople(tx, gone)
    await items.updateItems(tx, task.id, changes)
    const ticketIds = await people.liveTicketsOf(
      tx,
      patches.map(({ id }) => id),
    )
    return result(batch, { counts, changed: batch.length > 0, ticketIds, wallets })
  },
}
