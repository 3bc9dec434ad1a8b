import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import helmet from 'helmet'
import { AppError } from '../errors/app-error.ts'
import { preferredLocale } from '../i18n/locale.ts'
import { refuseClient } from './client-errors.ts'
import { asAppError, refuse } from './errors.ts'
import { cleanDeep, needsCleaning } from './text.ts'

export interface ServerOptions {
  log: FastifyBaseLogger
  /** Reverse proxies whose `X-Forwarded-*` are believed: addresses, or true for the one in front. */
  trustProxy: boolean | string[]
  /** Sites other than our own whose scripts may call the API. */
  corsOrigins: string[]
  /** Served by https: tells browsers to insist on it. */
  isSecure: boolean
  /** How long answers under way may take when the server closes. */
  closeMs?: number
}

/** Answers of requests end within this; somebody who does not read what they asked for keeps no program from stopping. */
const CLOSE_MS = 5_000

/** The bare server: headers, cookies, forms, limits, ids. Routes come from the contracts. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    forceCloseConnections: 'idle',
    requestTimeout: 300_000,
    return503OnClosing: true,
    clientErrorHandler: refuseClient,
    // addresses that cannot be read: no hook runs for them
    frameworkErrors(error, request, reply) {
      request.locale = preferredLocale(request.headers['accept-language'])
      refuse(asAppError(error), request, reply)
    },
  })

  app.addHook('preClose', (done) => {
    const cut = setTimeout(() => app.server.closeAllConnections(), options.closeMs ?? CLOSE_MS)
    app.server.once('close', () => clearTimeout(cut))
    done()
  })
  app.decorateRequest('scope', null)
  app.decorateRequest('locale', 'pt')
  app.addHook('onRequest', async (request, reply) => {
    request.locale = preferredLocale(request.headers['accept-language'])
    reply.header('x-request-id', request.id)
    if (request.url.includes('%00')) throw new AppError('ERR_NOT_FOUND')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const scope = request.scope
    request.log.debug(
      {
        method,
        path: url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        tenantId: scope?.tenantId,
      },
      'request',
    )
  })

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, raw, done) => {
    const text = String(raw)
    if (text === '') return done(null, {})
    try {
      const body: unknown = JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
      done(null, needsCleaning(text) ? cleanDeep(body) : body)
    } catch {
      done(new AppError('ERR_VALIDATION', { params: { in: 'body', field: '', rule: 'json' } }))
    }
  })

  // made once: Fastify's own plugin composes the same headers anew for each request
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: true,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'media-src': ["'self'", 'blob:', 'https:'],
        'connect-src': ["'self'", 'ws:', 'wss:'],
        'style-src': ["'self'", "'unsafe-inline'"],
        'script-src': ["'self'"],
        'frame-src': ["'self'", 'https:'],
        'upgrade-insecure-requests': options.isSecure ? [] : null,
      },
    },
    hsts: options.isSecure,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  )
  if (options.corsOrigins.length > 0)
    await app.register(
      cors,
      () => (request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void) => {
        // plugins answer for their hooks themselves
        const isHook = request.url.startsWith('/hooks/')
        done(null, { origin: isHook ? false : options.corsOrigins, credentials: true })
      },
    )
  await app.register(cookie)
  await app.register(multipart)
  await app.register(rateLimit, {
    global: false,
    cache: 50_000,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('ERR_RATE_LIMITED', { params: { seconds: Math.ceil(ttl / 1000) } }),
  })
  return app
}

/** Refuses requests that a foreign site makes a browser send where a cookie alone identifies it (CSRF). */
export function ownOriginOnly(app: FastifyInstance, prefix: string, corsOrigins: string[]): void {
  app.addHook('onRequest', async (request) => {
    const { origin, host } = request.headers
    if (!origin || !request.url.startsWith(prefix)) return
    if (!corsOrigins.includes(origin) && URL.parse(origin)?.host !== host) throw new AppError('ERR_NO_PERMISSION')
  })
}
