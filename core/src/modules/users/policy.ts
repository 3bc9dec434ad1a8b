import type { Profile } from '../auth/contract.ts'
import type { UserUpdate } from './contract.ts'

/** Who acts: a person of the company, or the operator in it. */
export interface UserActor {
  userId: number
  profile: Profile
  /** The operator, who is nobody of this company. */
  isOperator: boolean
}

const OWN_FIELDS = ['name', 'email', 'password', 'currentPassword', 'locale', 'profilePicId'] as const
const RIGHTS = [
  'profile',
  'queues',
  'channels',
  'callChannels',
  'sip',
  'isActive',
  'blockMultipleLogins',
  'ignoreWallet',
  'allowCalls',
] as const

const isSelf = (actor: UserActor, userId: number) => !actor.isOperator && actor.userId === userId
const isAdmin = (actor: UserActor) => actor.isOperator || actor.profile === 'admin'

/**
 * The part of a change that somebody may make to a user, null when none at all. Edit forms send the whole record
 * back, so what one may not change is left out, not refused.
 */
export function permittedChange(actor: UserActor, userId: number, change: UserUpdate): UserUpdate | null {
  if (isAdmin(actor)) return change
  if (!isSelf(actor, userId)) return null
  return Object.fromEntries(
    OWN_FIELDS.filter((field) => change[field] !== undefined).map((field) => [field, change[field]]),
  )
}

/** Whether the own password must be given again before a change (reliability A-14). */
export const needsOwnPassword = (actor: UserActor, userId: number, change: UserUpdate, currentEmail: string): boolean =>
  isSelf(actor, userId) && (Boolean(change.password) || (change.email !== undefined && change.email !== currentEmail))

/** Does it change what the user may see or do? Then cached rights must go. */
export const changesRights = (change: UserUpdate): boolean => RIGHTS.some((field) => change[field] !== undefined)

/** Whether somebody may know how a user signs in and telephones. */
export const seesAccess = (actor: UserActor, userId: number): boolean => isAdmin(actor) || isSelf(actor, userId)

export const canReadSchedule = (actor: UserActor, userId: number): boolean => isAdmin(actor) || isSelf(actor, userId)

export const canSaveConfigs = (actor: UserActor, userId: number): boolean => isSelf(actor, userId)
