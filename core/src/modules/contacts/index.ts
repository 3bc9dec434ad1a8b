export { maskPhone, normalisePhone, phoneVariants } from './phone.ts'
export { type ContactRules, type ContactViewer, seesPhones, walletLimit } from './policy.ts'
export { type ContactView, presentContact } from './presenter.ts'
export { type ContactRecord, loadContacts } from './repo.ts'
export { contactRoutes } from './routes.ts'
export {
  type ContactDeps,
  type ContactService,
  contactViewer,
  createContactService,
  readContactRules,
} from './service.ts'
