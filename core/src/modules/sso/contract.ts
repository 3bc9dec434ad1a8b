import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Empty, Nullable } from '../../platform/http/shapes.ts'
import { LoginAnswer } from '../auth/contract.ts'

/** Where a company's people sign in with the company's own accounts (OpenID Connect). */
export const SsoProvider = Type.Object({
  isActive: Type.Boolean(),
  /** As the provider writes itself: `https://accounts.google.com`. */
  issuer: Type.String(),
  clientId: Type.String(),
  clientSecret: Type.Object({ set: Type.Boolean() }),
  /** Passwords are for admins alone. */
  isOnlyWay: Type.Boolean(),
  /** To be entered at the provider. */
  redirectUrl: Type.String(),
})
export type SsoProvider = Static<typeof SsoProvider>

export const SsoProviderWrite = Type.Object({
  isActive: Type.Boolean(),
  issuer: Type.String({ maxLength: 500 }),
  clientId: Type.String({ maxLength: 255 }),
  /** Absent = as it is, null = none. Does not outlive a change of the issuer. */
  clientSecret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1024 }))),
  isOnlyWay: Type.Boolean(),
})
export type SsoProviderWrite = Static<typeof SsoProviderWrite>

const Given = Type.String({ minLength: 1, maxLength: 2048 })

export const ssoContract = defineContract('sso', {
  provider: {
    method: 'GET',
    path: '/sso-provider',
    auth: 'admin',
    summary: 'The company’s sign-in provider.',
    response: SsoProvider,
  },
  saveProvider: {
    method: 'PUT',
    path: '/sso-provider',
    auth: 'admin',
    summary: 'Sets the sign-in provider up; before it is switched on it must answer.',
    body: SsoProviderWrite,
    response: SsoProvider,
    errors: ['ERR_SSO_ISSUER', 'ERR_SSO_INCOMPLETE', 'ERR_SSO_UNREACHABLE'],
    rate: { max: 30, seconds: 60 },
  },
  start: {
    method: 'POST',
    path: '/auth/sso/start',
    auth: 'public',
    summary: 'Begins a sign-in with the company account of somebody with this e-mail: the browser goes to `url`.',
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 255 }) }),
    response: Type.Object({ url: Type.String() }),
    errors: ['ERR_SSO_OFF', 'ERR_SSO_UNREACHABLE'],
    rate: { max: 20, seconds: 300 },
  },
  callback: {
    method: 'GET',
    path: '/auth/sso/callback',
    auth: 'public',
    summary: 'Where the provider sends the browser; leads on to the application, which finishes.',
    query: Type.Object({
      code: Type.Optional(Given),
      state: Type.Optional(Given),
      iss: Type.Optional(Given),
      error: Type.Optional(Given),
    }),
    response: Empty,
  },
  finish: {
    method: 'POST',
    path: '/auth/sso/finish',
    auth: 'public',
    summary: 'Ends the sign-in in the browser in which it began, with what the provider sent along.',
    body: Type.Object({
      code: Type.Optional(Given),
      state: Given,
      iss: Type.Optional(Given),
      error: Type.Optional(Given),
    }),
    response: LoginAnswer,
    errors: [
      'ERR_SSO_FAILED',
      'ERR_SSO_OFF',
      'ERR_SSO_UNREACHABLE',
      'ERR_SSO_EMAIL',
      'ERR_SSO_NO_ACCOUNT',
      'ERR_TENANT_INACTIVE',
      'SESSION_NOT_ALLOWED_DAY_LOGIN',
      'SESSION_NOT_ALLOWED_DAY_HOUR_LOGIN',
    ],
    rate: { max: 20, seconds: 300 },
  },
})
