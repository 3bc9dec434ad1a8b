import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Empty, Id, IdList, IdParams, Moment, Nullable, PageQuery, Uuid } from '../../platform/http/shapes.ts'
import { LocaleSchema, LoginDay, ProfileSchema, UserConfigs } from '../auth/contract.ts'

const ChannelRef = Type.Object({ id: Id, name: Type.String(), type: Type.String() })

/** A telephone account of the user's own; the password only ever goes in. */
const Sip = Type.Object({
  enabled: Type.Boolean(),
  server: Type.String(),
  /** Of the secure WebSocket. */
  wssPort: Nullable(Type.Integer()),
  user: Type.String(),
  password: Type.Object({ set: Type.Boolean() }),
})

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
  channels: Type.Array(ChannelRef),
  /** Channels by which the user may call, in the order in which they are tried. */
  callChannels: Type.Array(ChannelRef),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  status: Type.Enum(['online', 'offline']),
  isOnline: Type.Boolean(),
  lastOnline: Nullable(Moment),
  lastLogin: Nullable(Moment),
  profilePicUrl: Nullable(Type.String()),
  blockMultipleLogins: Type.Boolean(),
  ignoreWallet: Type.Boolean(),
  allowCalls: Type.Boolean(),
  /** Open tickets that the person is given at most; null: as the company has it; 0: any number. */
  ticketCapacity: Nullable(Type.Integer()),
  /** Null for colleagues: it is for admins and the user alone, as is the next. */
  sip: Nullable(Sip),
  /** Whether the login asks for a second step. */
  twoFactor: Nullable(Type.Boolean()),
  locale: LocaleSchema,
  createdAt: Moment,
  updatedAt: Moment,
})
export type User = Static<typeof User>

const Name = Type.String({ minLength: 2, maxLength: 50 })
const Email = Type.String({ minLength: 3, maxLength: 255, pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$' })
const Password = Type.String({ minLength: 1, maxLength: 256 })

/** A host name, perhaps with labels below it, or an IP address. */
const SIP_HOST = '^$|^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'

/** Of the secure WebSocket (specification §5). */
export const SipPort = Type.Integer({ minimum: 1, maximum: 65535 })

/** What is absent stays as it is. */
export const SipWrite = Type.Object({
  enabled: Type.Optional(Type.Boolean()),
  server: Type.Optional(Type.String({ maxLength: 253, pattern: SIP_HOST })),
  wssPort: Type.Optional(Nullable(SipPort)),
  user: Type.Optional(Type.String({ maxLength: 100 })),
  /** Null clears it. */
  password: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 256 }))),
})
export type SipWrite = Static<typeof SipWrite>

const rights = {
  profile: Type.Optional(ProfileSchema),
  queues: Type.Optional(IdList),
  channels: Type.Optional(IdList),
  callChannels: Type.Optional(IdList),
  sip: Type.Optional(SipWrite),
  isActive: Type.Optional(Type.Boolean()),
  blockMultipleLogins: Type.Optional(Type.Boolean()),
  ignoreWallet: Type.Optional(Type.Boolean()),
  allowCalls: Type.Optional(Type.Boolean()),
  ticketCapacity: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1000 }))),
}

export const UserCreate = Type.Object({
  name: Name,
  email: Email,
  password: Password,
  locale: Type.Optional(LocaleSchema),
  ...rights,
})
export type UserCreate = Static<typeof UserCreate>

/** `queues`, `channels` and `callChannels` replace the set. On oneself, a new e-mail or password needs `currentPassword`. */
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
  'ERR_SIP_INVALID',
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
  resetTwoFactor: {
    method: 'DELETE',
    path: '/users/{id}/two-factor',
    auth: 'admin',
    summary: 'Switches somebody’s second step off whose phone is lost, and ends their sessions.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_USER_FOUND', 'ERR_TWO_FACTOR_OFF'],
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
