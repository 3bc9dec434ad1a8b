import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { AnyObject, ClockTime, Done, Id, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'
import { LOCALES } from '../../platform/i18n/locale.ts'

export const PROFILES = ['admin', 'supervisor', 'supervisorfila', 'user'] as const
export const ProfileSchema = Type.Enum([...PROFILES])
export type Profile = (typeof PROFILES)[number]
/** What a plan may have or lack. */
export const PLAN_FEATURES = ['groups', 'campaigns', 'integrations', 'importMessages'] as const
export type PlanFeature = (typeof PLAN_FEATURES)[number]
export const LocaleSchema = Type.Enum([...LOCALES])

/** One weekday, 0 = Sunday: half-open [start, end) in the company's time zone. An end at or before the start is the next day's. */
export const LoginDay = Type.Object({
  day: Type.Integer({ minimum: 0, maximum: 6 }),
  label: Type.Optional(Type.String({ maxLength: 40 })),
  allowed: Type.Boolean(),
  start: ClockTime,
  end: ClockTime,
})
export type LoginDay = Static<typeof LoginDay>

/** As stored per user: `filtrosAtendimento`, `isDark` and whatever the client keeps there. */
export const UserConfigs = AnyObject

export const SessionQueue = Type.Object({
  id: Id,
  queue: Type.String(),
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
  userId: Nullable(Id),
  tenantId: Id,
  createdAt: Moment,
  updatedAt: Moment,
  UsersQueues: Type.Object({ queueId: Id, userId: Id }),
})

export const OnlineUser = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  status: Type.String(),
  lastOnline: Nullable(Moment),
  lastLogin: Nullable(Moment),
})

/** Who is signed in, with what the client needs to draw its first screen. */
export const Me = Type.Object({
  username: Type.String(),
  email: Type.String(),
  profile: ProfileSchema,
  status: Type.Enum(['online', 'offline']),
  userId: Id,
  tenantId: Id,
  tenantName: Type.String(),
  sessionId: Uuid,
  queues: Type.Array(SessionQueue),
  usuariosOnline: Type.Array(OnlineUser),
  configs: UserConfigs,
  locale: LocaleSchema,
  profilePictureUrl: Nullable(Type.String()),
  allowCalls: Type.Boolean(),
  /** Admin of the operator's company. */
  isOperator: Type.Boolean(),
  isSupport: Type.Boolean(),
  /** IANA name of the company's time zone. */
  timezone: Type.String(),
  /** Only the finance area answers. */
  planExpired: Type.Boolean(),
  dueDate: Nullable(Type.String()),
  menuPermissions: Type.Record(Type.String(), Type.Boolean()),
  /** What the company’s plan does not have. */
  planLacks: Type.Array(Type.Enum([...PLAN_FEATURES])),
  /** Rises when rights change. */
  version: Type.Integer(),
})
export type Me = Static<typeof Me>

const tokens = {
  /** Access token, to be sent as `Authorization: Bearer`. */
  token: Type.String(),
  /** Also set as the cookie `jrt`. */
  refreshToken: Type.String(),
  /** Seconds that the access token lives. */
  expiresIn: Type.Integer(),
}
export const Tokens = Type.Object(tokens)
export type Tokens = Static<typeof Tokens>

export const LoginAnswer = Type.Object({ ...tokens, ...Me.properties })
export type LoginAnswer = Static<typeof LoginAnswer>

const Email = Type.String({ minLength: 1, maxLength: 255 })
const Password = Type.String({ minLength: 1, maxLength: 256 })

const AuthSession = Type.Object({
  id: Uuid,
  isCurrent: Type.Boolean(),
  userAgent: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  createdAt: Moment,
  lastUsedAt: Moment,
})
export type AuthSession = Static<typeof AuthSession>

/** Kept by an authenticator app: the secret for typing in, the address for its camera. */
export const FactorSecret = Type.Object({ secret: Type.String(), uri: Type.String() })
export type FactorSecret = Static<typeof FactorSecret>

