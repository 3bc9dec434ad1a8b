import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type IdList, idsOf, pageOf } from '../../platform/http/shapes.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { CONTACT_FLAGS, type Contact, type ContactCreate, type ContactFlag, type ContactUpdate } from './contract.ts'
import { createExporting } from './exporting.ts'
import { createHearing } from './hearing.ts'
import { findRoot, lockContacts } from './merge-repo.ts'
import { createMerging, type MergingDeps } from './merging.ts'
import { createContactNews } from './news.ts'
import { isMasked, normalisePhone, phoneVariants } from './phone.ts'
import { createPictures, type PictureDeps } from './pictures.ts'
import { mayList, maySetFlags, seesPhones } from './policy.ts'
import { presentContact, presentContactRow } from './presenter.ts'
import * as repo from './repo.ts'
import { searchContacts } from './search-repo.ts'
import { contactViewer, readContactRules } from './viewer.ts'
import { type ContactFilterQuery, loadFilter } from './viewing.ts'

const PAGE = 40

export interface ContactDeps extends Omit<MergingDeps & PictureDeps, 'news'> {
  realtime: RealtimePort
  /** Is a phone number on the network of a connected channel? `unasked` where none can tell. */
  checkNumber(scope: Scope, number: string): Promise<'there' | 'absent' | 'unasked' | 'unanswered'>
  /** Others are responsible for a contact than before; after commit. */
  onWalletsChanged(tenantId: number, contactId: number, former: number[]): void
}

export interface ContactListQuery extends ContactFilterQuery {
  pageNumber?: number
  pageSize?: number
}

/** The number to store: null = none, undefined = leave as it is. @throws ERR_WAPP_INVALID_CONTACT */
function numberOf(given: string | null | undefined): string | null | undefined {
  if (given === undefined || (given !== null && isMasked(given))) return undefined
  if (given === null || given.trim() === '') return null
  const number = normalisePhone(given)
  if (number === null) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return number
}

/** Somebody who sends a number back as they got it leaves it as it is, whatever its country. */
const isSame = (given: string, number: string): boolean => given.replace(/\D/g, '') === number

/** The last of several values of one name counts. */
const extrasOf = (extras: { name: string; value: string }[]) => [
  ...new Map(extras.map(({ name, value }) => [name.trim(), { name: name.trim(), value }])).values(),
]

function columnsOf(change: ContactCreate | ContactUpdate) {
  const email = change.email?.trim()
  return {
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
    ...(change.email === undefined ? {} : { email: email ? email : null }),
    ...('isBlocked' in change && change.isBlocked !== undefined ? { isBlocked: change.isBlocked } : {}),
    ...Object.fromEntries(CONTACT_FLAGS.flatMap((flag) => (change[flag] === undefined ? [] : [[flag, change[flag]]]))),
  }
}

