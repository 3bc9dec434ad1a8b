export { lockContacts } from './merge-repo.ts'
export { currentContact } from './merging.ts'
export type { ContactNews } from './news.ts'
export { numberOf, type StoredAddress, type StoredParty, storedAddress, storedParty } from './party.ts'
export { maskPhone, normalisePhone, phoneVariants } from './phone.ts'
export { type ContactRules, seesPhones } from './policy.ts'
export { type ContactView, presentContact, shownName, shownPhone } from './presenter.ts'
export { type ContactRecord, loadContacts, lockNumbers, movePhone } from './repo.ts'
export { contactRoutes } from './routes.ts'
export { type ContactFilter, contactFilterSql } from './search-repo.ts'
export {
  type ContactDeps,
  type ContactService,
  createContactService,
} from './service.ts'
export { type ContactFilterQuery, loadFilter } from './viewing.ts'
