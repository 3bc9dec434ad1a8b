import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { FileUrl, RealtimePort } from '../auth/index.ts'
import type { ContactRules } from './policy.ts'
import { presentContact } from './presenter.ts'
import * as repo from './repo.ts'
import { ignoringWallets } from './search-repo.ts'
import { readContactRules } from './viewer.ts'

/** Tells screens what became of contacts. Call it after commit. */
export function createContactNews({
  uow,
  realtime,
  fileUrl,
}: {
  uow: UnitOfWork
  realtime: RealtimePort
  fileUrl: FileUrl
}) {
  /**
   * Everybody gets what they may see: where numbers are hidden, the masked form, and only admins the full one; where
   * people list only their wallets and nobody's, its owners, those who need not keep to that, and the admins.
   */
  const tell = async (record: repo.ContactRecord, rules: ContactRules): Promise<void> => {
    const { tenantId } = record
    const event = (showPhones: boolean) => ({
      type: 'contact:update',
      payload: presentContact(record, { showPhones, fileUrl }),
    })
    const isForAll = !rules.listOnlyWalletContacts || record.wallets.length === 0
    if (isForAll) await realtime.publish({ tenantId, to: 'tenant' }, 'contactList', event(!rules.hidePhoneNumbers))
    else {
      const userIds = [...record.wallets.map(({ id }) => id), ...(await ignoringWallets(uow, tenantId))]
      for (const userId of new Set(userIds))
        await realtime.publish({ tenantId, to: 'user', userId }, 'contactList', event(!rules.hidePhoneNumbers))
    }
    if (!isForAll || rules.hidePhoneNumbers)
      await realtime.publish({ tenantId, to: 'admins' }, 'contactList', event(true))
  }

  return {
    tell,

    /** Those that stand for themselves, as they are now. */
    async announce(tenantId: number, ids: number[]): Promise<void> {
      const { records, rules } = await uow.run(systemScope(tenantId, 'contacts'), async (tx) => ({
        records: await repo.loadContacts(tx, [...new Set(ids)]),
        rules: await readContactRules(tx),
      }))
      for (const record of records)
        if (record.mergedIntoId === null && record.erasedAt === null) await tell(record, rules)
    },

    async announceGone(tenantId: number, id: number): Promise<void> {
      const event = { type: 'contact:delete', payload: { id } }
      await realtime.publish({ tenantId, to: 'tenant' }, 'contactList', event)
    },
  }
}

export type ContactNews = ReturnType<typeof createContactNews>
