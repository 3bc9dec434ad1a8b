import type { Profile } from '../auth/contract.ts'
import { isSupervisor } from '../auth/policy.ts'

/** What the company's settings say about contacts. */
export interface ContactRules {
  hidePhoneNumbers: boolean
  listOnlyWalletContacts: boolean
  contactsPageOnlyAdmin: boolean
}

export interface ContactViewer {
  /** Null for jobs and the operator, who see everything. */
  userId: number | null
  profile: Profile
}

/** Shortest search that may be made from the new-ticket dialog (spec §5). */
const MIN_SEARCH = 2

/** Phone numbers are shown in full to admins and general supervisors. */
export const seesPhones = (viewer: ContactViewer, rules: ContactRules): boolean =>
  !rules.hidePhoneNumbers || viewer.userId === null || isSupervisor(viewer.profile)

/** The user whose wallet limits what is listed, or null. */
export const walletLimit = (viewer: ContactViewer, rules: ContactRules): number | null =>
  rules.listOnlyWalletContacts && !isSupervisor(viewer.profile) ? viewer.userId : null

/** Where the contacts page is for admins only, others may still find somebody whom they can name. */
export const mayList = (viewer: ContactViewer, rules: ContactRules, search: string): boolean =>
  !rules.contactsPageOnlyAdmin || viewer.userId === null || viewer.profile === 'admin' || search.length >= MIN_SEARCH

/** What a contact is left out of is for admins and general supervisors to say (behaviour §3.1). */
export const maySetFlags = (viewer: ContactViewer): boolean => viewer.userId === null || isSupervisor(viewer.profile)
