import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { permits } from './access.ts'
import { contracts } from './contracts.ts'
import { demoPage } from './demo-page.ts'
import { docsRoutes } from './docs.ts'
import { healthRoutes, measureRequests } from './health.ts'
import { auditContract } from './modules/audit/contract.ts'
import { auditRoutes } from './modules/audit/index.ts'
import { authContract } from './modules/auth/contract.ts'
import { authRoutes } from './modules/auth/index.ts'
import { channelsContract } from './modules/channels/contract.ts'
import { channelRoutes } from './modules/channels/index.ts'
import { closingReasonsContract } from './modules/closing-reasons/contract.ts'
import { closingReasonRoutes } from './modules/closing-reasons/index.ts'
import { contactTasksContract } from './modules/contact-tasks/contract.ts'
import { contactTaskRoutes } from './modules/contact-tasks/index.ts'
import { contactsContract } from './modules/contacts/contract.ts'
import { contactRoutes } from './modules/contacts/index.ts'
import { dashboardContract } from './modules/dashboard/contract.ts'
import { dashboardRoutes } from './modules/dashboard/index.ts'
import { distributionContract } from './modules/distribution/contract.ts'
import { distributionRoutes } from './modules/distribution/index.ts'
import { draftsContract } from './modules/drafts/contract.ts'
import { draftRoutes } from './modules/drafts/index.ts'
import { farewellsContract } from './modules/farewells/contract.ts'
import { farewellRoutes } from './modules/farewells/index.ts'
import { hoursContract } from './modules/hours/contract.ts'
import { hoursRoutes } from './modules/hours/index.ts'
import { internalChatContract } from './modules/internal-chat/contract.ts'
import { internalChatRoutes } from './modules/internal-chat/index.ts'
import { mediaContract } from './modules/media/contract.ts'
import { mediaRoutes } from './modules/media/index.ts'
import { messagesContract } from './modules/messages/contract.ts'
import { messageRoutes } from './modules/messages/index.ts'
import { notesContract } from './modules/notes/contract.ts'
import { noteRoutes } from './modules/notes/index.ts'
import { notificationsContract } from './modules/notifications/contract.ts'
import { notificationRoutes } from './modules/notifications/index.ts'
import { operatorContract } from './modules/operator/contract.ts'
import { operatorRoutes } from './modules/operator/index.ts'
import { pluginsContract } from './modules/plugins/contract.ts'
import { pluginRoutes } from './modules/plugins/index.ts'
import { queuesContract } from './modules/queues/contract.ts'
import { queueRoutes } from './modules/queues/index.ts'
import { quickMessagesContract } from './modules/quick-messages/contract.ts'
import { quickMessageRoutes } from './modules/quick-messages/index.ts'
import { schedulesContract } from './modules/scheduled-messages/contract.ts'
import { scheduleRoutes } from './modules/scheduled-messages/index.ts'
import { settingsContract } from './modules/settings/contract.ts'
import { settingRoutes } from './modules/settings/index.ts'
import { shortcutsContract } from './modules/shortcuts/contract.ts'
import { shortcutRoutes } from './modules/shortcuts/index.ts'
import { ssoContract } from './modules/sso/contract.ts'
import { ssoRoutes } from './modules/sso/index.ts'
import { tagsContract } from './modules/tags/contract.ts'
import { tagRoutes } from './modules/tags/index.ts'
import { tasksContract } from './modules/tasks/contract.ts'
import { taskRoutes } from './modules/tasks/index.ts'
import { teamsContract } from './modules/teams/contract.ts'
import { teamRoutes } from './modules/teams/index.ts'
import { templatesContract } from './modules/templates/contract.ts'
import { templateRoutes } from './modules/templates/index.ts'
import { tenantsContract } from './modules/tenants/contract.ts'
import { tenantRoutes } from './modules/tenants/index.ts'
import { menuKeyOf } from './modules/tenants/policy.ts'
import { ticketTasksContract } from './modules/ticket-tasks/contract.ts'
import { ticketTaskRoutes } from './modules/ticket-tasks/index.ts'
import { ticketViewsContract } from './modules/ticket-views/contract.ts'
import { ticketViewRoutes } from './modules/ticket-views/index.ts'
import { ticketsContract } from './modules/tickets/contract.ts'
import { ticketRoutes } from './modules/tickets/index.ts'
import { usersContract } from './modules/users/contract.ts'
import { userRoutes } from './modules/users/index.ts'
import { webhooksContract } from './modules/webhooks/contract.ts'
import { webhookRoutes } from './modules/webhooks/index.ts'
import { createBinder } from './platform/http/bind.ts'
import { registerErrors } from './platform/http/errors.ts'
import { createServer, ownOriginOnly } from './platform/http/server.ts'
import type { Platform } from './platform.ts'
import { hookRoutes } from './plugin-host/index.ts'
import type { Services } from './services.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface AppOptions {
  platform: Platform
  services: () => Services
  version: string
  isReady(): boolean
}

