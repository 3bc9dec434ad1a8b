import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { isOperator } from './access.ts'
import { createApp, registerRoutes } from './app.ts'
import type { Config } from './config.ts'
import { type FirstLogin, firstStart } from './first-start.ts'
import {
  type LiveViewer,
  liveViewer,
  loadViewer,
  sees,
  type TicketFacts,
  ticketFacts,
} from './modules/tickets/index.ts'
import type { Clock } from './platform/clock.ts'
import type { DatabaseUrls } from './platform/db/database.ts'
import { createRealtime } from './platform/realtime/hub.ts'
import { startPlatform } from './platform.ts'
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
export async function startNode({ config, urls, version, log, clock }: NodeOptions) {
  const platform = await startPlatform({ config, urls, version, log, ...(clock ? { clock } : {}) })
  const { db, cluster, jobs, dispatcher } = platform
  let services: Services | null = null
  const known = (): Services => {
    if (!services) throw new Error('not started yet')
    return services
  }

  const app = await createApp({ platform, log })
  const realtime = createRealtime<LiveViewer, TicketFacts>({
    ...(config.roles.includes('api') ? { httpServer: app.server } : {}),
    cluster,
    log,
    authenticate: (token) => known().auth.authenticate(token, 'socket'),
    loadViewer: async (scope) => ({
      ...liveViewer(scope, await loadViewer(db.uow, scope)),
      isOperator: isOperator(scope),
    }),
    sees,
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
  await registerRoutes(app, { platform, services: known, log, version })
  const stopSchedules = registerSchedules(platform, services)
  await jobs.start()
  await dispatcher.start()
  await services.host.start()
  if (cluster.peers() === 0) await services.auth.resetPresence()
  const login: FirstLogin | null = await firstStart(platform, services)
  const isServing = config.roles.includes('api')
  if (isServing) await app.listen({ port, host: config.HOST })

  return {
    app,
    platform,
    services,
    realtime,
    url: publicUrl,
    port: isServing ? (app.server.address() as AddressInfo).port : port,
    login,
    /** New work is refused first, what is under way ends, and what others need is closed last. */
    async stop(): Promise<void> {
      stopSchedules()
      await realtime.close()
      await app.close()
      await known().retries.stop()
      await known().drain.stop()
      await known().host.close()
      await known().auth.settle()
      await platform.close()
    },
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
