import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Empty, Id, IdList, IdParams, Moment, Nullable, PageQuery, Uuid } from '../../platform/http/shapes.ts'
import { LocaleSchema, LoginDay, ProfileSchema, UserConfigs } from '../auth/contract.ts'

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  profile: ProfileSchema,
  isActive: Type.Boolean(),
  isSupport: Type.Boolean(),
  tenantId: Id,
  queues: Type.Array(
    Type.Object({
      id: Id,
      queue: Type.String(),
      name: Type.String(),
      color: Type.String(),
      UsersQueues: Type.Object({ queueId: Id, userId: Id }),
    }),
  ),
  /** Channels on which the user may open and schedule; empty = all. */
  channels: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
  status: Type.Enum(['online', 'offline']),
  isOnline: Type.Boolean(),
  lastOnline: Nullable(Moment),
  lastLogin: Nullable(Moment),
  profilePicUrl: Nullable(Type.String()),
  blockMultipleLogins: Type.Boolean(),
  ignoreWallet: Type.Boolean(),
  allowCalls: Type.Boolean(),
  locale: LocaleSchema,
  createdAt: Moment,
  updatedAt: Moment,
})
export type User = Static<typeof User>

const Name = Type.String({ minLength: 2, maxLength: 50 })
const Email = Type.String({ minLength: 3, maxLength: 255, pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$' })
const Password = Type.String({ minLength: 1, maxLength: 256 })

const rights = {
  profile: Type.Optional(ProfileSchema),
  queues: Type.Optional(IdList),
  channels: Type.Optional(IdList),
  isActive: Type.Optional(Type.Boolean()),
  blockMultipleLogins: Type.Optional(Type.Boolean()),
  ignoreWallet: Type.Optional(Type.Boolean()),
  allowCalls: Type.Optional(Type.Boolean()),
}

export const UserCreate = Type.Object({
  name: Name,
  email: Email,
  password: Password,
  locale: Type.Optional(LocaleSchema),
  ...rights,
})
export type UserCreate = Static<typeof UserCreate>

/** `queues` and `channels` replace the set. On oneself, a new e-mail or password needs `currentPassword`. */
export const UserUpdate = Type.Object({
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  /** Empty = unchanged, as edit forms send it. */
  password: Type.Optional(Type.String({ maxLength: 256 })),
  currentPassword: Type.Optional(Type.String({ maxLength: 256 })),
  locale: Type.Optional(LocaleSchema),
  /** Id of an uploaded image; null removes it. */
  profilePicId: Type.Optional(Nullable(Uuid)),
  ...rights,
})
export type UserUpdate = Static<typeof UserUpdate>

/** Null = no restriction. */
export const LoginSchedule = Type.Object({ horarioLogin: Nullable(Type.Array(LoginDay, { maxItems: 7 })) })
export type LoginSchedule = Static<typeof LoginSchedule>

const WRITE_ERRORS = [
  'ERR_USER_EXIST',
  'ERR_PASSWORD_POLICY',
  'ERR_PASSWORD_COMMON',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_USER_LIMIT_USER_CREATION',
] as const

export const usersContract = defineContract('users', {
  list: {
    method: 'GET',
    path: '/users',
    auth: 'user',
    summary: 'Users by name, 40 per page; searched by name or e-mail.',
    query: Type.Object(PageQuery),
    response: Type.Object({ users: Type.Array(User), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  create: {
    method: 'POST',
    path: '/users',
    auth: 'admin',
    summary: 'Creates a user within the limit of the plan.',
    body: UserCreate,
    response: User,
    errors: WRITE_ERRORS,
  },
  get: {
    method: 'GET',
    path: '/users/{id}',
    auth: 'user',
    summary: 'One user.',
    params: IdParams,
    response: User,
    errors: ['ERR_NO_USER_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/users/{id}',
    auth: 'user',
    summary: 'Admins change anybody; others their own name, e-mail, password, language and picture.',
    params: IdParams,
    body: UserUpdate,
    response: User,
    errors: ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN', 'ERR_PASSWORD_WRONG', 'ERR_NO_MEDIA_FOUND', ...WRITE_ERRORS],
  },
  remove: {
    method: 'DELETE',
    path: '/users/{id}',
    auth: 'admin',
    summary: 'Deletes a user; their open tickets go back to pending.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_USER_FOUND', 'ERR_USER_SELF_DELETE', 'ERR_LAST_ADMIN'],
  },
  saveConfigs: {
    method: 'PUT',
    path: '/users/{id}/configs',
    auth: 'user',
    summary: 'Merges `filtrosAtendimento`, `isDark` and other keys into the own settings.',
    params: IdParams,
    body: UserConfigs,
    response: Empty,
    errors: ['ERR_NO_USER_FOUND'],
    maxBody: 32_768,
  },
  getLoginSchedule: {
    method: 'GET',
    path: '/users/{id}/login-schedule',
    auth: 'user',
    summary: 'When the user may be signed in. Admins, or oneself.',
    params: IdParams,
    response: LoginSchedule,
    errors: ['ERR_NO_USER_FOUND'],
  },
  saveLoginSchedule: {
    method: 'POST',
    path: '/users/{id}/login-schedule',
    auth: 'admin',
    summary: 'Sets when the user may be signed in; sessions outside of it end within a minute.',
    params: IdParams,
    body: LoginSchedule,
    response: LoginSchedule,
    errors: ['ERR_NO_USER_FOUND', 'ERR_LOGIN_SCHEDULE_INVALID'],
  },
})
