import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { lockContacts } from '../contacts/index.ts'
import * as items from './item-repo.ts'
import * as people from './people-repo.ts'
import type { Step } from './worker.ts'

const BATCH = 200

/** Deletes contacts without tickets; the others stay, each with its reason. */
export const deleteStep: Step = {
  async run(tx, task) {
    const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH })
    await lockContacts(tx, false)
    const ids = batch.flatMap(({ contactId }) => contactId ?? [])
    const standing = new Set(await people.lockPeople(tx, ids))
    const tickets = await people.withTickets(tx, [...standing])
    const changes = batch.map(({ line, contactId }): items.ItemChange => {
      const problem: ErrorCode | null =
        contactId === null || !standing.has(contactId)
          ? 'ERR_NO_CONTACT_FOUND'
          : tickets.has(contactId)
            ? 'ERR_CONTACT_TICKETS_REGISTERED'
            : null
      return { line, problem, outcome: problem === null ? 'deleted' : 'kept' }
    })
    const kept = changes.filter(({ problem }) => problem !== null).length
    await people.deletePeople(
      tx,
      [...standing].filter((id) => !tickets.has(id)),
    )
    await items.updateItems(tx, task.id, changes)
    return {
      position: batch.at(-1)?.line ?? 0,
      done: batch.length,
      counts: { deleted: batch.length - kept, ...(kept > 0 ? { kept } : {}) },
      isLast: batch.length < BATCH,
      changed: true,
    }
  },
}
