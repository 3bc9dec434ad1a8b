import type { Handlers, Reply, RequestMeta } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { authContract } from './contract.ts'
import { type Caller, type SignedIn, TRUST_SECONDS } from './entrance.ts'
import type { AuthService } from './service.ts'

const REFRESH_COOKIE = 'jrt'
const DEVICE_COOKIE = 'jdv'
const TRUST_COOKIE = 'jtd'
const REFRESH_SECONDS = 30 * 86_400
const DEVICE_SECONDS = 365 * 86_400

const cookieOf = (secure: boolean) => (maxAge: number) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  path: '/auth',
  secure,
  maxAge,
})

/** What a browser keeps of a login; scripts cannot read it. */
export function keepLogin(reply: Reply, secure: boolean, { answer, device }: SignedIn): void {
  const cookie = cookieOf(secure)
  reply.cookie(REFRESH_COOKIE, answer.refreshToken, cookie(REFRESH_SECONDS))
  reply.cookie(DEVICE_COOKIE, device, cookie(DEVICE_SECONDS))
}

export const callerOf = ({ ip, userAgent, requestId, cookies }: RequestMeta): Caller => ({
  ip,
  userAgent,
  requestId,
  device: cookies[DEVICE_COOKIE],
  trust: cookies[TRUST_COOKIE],
})

/** `secure` where the site is served by https. */
export function authRoutes(service: AuthService, { secure }: { secure: boolean }): Handlers<typeof authContract> {
  const cookie = cookieOf(secure)
  return {
    async login({ body, meta, reply }) {
      const entered = await service.login(body.email, body.password, callerOf(meta))
      keepLogin(reply, secure, entered)
      return entered.answer
    },

    async loginCode({ body, meta, reply }) {
      const entered = await service.loginByCode(body.challenge, body.code, body.trust === true, callerOf(meta))
      keepLogin(reply, secure, entered)
      if (entered.trust) reply.cookie(TRUST_COOKIE, entered.trust, cookie(TRUST_SECONDS))
      return entered.answer
    },

    loginSetup: ({ body }) => service.setUpAtLogin(body.challenge),

    async loginSetupConfirm({ body, meta, reply }) {
      const entered = await service.loginBySetUp(body.challenge, body.code, callerOf(meta))
      keepLogin(reply, secure, entered)
      return { ...entered.answer, recoveryCodes: entered.recoveryCodes }
    },

    async refresh({ body, meta, reply }) {
      const tokens = await service.refresh(body.refreshToken ?? meta.cookies[REFRESH_COOKIE])
      reply.cookie(REFRESH_COOKIE, tokens.refreshToken, cookie(REFRESH_SECONDS))
      return tokens
    },

    async logout({ scope, reply }) {
      await service.logout(scope)
      reply.clearCookie(REFRESH_COOKIE, cookie(0))
      return { message: 'USER_LOGOUT' }
    },

    me: ({ scope }) => service.me(scope),

    async forgotPassword({ body, meta }) {
      service.forgotPassword(body.email)
      return { message: translate(meta.locale, 'done.recoverySent') }
    },

    async verifyCode({ body, meta }) {
      return { resetToken: await service.verifyCode(body.email, body.code, meta.ip) }
    },

    async resetPassword({ body, meta, reply }) {
      await service.resetPassword(body.resetToken, body.password, body.passwordConfirmation)
      reply.clearCookie(REFRESH_COOKIE, cookie(0))
      return { message: translate(meta.locale, 'done.passwordChanged') }
    },

    async changePassword({ scope, body, meta }) {
      await service.changePassword(scope, body, meta.ip)
      return { message: translate(scope.locale, 'done.passwordChanged') }
    },

    sessions: ({ scope }) => service.listSessions(scope),

    async endSession({ scope, params }) {
      await service.endOwnSession(scope, params.id.toLowerCase())
      return { message: translate(scope.locale, 'done.sessionEnded') }
    },

    async endOtherSessions({ scope }) {
      await service.endOtherSessions(scope)
      return { message: translate(scope.locale, 'done.sessionEnded') }
    },

    twoFactor: ({ scope }) => service.twoFactor(scope),

    twoFactorSetup: ({ scope, body, meta }) => service.setUpTwoFactor(scope, body.currentPassword, meta.ip),

    async twoFactorConfirm({ scope, body, meta }) {
      return { recoveryCodes: await service.confirmTwoFactor(scope, body.code, meta.ip) }
    },

    async recoveryCodes({ scope, body, meta }) {
      return { recoveryCodes: await service.renewRecoveryCodes(scope, body.currentPassword, meta.ip) }
    },

    async twoFactorOff({ scope, body, meta }) {
      await service.switchOffTwoFactor(scope, body.currentPassword, meta.ip)
      return { message: translate(scope.locale, 'done.twoFactorOff') }
    },

    async forgetBrowsers({ scope }) {
      await service.forgetBrowsers(scope)
      return { message: translate(scope.locale, 'done.browsersForgotten') }
    },
  }
}
