import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createApp, registerRoutes } from './app.ts'
import type { Config } from './config.ts'
import { type FirstLogin, firstStart } from './first-start.ts'
import {
  type LiveViewer,
  liveViewer,
  loadViewer,
  mayRead,
  sees,
  type TicketFacts,
  ticketFacts,
} from './modules/tickets/index.ts'
import type { Clock } from './platform/clock.ts'
import type { DatabaseUrls } from './platform/db/database.ts'
import { createRealtime } from './platform/realtime/hub.ts'
import { type Platform, startPlatform } from './platform.ts'
import { operatorList } from './plugin-host/index.ts'
import { registerSchedules } from './schedules.ts'
import { createServices, type Services } from './services.ts'

export interface NodeOptions {
  config: Config
  urls: DatabaseUrls
  version: string
  log: Logger
  clock?: Clock
}

/** One running process of the product: everything started in order, and stopped in the opposite one. */
export async function startNode(options: NodeOptions) {
  const { config, urls, version, log, clock } = options
  const platform = await startPlatform({ config, urls, version, log, ...(clock ? { clock } : {}) })
  const started: (() => unknown)[] = [() => platform.close()]
  try {
    return await startOn(platform, options, started)
  } catch (error) {
    await stopAll(started, log)
    throw error
  }
}

/** In the opposite order; one that fails does not keep the others from stopping. */
async function stopAll(started: (() => unknown)[], log: Logger): Promise<void> {
  for (const stop of started.splice(0).reverse()) {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
    }
  }
}

async function startOn(platform: Platform, { config, version, log }: NodeOptions, started: (() => unknown)[]) {
  const { db, cluster, jobs, dispatcher } = platform
  let services: Services | null = null
  let isReady = false
  const known = (): Services => {
    if (!services) throw new Error('not started yet')
    return services
  }

  const app = await createApp(platform, log)
  const realtime = createRealtime<LiveViewer, TicketFacts>({
    ...(config.roles.includes('api') ? { httpServer: app.server } : {}),
    cluster,
    log,
    authenticate: (token) => known().auth.authenticate(token, 'socket'),
    loadViewer: async (scope) => liveViewer(scope, await loadViewer(db.uow, scope)),
    sees,
    reads: mayRead,
    ticketFacts: (scope, ticketId) => ticketFacts(db.uow, scope, ticketId),
    onPresence: (tenantId, userId, online) => known().auth.setOnline(tenantId, userId, online),
    onTyping: (scope, ticketId, on) => known().hints.typing(scope.tenantId, ticketId, on),
  })

  // the port is known only after listening, and hooks need the address before a request may come
  const port = config.PORT === 0 ? await reservePort(config.HOST) : config.PORT
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${port}`
  services = createServices({
    platform,
    realtime,
    publicUrl,
    packages: await operatorList({ env: config.RECADO_PLUGINS, dataDir: config.RECADO_DATA_DIR }),
  })
  // their code comes while the database is asked
  services.host.load()
  await registerRoutes(app, { platform, services: known, version, isReady: () => isReady })
  started.push(() => known().auth.settle())
  started.push(() => known().host.close())
  started.push(() => known().drain.stop())
  started.push(() => known().retries.stop())
  started.push(registerSchedules(platform, services))
  await jobs.start()
  await dispatcher.start()
  await services.host.start()
  if (cluster.peers() === 0) await services.auth.resetPresence()
  const isServing = config.roles.includes('api')
  started.push(() => app.close())
  started.push(() => realtime.close())
  if (isServing) await app.listen({ port, host: config.HOST })
  // last of all, since a password made up here is shown once
  const login: FirstLogin | null = await firstStart(platform, services)
  isReady = true

  return {
    app,
    platform,
    services,
    realtime,
    url: publicUrl,
    port: isServing ? (app.server.address() as AddressInfo).port : port,
    login,
    /** New work is refused first, what is under way ends, and what others need is closed last. */
    stop: () => stopAll(started, log),
  }
}

export type RunningNode = Awaited<ReturnType<typeof startNode>>

async function reservePort(host: string): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
