import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type IdList, idsOf, pageOf } from '../../platform/http/shapes.ts'
import { audit, type FileUrl, type RealtimePort } from '../auth/index.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { CONTACT_FLAGS, type Contact, type ContactCreate, type ContactUpdate } from './contract.ts'
import { isMasked, normalisePhone, phoneVariants } from './phone.ts'
import { type ContactRules, type ContactViewer, mayList, seesPhones, walletLimit } from './policy.ts'
import { presentContact, presentContactRow } from './presenter.ts'
import * as repo from './repo.ts'
import { findRules, searchContacts } from './search-repo.ts'

const PAGE = 40

export interface ContactDeps {
  uow: UnitOfWork
  realtime: RealtimePort
  fileUrl: FileUrl
}

export interface ContactListQuery {
  searchParam?: string
  pageNumber?: number
  pageSize?: number
  tagsIds?: number[]
  walletIds?: number[]
  whatsappIds?: number[]
  isGroup?: boolean
}

export const contactViewer = ({ actor }: Scope): ContactViewer =>
  actor.kind === 'user' ? { userId: actor.userId, profile: actor.profile } : { userId: null, profile: 'admin' }

export async function readContactRules(tx: Tx): Promise<ContactRules> {
  const settings = await readSettings(tx)
  return {
    hidePhoneNumbers: isOn(settings, 'hidePhoneNumbers'),
    listOnlyWalletContacts: isOn(settings, 'listOnlyWalletContacts'),
    contactsPageOnlyAdmin: isOn(settings, 'contactsPageOnlyAdmin'),
  }
}

/** The number to store: null = none, undefined = leave as it is. @throws ERR_WAPP_INVALID_CONTACT */
function numberOf(given: string | null | undefined): string | null | undefined {
  if (given === undefined || (given !== null && isMasked(given))) return undefined
  if (given === null || given.trim() === '') return null
  const number = normalisePhone(given)
  if (number === null) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return number
}

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

export function createContactService({ uow, realtime, fileUrl }: ContactDeps) {
  const saveRelations = async (
    tx: Tx,
    id: number,
    { extraInfo, tags, wallets }: Pick<ContactUpdate, 'extraInfo' | 'tags' | 'wallets'>,
  ): Promise<void> => {
    if (extraInfo) await repo.replaceExtras(tx, id, extrasOf(extraInfo))
    if (tags && !(await repo.replaceTags(tx, id, idsOf(tags)))) throw new AppError('ERR_NO_TAG_FOUND')
    if (wallets && !(await repo.replaceWallets(tx, id, idsOf(wallets)))) throw new AppError('ERR_NO_USER_FOUND')
  }

  /**
   * Everybody gets what they may see: where numbers are hidden, the masked form, and only admins the full one; where
   * people list only their wallets, its owners and the admins.
   */
  const tell = async (record: repo.ContactRecord, rules: ContactRules): Promise<void> => {
    const { tenantId } = record
    const event = (showPhones: boolean) => ({
      type: 'contact:update',
      payload: presentContact(record, { showPhones, fileUrl }),
    })
    if (!rules.listOnlyWalletContacts)
      await realtime.publish({ tenantId, to: 'tenant' }, 'contactList', event(!rules.hidePhoneNumbers))
    else
      for (const owner of record.wallets)
        await realtime.publish(
          { tenantId, to: 'user', userId: owner.id },
          'contactList',
          event(!rules.hidePhoneNumbers),
        )
    if (rules.listOnlyWalletContacts || rules.hidePhoneNumbers)
      await realtime.publish({ tenantId, to: 'admins' }, 'contactList', event(true))
  }

  /** The contact as the caller sees it, after a change that others are told of. */
  const changed = async (tx: Tx, id: number): Promise<Contact> => {
    const [record] = await repo.loadContacts(tx, [id])
    if (!record) throw new AppError('ERR_NO_CONTACT_FOUND')
    const rules = await readContactRules(tx)
    tx.afterCommit(() => tell(record, rules))
    return presentContact(record, { showPhones: seesPhones(contactViewer(tx.scope), rules), fileUrl })
  }

  const locked = async (tx: Tx, id: number): Promise<{ number: string | null }> => {
    const contact = await repo.lockContact(tx, id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    return contact
  }

  return {
    /** @throws ERR_NO_PERMISSION where the contacts page is for admins only and nobody in particular is looked for */
    async list(scope: Scope, query: ContactListQuery) {
      const viewer = contactViewer(scope)
      const search = query.searchParam?.trim() ?? ''
      const { skip, take } = pageOf(query, PAGE)
      const rules = await findRules(uow, scope)
      if (!mayList(viewer, rules, search)) throw new AppError('ERR_NO_PERMISSION')
      const showPhones = seesPhones(viewer, rules)
      const { records, count } = await searchContacts(uow, scope, {
        search,
        byNumber: showPhones,
        walletOf: walletLimit(viewer, rules),
        tagsIds: query.tagsIds,
        walletIds: query.walletIds,
        channelIds: query.whatsappIds,
        isGroup: query.isGroup,
        skip,
        take,
      })
      const contacts = records.map((record) => presentContactRow(record, { showPhones, fileUrl }))
      return { contacts, count, hasMore: count > skip + records.length }
    },

    get: (scope: Scope, id: number): Promise<Contact> =>
      uow.run(scope, async (tx) => {
        const [record] = await repo.loadContacts(tx, [id])
        if (!record) throw new AppError('ERR_NO_CONTACT_FOUND')
        const rules = await readContactRules(tx)
        return presentContact(record, { showPhones: seesPhones(contactViewer(scope), rules), fileUrl })
      }),

    /** @throws ERR_WAPP_INVALID_CONTACT, ERR_DUPLICATED_CONTACT, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND */
    async create(scope: Scope, contact: ContactCreate): Promise<Contact> {
      const number = numberOf(contact.number) ?? null
      return uow.run(scope, async (tx) => {
        if (number !== null) {
          await repo.lockNumbers(tx)
          if (await repo.isNumberTaken(tx, phoneVariants(number), null)) throw new AppError('ERR_DUPLICATED_CONTACT')
        }
        const id = await repo.insertContact(tx, { ...columnsOf(contact), name: contact.name.trim(), number })
        await repo.movePhone(tx, id, null, number)
        await saveRelations(tx, id, contact)
        return changed(tx, id)
      })
    },

    /** @throws ERR_NO_CONTACT_FOUND and those of `create` */
    async update(scope: Scope, id: number, change: ContactUpdate): Promise<Contact> {
      const number = numberOf(change.number)
      return uow.run(scope, async (tx) => {
        const before = await locked(tx, id)
        const isMoved = number !== undefined && number !== before.number
        if (isMoved && number !== null) {
          await repo.lockNumbers(tx)
          if (await repo.isNumberTaken(tx, phoneVariants(number), id)) throw new AppError('ERR_DUPLICATED_CONTACT')
        }
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

    /** @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_TICKETS_REGISTERED */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await locked(tx, id)
        if (await repo.hasTickets(tx, id)) throw new AppError('ERR_CONTACT_TICKETS_REGISTERED')
        await repo.deleteContact(tx, id)
        await audit(tx, { action: 'contact.delete', object: `contact:${id}` })
        const { tenantId } = scope
        const event = { type: 'contact:delete', payload: { id } }
        tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'contactList', event))
      })
    },
  }
}

export type ContactService = ReturnType<typeof createContactService>
