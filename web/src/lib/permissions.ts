import type { PlanFeature } from '@recado/core/modules/auth/contract'
import { type SignedInUser, session } from './session/session.ts'

/** Things of the shell and the admin screens; rules about single tickets are in the core's `policy.ts` files. */
export type Ability =
  | 'users.manage'
  | 'queues.manage'
  | 'tags.manage'
  | 'closing-reasons.manage'
  | 'hours.manage'
  | 'channels.manage'
  | 'settings.manage'
  | 'plugins.manage'
  | 'audit.view'
  | 'contacts.view'
  | 'contacts.delete'
  | 'contacts.merge'
  | 'contacts.import'
  | 'contacts.sync'
  | 'contacts.flags'
  | 'contacts.privacy'
  | 'panel.view'
  | 'tickets.bulk'
  | 'tenants.manage'

export type Settings = Readonly<Record<string, string>>

type Rule = (user: SignedInUser, settings: Settings) => boolean

const admin: Rule = (user) => user.profile === 'admin'
const supervisor: Rule = (user) => user.profile === 'admin' || user.profile === 'supervisor'

const RULES: Record<Ability, Rule> = {
  'users.manage': admin,
  'queues.manage': admin,
  'tags.manage': admin,
  'closing-reasons.manage': admin,
  'hours.manage': admin,
  'channels.manage': admin,
  'settings.manage': admin,
  'plugins.manage': admin,
  'audit.view': admin,
  'contacts.view': (user, settings) => user.profile === 'admin' || settings.contactsPageOnlyAdmin !== 'enabled',
  'contacts.delete': admin,
  'contacts.merge': supervisor,
  'contacts.import': supervisor,
  'contacts.sync': admin,
  'contacts.flags': supervisor,
  'contacts.privacy': admin,
  // said here too: the policy would bring the schemas of tickets into the first load
  'panel.view': (user) => user.profile !== 'user',
  'tickets.bulk': admin,
  'tenants.manage': (user) => user.isOperator,
}

/** Whether the operator left an entry of the menu (the id of its screen) to the company. Read inside an `observer`. */
export const hasMenu = (id: string): boolean => session.user?.menuPermissions[id] !== false

/** Whether the company’s plan has it. Read inside an `observer`. */
export const hasFeature = (feature: PlanFeature): boolean => !(session.user?.planLacks ?? []).includes(feature)

/** Pure; the server decides again. */
export const allows = (ability: Ability, user: SignedInUser | null, settings: Settings = {}): boolean =>
  user !== null && RULES[ability](user, settings)

/** For the signed-in user. Read inside an `observer` or a route guard. */
export const can = (ability: Ability, settings: Settings = {}): boolean => allows(ability, session.user, settings)
