import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Scope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Locale } from '../i18n/locale.ts'
import { createCheck } from './check.ts'
import type { Auth, BodyOf, Contract, ParamsOf, QueryOf, ResponseOf, RouteSpec } from './contract.ts'
import { readMultipart, type UploadedFile } from './multipart.ts'
import { serializerOf } from './serializer.ts'

export type { UploadedFile } from './multipart.ts'

/** One request, checked against the contract. */
export interface Call<Spec extends RouteSpec> {
  scope: Spec['auth'] extends 'public' ? null : Scope
  params: ParamsOf<Spec>
  query: QueryOf<Spec>
  /** For multipart routes complete once `files` has been read to its end. */
  body: BodyOf<Spec>
  files: AsyncIterable<UploadedFile>
  meta: RequestMeta
  reply: Reply
  /** Fires when the client is gone or the route's time is up. */
  signal: AbortSignal
}

export interface RequestMeta {
  ip: string
  userAgent: string
  requestId: string
  locale: Locale
  cookies: Record<string, string>
  origin: string | null
  /** Names in lower case. */
  headers: IncomingHttpHeaders
}

export interface Reply {
  header(name: string, value: string | number): void
  cookie(name: string, value: string, options: CookieSerializeOptions): void
  clearCookie(name: string, options: CookieSerializeOptions): void
  status(code: number): void
  /** Answers bytes instead of JSON; return what it returns. */
  stream(data: Readable | null, options: { type: string }): never
}

export type Handlers<C extends Contract> = {
  [Key in keyof C['routes']]: (call: Call<C['routes'][Key]>) => Promise<ResponseOf<C['routes'][Key]>>
}

export interface Authentication {
  scope: Scope
  /** Only routes with `allowExpired` answer then. */
  planExpired: boolean
  /** Entries of the menu that the company does not have. */
  menuOff?: readonly string[]
}

export interface BindDeps {
  authenticate(token: string, requestId: string): Promise<Authentication>
  /** The first gate, by profile. */
  permits(scope: Scope, auth: Auth): boolean
  /** The entry of the menu whose routes a contract holds, if it can be taken from a company. */
  menuKeyOf?(contract: string): string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null
    locale: Locale
  }
}

const DEFAULT_TIMEOUT = 30_000
const DEFAULT_BODY = 256 * 1024
const RATE = { user: { max: 600, seconds: 60 }, public: { max: 120, seconds: 60 } }

export type Bind = <C extends Contract>(app: FastifyInstance, contract: C, handlers: Handlers<C>) => void

/** Makes the routes of a contract: its table is the only source of paths, checks, rights and limits. */
export function createBinder(deps: BindDeps): Bind {
  return (app, contract, handlers) => {
    for (const [name, spec] of Object.entries(contract.routes)) {
      const handler = handlers[name as keyof typeof handlers] as (call: Call<RouteSpec>) => Promise<unknown>
      app.route(routeOf(spec, handler, { ...deps, menuKey: deps.menuKeyOf?.(contract.name) }))
    }
  }
}

type RouteDeps = BindDeps & { menuKey: string | undefined }

function routeOf(spec: RouteSpec, handler: (call: Call<RouteSpec>) => Promise<unknown>, deps: RouteDeps): RouteOptions {
  const check = createCheck(spec)
  const serialize = serializerOf(spec.response)
  const timeoutMs = spec.timeoutMs ?? DEFAULT_TIMEOUT
  const rate = spec.rate ?? (spec.auth === 'public' ? RATE.public : RATE.user)

  return {
    method: spec.method,
    url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: spec.maxBody ?? DEFAULT_BODY,
    preHandler: async (request) => {
      if (spec.auth !== 'public') await admit(request, spec, deps)
    },
    config: {
      rateLimit: {
        max: rate.max,
        timeWindow: rate.seconds * 1000,
        hook: 'preHandler',
        groupId: `${spec.method} ${spec.path}`,
        keyGenerator: ({ scope, ip }: FastifyRequest) =>
          scope && scope.actor.kind !== 'system' ? `${scope.tenantId}:${scope.actor.userId}` : ip,
      },
    },
    async handler(request, reply) {
      const limit = timeLimit(request, timeoutMs)
      try {
        const params = check.params(request.params)
        const query = check.query(request.query)
        const parts = spec.multipart && request.isMultipart() ? await readMultipart(request, spec, check.body) : null
        const answer = await Promise.race([
          handler({
            scope: request.scope as never,
            params: params as never,
            query: query as never,
            body: (parts ? parts.body : check.body(request.body)) as never,
            files: parts?.files ?? noFiles,
            meta: metaOf(request),
            reply: replyOf(reply),
            signal: limit.signal,
          }),
          limit.exceeded,
        ])
        if (reply.sent || answer === STREAMED) return reply
        if (answer === null) return reply.send('')
        return reply.type('application/json; charset=utf-8').serializer(serialize).send(answer)
      } finally {
        limit.stop()
      }
    },
  }
}

async function admit(request: FastifyRequest, spec: RouteSpec, deps: RouteDeps): Promise<void> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('ERR_LOGIN_REQUIRED')
  const { scope, planExpired, menuOff = [] } = await deps.authenticate(token, request.id)
  request.scope = { ...scope, ip: request.ip }
  request.locale = scope.locale
  if (planExpired && !spec.allowExpired) throw new AppError('ERR_PLAN_EXPIRED')
  if (deps.menuKey !== undefined && menuOff.includes(deps.menuKey)) throw new AppError('ERR_NO_PERMISSIO')
  if (!deps.permits(scope, spec.auth)) throw new AppError('ERR_NO_PERMISSION')
}

const metaOf = (request: FastifyRequest): RequestMeta => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
  requestId: request.id,
  locale: request.locale,
  cookies: Object.fromEntries(Object.entries(request.cookies).filter((entry): entry is [string, string] => !!entry[1])),
  origin: request.headers.origin ?? null,
  headers: request.headers,
})

/** What a handler returns after `reply.stream`: the bytes are the answer. */
const STREAMED = Symbol('streamed')

const replyOf = (reply: FastifyReply): Reply => ({
  header: (name, value) => void reply.header(name, value),
  cookie: (name, value, options) => void reply.setCookie(name, value, options),
  clearCookie: (name, options) => void reply.clearCookie(name, options),
  status: (code) => void reply.code(code),
  stream(data, { type }) {
    void reply.type(type).send(data ?? '')
    return STREAMED as never
  },
})

const noFiles: AsyncIterable<UploadedFile> = {
  async *[Symbol.asyncIterator]() {
    // nothing was uploaded
  },
}

/** Aborts when the client leaves, and refuses when the time is up. */
function timeLimit(request: FastifyRequest, ms: number) {
  const controller = new AbortController()
  let refuse: (error: AppError) => void = () => undefined
  const exceeded = new Promise<never>((_, failed) => {
    refuse = failed
  })
  // nobody may be listening any more when it fires
  exceeded.catch(() => undefined)
  const timer = setTimeout(() => {
    controller.abort()
    refuse(new AppError('ERR_TIMEOUT'))
  }, ms)
  const gone = () => {
    if (!request.raw.complete || request.socket.destroyed) controller.abort()
  }
  request.raw.once('close', gone)
  return {
    signal: controller.signal,
    exceeded,
    stop() {
      clearTimeout(timer)
      request.raw.off('close', gone)
    },
  }
}