/** Ten codes that replace the app once each. Shown here and never again. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

const TwoFactorStatus = Type.Object({
  isOn: Type.Boolean(),
  /** The company asks for it: it cannot be switched off. */
  isRequired: Type.Boolean(),
  since: Nullable(Moment),
  recoveryCodesLeft: Type.Integer(),
})
export type TwoFactorStatus = Static<typeof TwoFactorStatus>

/** From the refusal `ERR_SECOND_FACTOR` of a login. */
const Challenge = Type.String({ minLength: 1, maxLength: 1024 })
/** Of the app, or one of the recovery codes. */
const FactorCode = Type.String({ minLength: 1, maxLength: 32 })

const PASSWORD_ERRORS = ['ERR_PASSWORD_POLICY', 'ERR_PASSWORD_COMMON', 'ERR_PASSWORD_MISMATCH'] as const
const SCHEDULE_ERRORS = ['SESSION_NOT_ALLOWED_DAY_LOGIN', 'SESSION_NOT_ALLOWED_DAY_HOUR_LOGIN'] as const

export const authContract = defineContract('auth', {
  login: {
    method: 'POST',
    path: '/auth/login',
    auth: 'public',
    summary:
      'Signs in by e-mail and password. ERR_SECOND_FACTOR asks for a second step: its `challenge` goes to `/auth/login/code`, or, where `kind` is `setup`, to `/auth/login/setup`.',
    body: Type.Object({ email: Email, password: Password }),
    response: LoginAnswer,
    errors: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_SECOND_FACTOR',
      'ERR_SSO_ONLY',
      'ERR_TENANT_INACTIVE',
      'ERR_UNAVAILABLE',
      ...SCHEDULE_ERRORS,
    ],
    rate: { max: 60, seconds: 60 },
  },
  loginCode: {
    method: 'POST',
    path: '/auth/login/code',
    auth: 'public',
    summary: 'The second step of a login: the code of the authenticator app, or a recovery code.',
    body: Type.Object({
      challenge: Challenge,
      code: FactorCode,
      /** Asks for no code in this browser for 30 days. */
      trust: Type.Optional(Type.Boolean()),
    }),
    response: LoginAnswer,
    errors: ['ERR_TWO_FACTOR_CODE', 'ERR_CHALLENGE_EXPIRED', 'ERR_TENANT_INACTIVE', ...SCHEDULE_ERRORS],
    rate: { max: 60, seconds: 60 },
  },
  loginSetup: {
    method: 'POST',
    path: '/auth/login/setup',
    auth: 'public',
    summary: 'Begins to set up the second step that the company asks for, in the middle of a login.',
    body: Type.Object({ challenge: Challenge }),
    response: FactorSecret,
    errors: ['ERR_CHALLENGE_EXPIRED', 'ERR_TWO_FACTOR_ON'],
    rate: { max: 20, seconds: 60 },
  },
  loginSetupConfirm: {
    method: 'POST',
    path: '/auth/login/setup/confirm',
    auth: 'public',
    summary: 'Ends that set-up with the first code, and signs in.',
    body: Type.Object({ challenge: Challenge, code: FactorCode }),
    response: Type.Object({ ...LoginAnswer.properties, ...RecoveryCodes.properties }),
    errors: ['ERR_TWO_FACTOR_CODE', 'ERR_CHALLENGE_EXPIRED', 'ERR_TENANT_INACTIVE', ...SCHEDULE_ERRORS],
    rate: { max: 60, seconds: 60 },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    auth: 'user',
    summary: 'Ends this session.',
    body: Type.Object({ userId: Type.Optional(Type.Unknown()) }),
    response: Done,
    allowExpired: true,
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh_token',
    auth: 'public',
    summary: 'Exchanges the refresh token (cookie `jrt` or body) for new tokens.',
    body: Type.Object({ refreshToken: Type.Optional(Type.String({ maxLength: 512 })) }),
    response: Tokens,
    errors: ['ERR_SESSION_ENDED', 'SESSION_INVALID_NEW_LOGIN', ...SCHEDULE_ERRORS],
    rate: { max: 120, seconds: 60 },
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    auth: 'user',
    summary: 'Who is signed in.',
    response: Me,
    allowExpired: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    auth: 'public',
    summary: 'Mails a code of eight digits. Answers the same whether or not the address is known.',
    body: Type.Object({ email: Email }),
    response: Done,
    rate: { max: 10, seconds: 900 },
  },
  verifyCode: {
    method: 'POST',
    path: '/auth/verify-code',
    auth: 'public',
    summary: 'Exchanges the mailed code for a reset token.',
    body: Type.Object({ email: Email, code: Type.String({ minLength: 1, maxLength: 32 }) }),
    response: Type.Object({ resetToken: Type.String() }),
    errors: ['ERR_INVALID_CODE'],
    rate: { max: 30, seconds: 900 },
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    auth: 'public',
    summary: 'Sets a new password and ends all sessions.',
    body: Type.Object({
      resetToken: Type.String({ minLength: 1, maxLength: 256 }),
      password: Password,
      passwordConfirmation: Password,
    }),
    response: Done,
    errors: ['ERR_INVALID_CODE', ...PASSWORD_ERRORS],
    rate: { max: 30, seconds: 900 },
  },
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    auth: 'user',
    summary: 'Changes the own password; all other sessions end.',
    body: Type.Object({ currentPassword: Password, password: Password, passwordConfirmation: Password }),
    response: Done,
    errors: ['ERR_PASSWORD_WRONG', ...PASSWORD_ERRORS],
    rate: { max: 10, seconds: 900 },
    allowExpired: true,
  },
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    auth: 'user',
    summary: 'The own live sessions, newest first.',
    response: Type.Array(AuthSession),
    allowExpired: true,
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    auth: 'user',
    summary: 'Ends one of the own sessions.',
    params: Type.Object({ id: Uuid }),
    response: Done,
    errors: ['ERR_NOT_FOUND'],
    allowExpired: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    auth: 'user',
    summary: 'Ends all own sessions but this one.',
    response: Done,
    allowExpired: true,
  },
  twoFactor: {
    method: 'GET',
    path: '/auth/two-factor',
    auth: 'user',
    summary: 'Whether the own login has a second step.',
    response: TwoFactorStatus,
    allowExpired: true,
  },
  twoFactorSetup: {
    method: 'POST',
    path: '/auth/two-factor/setup',
    auth: 'user',
    summary: 'A new secret for the authenticator app; in force once a code was given.',
    body: Type.Object({ currentPassword: Password }),
    response: FactorSecret,
    errors: ['ERR_PASSWORD_WRONG', 'ERR_TWO_FACTOR_ON'],
    rate: { max: 10, seconds: 900 },
    allowExpired: true,
  },
  twoFactorConfirm: {
    method: 'POST',
    path: '/auth/two-factor/confirm',
    auth: 'user',
    summary: 'Puts the second step in force with the app’s first code.',
    body: Type.Object({ code: FactorCode }),
    response: RecoveryCodes,
    errors: ['ERR_TWO_FACTOR_CODE', 'ERR_TWO_FACTOR_ON'],
    allowExpired: true,
  },
  recoveryCodes: {
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    auth: 'user',
    summary: 'Ten new recovery codes; the earlier ones are void.',
    body: Type.Object({ currentPassword: Password }),
    response: RecoveryCodes,
    errors: ['ERR_PASSWORD_WRONG', 'ERR_TWO_FACTOR_OFF'],
    rate: { max: 10, seconds: 900 },
    allowExpired: true,
  },
  twoFactorOff: {
    method: 'POST',
    path: '/auth/two-factor/off',
    auth: 'user',
    summary: 'Switches the own second step off, unless the company asks for it.',
    body: Type.Object({ currentPassword: Password }),
    response: Done,
    errors: ['ERR_PASSWORD_WRONG', 'ERR_TWO_FACTOR_REQUIRED'],
    rate: { max: 10, seconds: 900 },
    allowExpired: true,
  },
  forgetBrowsers: {
    method: 'DELETE',
    path: '/auth/two-factor/browsers',
    auth: 'user',
    summary: 'Every browser needs a code again.',
    response: Done,
    allowExpired: true,
  },
})
