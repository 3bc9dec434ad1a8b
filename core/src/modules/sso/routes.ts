import type { Handlers } from '../../platform/http/bind.ts'
import { callerOf, keepLogin } from '../auth/index.ts'
import type { ssoContract } from './contract.ts'
import { FLOW_SECONDS } from './flow.ts'
import type { SsoService } from './service.ts'

const FLOW_COOKIE = 'jsso'

/** `secure` where the site is served by https. */
export function ssoRoutes(service: SsoService, { secure }: { secure: boolean }): Handlers<typeof ssoContract> {
  const cookie = (maxAge: number) => ({
    httpOnly: true,
    sameSite: 'strict' as const,
    path: '/auth/sso',
    secure,
    maxAge,
  })
  return {
    provider: ({ scope }) => service.provider(scope),
    saveProvider: ({ scope, body }) => service.saveProvider(scope, body),

    async start({ body, reply }) {
      const { url, flow } = await service.start(body.email)
      reply.cookie(FLOW_COOKIE, flow, cookie(FLOW_SECONDS))
      return { url }
    },

    // behind the #, so that the code stands in nobody's log
    async callback({ query, reply }) {
      reply.status(302)
      reply.header('location', `/#/entrada?${new URLSearchParams(query)}`)
      return null
    },

    async finish({ body, meta, reply }) {
      reply.clearCookie(FLOW_COOKIE, cookie(0))
      const entered = await service.finish(meta.cookies[FLOW_COOKIE], body, callerOf(meta))
      keepLogin(reply, secure, entered)
      return entered.answer
    },
  }
}