/** The HTTP side of a node before its routes: live sockets need the server that this brings. */
export async function createApp(platform: Platform, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = platform
  const proxies = config.RECADO_TRUST_PROXY
  const corsOrigins = listOf(config.RECADO_CORS_ORIGINS)
  const app = await createServer({
    log,
    trustProxy: proxies === 'true' ? true : proxies ? listOf(proxies) : false,
    corsOrigins,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
  })
  ownOriginOnly(app, '/auth/', corsOrigins)
  registerErrors(app, contracts)
  measureRequests(app, platform.metrics)
  return app
}

/** Everything that this installation answers, in the order in which its documentation shows it. */
export async function registerRoutes(app: FastifyInstance, options: AppOptions): Promise<void> {
  const { platform, version } = options
  const services = options.services()
  const isSecure = platform.config.publicUrl?.startsWith('https:') ?? false
  const bind = createBinder({
    authenticate: services.auth.authenticate,
    permits,
    menuKeyOf,
  })

  bind(app, authContract, authRoutes(services.auth, { secure: isSecure }))
  bind(app, ssoContract, ssoRoutes(services.sso, { secure: isSecure }))
  bind(app, usersContract, userRoutes(services.users))
  bind(app, shortcutsContract, shortcutRoutes(services.shortcuts))
  bind(app, teamsContract, teamRoutes(services.teams))
  bind(app, tenantsContract, tenantRoutes(services.tenants))
  bind(app, settingsContract, settingRoutes(services.settings))
  bind(app, auditContract, auditRoutes(services.auditLog))
  bind(app, ticketsContract, ticketRoutes(services.tickets))
  bind(app, ticketTasksContract, ticketTaskRoutes(services.ticketTasks))
  bind(app, ticketViewsContract, ticketViewRoutes(services.ticketViews))
  bind(app, dashboardContract, dashboardRoutes(services.dashboard))
  bind(app, messagesContract, messageRoutes(services.messages))
  bind(app, draftsContract, draftRoutes(services.drafts))
  bind(app, notesContract, noteRoutes(services.notes))
  bind(app, mediaContract, mediaRoutes(services.media, services.getFileAgain))
  bind(app, internalChatContract, internalChatRoutes(services.internalChat))
  bind(app, contactsContract, contactRoutes(services.contacts))
  bind(app, contactTasksContract, contactTaskRoutes(services.contactTasks))
  bind(app, channelsContract, channelRoutes(services.channels))
  bind(app, webhooksContract, webhookRoutes(services.webhooks))
  bind(app, templatesContract, templateRoutes(services.templates))
  bind(app, queuesContract, queueRoutes(services.queues))
  bind(app, distributionContract, distributionRoutes(services.distribution))
  bind(app, tagsContract, tagRoutes(services.tags))
  bind(app, closingReasonsContract, closingReasonRoutes(services.closingReasons))
  bind(app, quickMessagesContract, quickMessageRoutes(services.quickMessages))
  bind(app, farewellsContract, farewellRoutes(services.farewells))
  bind(app, schedulesContract, scheduleRoutes(services.schedules))
  bind(app, hoursContract, hoursRoutes(services.hours))
  bind(app, tasksContract, taskRoutes(services.tasks))
  bind(app, notificationsContract, notificationRoutes(services.notifications))
  bind(app, pluginsContract, pluginRoutes(services.plugins))
  bind(app, operatorContract, operatorRoutes(services.operator))

  await app.register(hookRoutes, { host: services.host, upgrades: otherUpgrades(app) })
  await app.register(healthRoutes, { platform, isReady: options.isReady })
  await app.register(demoPage, { platform })
  await app.register(docsRoutes, { version })
  await app.register(webFiles)
}

/** The browser's part: a route for each of its few named files, and one for the hundreds whose names carry a hash. */
const webFiles: FastifyPluginAsync = async (app) => {
  const serve = { decorateReply: false, cacheControl: false }
  await app.register(fastifyStatic, {
    ...serve,
    root: WEB,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  await app.register(fastifyStatic, {
    ...serve,
    root: `${WEB}/assets`,
    prefix: '/assets/',
    index: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Two socket servers share the HTTP server: socket.io takes its own path, the hooks' WebSockets the rest. */
function otherUpgrades(app: FastifyInstance): EventEmitter {
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request: IncomingMessage, ...rest: unknown[]) => {
    if (!request.url?.startsWith('/socket.io/')) upgrades.emit('upgrade', request, ...rest)
  })
  return upgrades
}
