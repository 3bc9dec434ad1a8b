import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { AppError } from './platform/errors/app-error.ts'
import type { Platform } from './platform.ts'

interface HealthOptions {
  platform: Platform
  /** Everything is started. */
  isReady(): boolean
}

/** For whoever runs the installation: is it alive, can it serve, how does it fare. */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { platform, isReady }) => {
  const { metrics, db, config } = platform
  app.get('/health/live', async () => ({ status: 'ok' }))

  app.get('/health/ready', async (_request, reply) => {
    const faults: string[] = []
    await within(2000, db.ping()).catch(() => faults.push('database'))
    if (!isReady()) faults.push('starting')
    return reply
      .code(faults.length === 0 ? 200 : 503)
      .send({ status: faults.length === 0 ? 'ok' : 'unavailable', faults })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.RECADO_METRICS_TOKEN)) throw new AppError('ERR_NO_PERMISSION')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Times of all routes, for /metrics. */
export function measureRequests(app: FastifyInstance, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'recado_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const mayRead = (request: FastifyRequest, token: string | undefined): boolean =>
  token ? request.headers.authorization === `Bearer ${token}` : LOOPBACK.has(request.ip)

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, failed) => setTimeout(() => failed(new Error('late')), ms))])
