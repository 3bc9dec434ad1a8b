import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { isOn, readSettings } from '../settings/index.ts'
import type { ContactRules, ContactViewer } from './policy.ts'

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
