export { currentContact } from './merging.ts'
export { maskPhone, normalisePhone, phoneVariants } from './phone.ts'
export { type ContactRules, seesPhones } from './policy.ts'
export { type ContactView, presentContact } from './presenter.ts'
export type { ContactRecord } from './repo.ts'
export { contactRoutes } from './routes.ts'
export {
  type ContactDeps,
  type ContactService,
  createContactService,
} from './service.ts'