export function createContactService(deps: ContactDeps) {
  const { uow, fileUrl } = deps
  const news = createContactNews(deps)

  const walletsChanged = (tx: Tx, contactId: number, former: number[]): void => {
    const { tenantId } = tx.scope
    tx.emit('contact.wallets', { contactId, former })
    tx.afterCommit(() => deps.onWalletsChanged(tenantId, contactId, former))
  }

  const saveWallets = async (tx: Tx, id: number, userIds: number[]): Promise<void> => {
    const former = await repo.walletsOf(tx, id)
    if (!(await repo.replaceWallets(tx, id, userIds))) throw new AppError('ERR_NO_USER_FOUND')
    const isSame = former.length === userIds.length && former.every((userId) => userIds.includes(userId))
    if (!isSame) walletsChanged(tx, id, former)
  }

  const saveRelations = async (
    tx: Tx,
    id: number,
    { extraInfo, tags, wallets }: Pick<ContactUpdate, 'extraInfo' | 'tags' | 'wallets'>,
  ): Promise<void> => {
    if (extraInfo) await repo.replaceExtras(tx, id, extrasOf(extraInfo))
    if (tags && !(await repo.replaceTags(tx, id, idsOf(tags)))) throw new AppError('ERR_NO_TAG_FOUND')
    if (wallets) await saveWallets(tx, id, idsOf(wallets))
  }

  /** The contact as the caller sees it, after a change that others are told of. */
  const changed = async (tx: Tx, id: number): Promise<Contact> => {
    const [record] = await repo.loadContacts(tx, [id])
    if (!record) throw new AppError('ERR_NO_CONTACT_FOUND')
    const rules = await readContactRules(tx)
    tx.afterCommit(() => news.tell(record, rules))
    return presentContact(record, { showPhones: seesPhones(contactViewer(tx.scope), rules), fileUrl })
  }

  /** Before anything is locked: a provider may take its time. @throws ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT */
  const requireThere = async (scope: Scope, number: string, { checkNumber = true }: ContactUpdate): Promise<void> => {
    if (await uow.run(scope, (tx) => repo.isNumberTaken(tx, phoneVariants(number), null)))
      throw new AppError('ERR_DUPLICATED_CONTACT')
    const verdict = checkNumber ? await deps.checkNumber(scope, number) : 'unasked'
    if (verdict === 'absent') throw new AppError('ERR_WAPP_INVALID_CONTACT', { params: { number } })
    if (verdict === 'unanswered') throw new AppError('ERR_WAPP_CHECK_CONTACT')
  }

  /** @throws ERR_NO_PERMISSION for flags that somebody may not change */
  const checkFlags = (scope: Scope, change: ContactUpdate, now: Partial<Record<ContactFlag, boolean>>): void => {
    if (maySetFlags(contactViewer(scope))) return
    const changes = CONTACT_FLAGS.some((flag) => change[flag] !== undefined && change[flag] !== (now[flag] ?? false))
    if (changes) throw new AppError('ERR_NO_PERMISSION')
  }

  const locked = async (tx: Tx, id: number, numbers: string[] = []): Promise<repo.LockedContact> => {
    await lockContacts(tx, false)
    if (numbers.length > 0) await repo.lockNumbers(tx, numbers)
    const contact = await repo.lockContact(tx, id)
    if (!contact || contact.erasedAt) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (contact.isMerged) throw new AppError('ERR_CONTACT_MERGED')
    return contact
  }

  return {
    merging: createMerging({ ...deps, news }),
    pictures: createPictures({ ...deps, news }),
    heard: createHearing({ uow, news }),
    exporting: createExporting(deps),
    news,

    /** @throws ERR_NO_PERMISSION where the contacts page is for admins only and nobody in particular is looked for */
    async list(scope: Scope, query: ContactListQuery) {
      const { skip, take } = pageOf(query, PAGE)
      const { filter, rules } = await loadFilter(uow, scope, query)
      if (!mayList(contactViewer(scope), rules, filter.search)) throw new AppError('ERR_NO_PERMISSION')
      const showPhones = filter.byNumber
      const { records, count } = await searchContacts(uow, scope, { ...filter, skip, take })
      const contacts = records.map((record) => presentContactRow(record, { showPhones, fileUrl }))
      return { contacts, count, hasMore: count > skip + records.length }
    },

    /** Of a merged one: the contact that it became part of. */
    get: (scope: Scope, id: number): Promise<Contact> =>
      uow.run(scope, async (tx) => {
        const root = await findRoot(tx, id)
        const [record] = root === null ? [] : await repo.loadContacts(tx, [root])
        if (!record) throw new AppError('ERR_NO_CONTACT_FOUND')
        const rules = await readContactRules(tx)
        return presentContact(record, { showPhones: seesPhones(contactViewer(scope), rules), fileUrl })
      }),

    /** @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT, ERR_DUPLICATED_CONTACT, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND */
    async create(scope: Scope, contact: ContactCreate): Promise<Contact> {
      const number = numberOf(contact.number) ?? null
      checkFlags(scope, contact, {})
      if (number !== null) await requireThere(scope, number, contact)
      return uow.run(scope, async (tx) => {
        await lockContacts(tx, false)
        if (number !== null) {
          await repo.lockNumbers(tx, phoneVariants(number))
          if (await repo.isNumberTaken(tx, phoneVariants(number), null)) throw new AppError('ERR_DUPLICATED_CONTACT')
        }
        const id = await repo.insertContact(tx, { ...columnsOf(contact), name: contact.name.trim(), number })
        await repo.movePhone(tx, id, null, number)
        await saveRelations(tx, id, contact)
        return changed(tx, id)
      })
    },

    /** @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_MERGED and those of `create` */
    async update(scope: Scope, id: number, { number: given, ...change }: ContactUpdate): Promise<Contact> {
      const now = await uow.run(scope, (tx) => repo.numberOf(tx, id))
      const number = given && now && isSame(given, now) ? undefined : numberOf(given)
      // another spelling of its own number is none that has to be looked up
      if (number && !(now && phoneVariants(now).includes(number))) await requireThere(scope, number, change)
      return uow.run(scope, async (tx) => {
        const variants = number ? phoneVariants(number) : []
        const before = await locked(tx, id, variants)
        checkFlags(scope, change, before)
        const isMoved = number !== undefined && number !== before.number
        if (isMoved && variants.length > 0 && (await repo.isNumberTaken(tx, variants, id)))
          throw new AppError('ERR_DUPLICATED_CONTACT')
        const columns = columnsOf(change)
        // Whoever sees a masked name sends it back.
        if (columns.name !== undefined && isMasked(columns.name)) delete columns.name
        await repo.updateContact(tx, id, { ...columns, ...(isMoved ? { number } : {}) })
        if (isMoved) await repo.movePhone(tx, id, before.number, number)
        await saveRelations(tx, id, change)
        return changed(tx, id)
      })
    },

    saveTags: (scope: Scope, id: number, tags: IdList): Promise<Contact> =>
      uow.run(scope, async (tx) => {
        await locked(tx, id)
        await saveRelations(tx, id, { tags })
        return changed(tx, id)
      }),

    saveWallets: (scope: Scope, id: number, wallets: IdList): Promise<Contact> =>
      uow.run(scope, async (tx) => {
        await locked(tx, id)
        await saveRelations(tx, id, { wallets })
        return changed(tx, id)
      }),

    /** Before a person is deleted: nobody waits for them any more. For the `beforeRemoval` port of users. */
    async beforeRemoval(tx: Tx, userId: number): Promise<void> {
      for (const { contactId, former } of await repo.leaveWallets(tx, userId)) walletsChanged(tx, contactId, former)
      const { tenantId } = tx.scope
      tx.afterCommit(() => deps.realtime.publish({ tenantId, to: 'tenant' }, 'contactsChanged', { action: 'update' }))
    },

    /** @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_TICKETS_REGISTERED */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await locked(tx, id)
        if (await repo.hasTickets(tx, id)) throw new AppError('ERR_CONTACT_TICKETS_REGISTERED')
        await repo.deleteContact(tx, id)
        await audit(tx, { action: 'contact.delete', object: `contact:${id}` })
        tx.afterCommit(() => news.announceGone(scope.tenantId, id))
      })
    },
  }
}

export type ContactService = ReturnType<typeof createContactService>
