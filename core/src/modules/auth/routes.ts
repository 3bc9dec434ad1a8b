import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { authContract } from './contract.ts'
import type { AuthService } from './service.ts'

export const REFRESH_COOKIE = 'jrt'
export const DEVICE_COOKIE = 'jdv'
const REFRESH_SECONDS = 30 * 86_400
const DEVICE_SECONDS = 365 * 86_400

/** `secure` where the site is served by https. */
export function authRoutes(service: AuthService, { secure }: { secure: boolean }): Handlers<typeof authContract> {
  const cookie = (maxAge: number) => ({ httpOnly: true, sameSite: 'strict' as const, path: '/auth', secure, maxAge })
  return {
    async login({ body, meta, reply }) {
      const { ip, userAgent, requestId, cookies } = meta
      const caller = { ip, userAgent, requestId, device: cookies[DEVICE_COOKIE] }
      const { answer, device } = await service.login(body.email, body.password, caller)
      reply.cookie(REFRESH_COOKIE, answer.refreshToken, cookie(REFRESH_SECONDS))
      reply.cookie(DEVICE_COOKIE, device, cookie(DEVICE_SECONDS))
      return answer
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
  }
}
