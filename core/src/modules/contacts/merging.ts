import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit, type FileUrl } from '../auth/index.ts'
import type { Contact, ContactContents, ContactMerge } from './contract.ts'
import { presentMerge } from './merge-presenter.ts'
import * as repo from './merge-repo.ts'
import type { ContactNews } from './news.ts'
import { seesPhones } from './policy.ts'
import { presentContact } from './presenter.ts'
import { loadContacts, walletsOf } from './repo.ts'
import { contactViewer, readContactRules } from './viewer.ts'

export interface MergingDeps {
  uow: UnitOfWork
  fileUrl: FileUrl
  news: ContactNews
  /** Tickets look different now: they have another contact, or were closed or opened with it. Told after commit. */
  onTicketsChanged(tenantId: number, ids: number[]): void
  /** Others are responsible for a contact than before. */
  onWalletsChanged(tenantId: number, contactId: number, former: number[]): void
}

/** Contacts that turn out to be one person, and those that were not. */
export function createMerging({ uow, fileUrl, news, onTicketsChanged, onWalletsChanged }: MergingDeps) {
  const announce = async (tenantId: number, mergeIds: number[]): Promise<void> => {
    const merges = await repo.findNews(uow, { tenantId }, mergeIds)
    await news.announce(
      tenantId,
      merges.map(({ intoId }) => intoId),
    )
    onTicketsChanged(tenantId, [...new Set(merges.flatMap(({ ticketIds }) => ticketIds))])
    for (const { intoId, owners, mergedOwners, newOwners } of merges) {
      // each of the two had tickets that its own owners saw, and others where it had none
      const ownersBefore = [mergedOwners, owners.filter((id) => !newOwners.includes(id))]
      for (const former of ownersBefore) {
        if (former.length !== owners.length || !former.every((id) => owners.includes(id)))
          onWalletsChanged(tenantId, intoId, former)
      }
    }
    for (const { mergedId } of merges) await news.announceGone(tenantId, mergedId)
  }

  const shown = async (tx: Tx, ids: number[]): Promise<Contact[]> => {
    const records = await loadContacts(tx, ids)
    const showPhones = seesPhones(contactViewer(tx.scope), await readContactRules(tx))
    return records.map((record) => presentContact(record, { showPhones, fileUrl }))
  }
  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw new AppError('ERR_NO_CONTACT_FOUND')
    return value
  }
  const rootOf = async (tx: Tx, id: number): Promise<number> => found((await repo.findRoot(tx, id)) ?? undefined)

  return {
    /** For merges that happened while events came in. */
    announce,

    /**
     * Makes another contact part of this one.
     * @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_MERGE_SELF, ERR_CONTACT_MERGE_GROUP, ERR_CONTACT_MERGED
     */
    async merge(scope: Scope, id: number, contactId: number): Promise<Contact> {
      if (id === contactId) throw new AppError('ERR_CONTACT_MERGE_SELF')
      return uow.run(scope, async (tx) => {
        await repo.lockContacts(tx, true)
        const standing = await repo.findStanding(tx, [id, contactId])
        if (standing.length < 2) throw new AppError('ERR_NO_CONTACT_FOUND')
        const gone = standing.find(({ mergedIntoId }) => mergedIntoId !== null)
        if (gone) throw new AppError('ERR_CONTACT_MERGED')
        if (standing.some(({ isGroup }) => isGroup)) throw new AppError('ERR_CONTACT_MERGE_GROUP')
        const mergeId = await repo.merge(tx, id, contactId, userIdOf(scope))
        await audit(tx, { action: 'contact.merge', object: `contact:${id}`, details: { mergeId, contactId } })
        tx.afterCommit(() => announce(scope.tenantId, [mergeId]))
        const [contact] = await shown(tx, [id])
        return found(contact)
      })
    },

    /** What became part of a contact; newest first. @throws ERR_NO_CONTACT_FOUND */
    list: (scope: Scope, id: number): Promise<ContactMerge[]> =>
      uow.run(scope, async (tx) => {
        const records = await repo.listMerges(tx, await rootOf(tx, id))
        const showPhones = seesPhones(contactViewer(scope), await readContactRules(tx))
        return records.map((record) => presentMerge(record, { showPhones, locale: scope.locale }))
      }),

    /** Moves back what a merge moved. @throws ERR_NO_CONTACT_MERGE_FOUND, ERR_CONTACT_MERGE_UNDONE, ERR_CONTACT_MERGE_NESTED */
    undo: (scope: Scope, mergeId: number): Promise<{ contact: Contact; restored: Contact }> =>
      uow.run(scope, async (tx) => {
        await repo.lockContacts(tx, true)
        const merge = await repo.findMerge(tx, mergeId)
        if (!merge) throw new AppError('ERR_NO_CONTACT_MERGE_FOUND')
        if (merge.undoneAt) throw new AppError('ERR_CONTACT_MERGE_UNDONE')
        const former = await walletsOf(tx, merge.intoId)
        const tickets = merge.isNested ? null : await repo.unmerge(tx, mergeId, userIdOf(scope))
        if (tickets === null) throw new AppError('ERR_CONTACT_MERGE_NESTED')
        const ids = [merge.intoId, merge.merged.id]
        const details = { mergeId, contactId: merge.merged.id }
        await audit(tx, { action: 'contact.unmerge', object: `contact:${merge.intoId}`, details })
        tx.afterCommit(async () => {
          await news.announce(scope.tenantId, ids)
          onTicketsChanged(scope.tenantId, [...new Set(tickets)])
          if (former.length > 0) for (const id of ids) onWalletsChanged(scope.tenantId, id, former)
        })
        const [contact, restored] = await shown(tx, ids)
        return { contact: found(contact), restored: found(restored) }
      }),

    /** What a merge would move besides the contact's own data. @throws ERR_NO_CONTACT_FOUND */
    contents: (scope: Scope, id: number): Promise<ContactContents> =>
      uow.run(scope, async (tx) => {
        const { tickets, live } = await repo.findContents(tx, await rootOf(tx, id))
        return {
          tickets,
          live: live.map((ticket) => ({ ...ticket, lastMessageAt: ticket.lastMessageAt.toISOString() })),
        }
      }),
  }
}

/**
 * The contact that tickets and the like are made for: itself, or the one that it was merged into. None is merged until
 * the unit of work ends, so call it before anything is locked.
 */
export async function currentContact(tx: Tx, id: number): Promise<{ id: number; isGroup: boolean } | null> {
  await repo.lockContacts(tx, false)
  const root = await repo.findRoot(tx, id)
  const [contact] = root === null ? [] : await repo.findStanding(tx, [root])
  return contact ? { id: contact.id, isGroup: contact.isGroup } : null
}
