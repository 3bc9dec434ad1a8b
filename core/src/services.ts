import { Readable } from 'node:stream'
import { createEventHints } from './event-hints.ts'
import { createAuditService } from './modules/audit/index.ts'
import { createAuthService, createPasswords, type FileUrl } from './modules/auth/index.ts'
import {
  createChannelService,
  createChannelSource,
  createConnectionPort,
  createNumberCheck,
} from './modules/channels/index.ts'
import { createClosingReasonService } from './modules/closing-reasons/index.ts'
import { createContactTasks } from './modules/contact-tasks/index.ts'
import { createContactService, shownName } from './modules/contacts/index.ts'
import { createDashboard } from './modules/dashboard/index.ts'
import { createDistribution } from './modules/distribution/index.ts'
import { createDraftService } from './modules/drafts/index.ts'
import { createFarewellService } from './modules/farewells/index.ts'
import { createHours } from './modules/hours/index.ts'
import { createInternalChat } from './modules/internal-chat/index.ts'
import { createMediaService, type FetchMedia, type FetchOptions, type MediaService } from './modules/media/index.ts'
import {
  chatOf,
  contactsIn,
  createConversations,
  createDrain,
  createInboundNews,
  createIntake,
  createMessageNews,
  createMessageService,
  createRetries,
  failedIn,
  messagesWithMedia,
  saidInOf,
} from './modules/messages/index.ts'
import { createNoteService } from './modules/notes/index.ts'
import { createNotifications } from './modules/notifications/index.ts'
import { createOperatorService } from './modules/operator/index.ts'
import { OPERATOR_TENANT } from './modules/operator/policy.ts'
import { createPluginService } from './modules/plugins/index.ts'
import { createQueueService } from './modules/queues/index.ts'
import { createQuickMessageService } from './modules/quick-messages/index.ts'
import { createSchedules } from './modules/scheduled-messages/index.ts'
import { createSettingService } from './modules/settings/index.ts'
import { createShortcutService } from './modules/shortcuts/index.ts'
import { createSsoService } from './modules/sso/index.ts'
import { createTagService } from './modules/tags/index.ts'
import { createTasks } from './modules/tasks/index.ts'
import { createTeamService } from './modules/teams/index.ts'
import { createTemplateService } from './modules/templates/index.ts'
import { createTenantService } from './modules/tenants/index.ts'
import { createTicketTasks } from './modules/ticket-tasks/index.ts'
import { createTicketViews } from './modules/ticket-views/index.ts'
import {
  createTicketNews,
  createTicketService,
  factsOf,
  loadTickets,
  mayRead,
  seenWithViewer,
  type TicketFacts,
} from './modules/tickets/index.ts'
import { createUserService } from './modules/users/index.ts'
import { createWebhooks } from './modules/webhooks/index.ts'
import { createNoticeSources } from './notice-sources.ts'
import { background } from './platform/background.ts'
import { type Scope, systemScope } from './platform/db/scope.ts'
import { EVENTS_TOPIC } from './platform/events/dispatcher.ts'
import type { Realtime } from './platform/realtime/types.ts'
import type { Platform } from './platform.ts'
import { type ChannelRef, createPluginHost, type HostPorts } from './plugin-host/index.ts'
import { createClusterSignals } from './signals.ts'
import { createTicketHints } from './ticket-hints.ts'

export interface ServiceOptions {
  platform: Platform
  /** Sockets need the HTTP server, which comes later. */
  realtime: Realtime<TicketFacts>
  publicUrl: string
  packages: string[]
}

/** All modules, each given what it works with. The plugin host calls back into them through its ports. */
export function createServices({ platform, realtime, publicUrl, packages }: ServiceOptions) {
  const { config, clock, log, db, cluster, keys, jobs } = platform
  const { uow } = db
  const passwords = createPasswords()
  const signals = createClusterSignals(cluster, () => realtime)
  const fileUrl: FileUrl = (tenantId, mediaId) => media.signedUrl(tenantId, mediaId)
  const base = { ...platform, uow, passwords, signals, realtime, fileUrl }

  const notifications = createNotifications({
    ...base,
    sources: createNoticeSources(uow),
    operatorTenant: OPERATOR_TENANT,
    publicUrl,
  })
  const messagesFailed = (tenantId: number, ids: string[]) =>
    background(log, 'notices of failed messages', notifications.messagesFailed(tenantId, ids))
  const eventsWritten = createEventHints(() => cluster.notify(EVENTS_TOPIC, {}))
  const ticketNews = createTicketNews({ uow, realtime, fileUrl })
  const messageNews = createMessageNews({
    uow,
    realtime,
    fileUrl,
    signedUrl: (tenantId, id, options) => media.signedUrl(tenantId, id, options),
  })

  const media: MediaService = createMediaService({
    ...base,
    async mayOpen(scope: Scope, mediaId: string) {
      for (const message of await messagesWithMedia(uow, scope.tenantId, mediaId)) {
        const seen = await seenWithViewer(uow, scope, message.ticketId).catch(() => null)
        const place = seen && { ...factsOf(seen.record), saidIn: saidInOf(seen.record, message) }
        if (place && mayRead(seen.viewer, place)) return true
      }
      const isReady = (await quickMessages.mayOpen(scope, mediaId)) || (await schedules.mayOpen(scope, mediaId))
      return isReady || internalChat.mayOpen(scope, mediaId)
    },
  })

  const ticketViews = createTicketViews(base)
  const internalChat = createInternalChat({
    ...base,
    media,
    notify: notifications.notify,
    signedUrl: media.signedUrl,
  })

  const inboundNews = createInboundNews({
    uow,
    news: messageNews,
    onNewTickets: (tenantId, opened) => {
      for (const ticket of opened) {
        background(log, 'new ticket', ticketNews.announce(tenantId, [ticket.id], { extra: { isCreated: true } }))
        background(log, 'greeting', tickets.greet(ticket))
      }
    },
  })
  const intake = createIntake({
    uow,
    log,
    async onApplied(channel, events, applied) {
      const { results } = applied
      eventsWritten()
      await inboundNews(channel, events, applied)
      const failed = failedIn(events, results)
      if (failed.length > 0) messagesFailed(channel.tenantId, failed)
      const heard = contactsIn(events, results)
      if (heard.length > 0) background(log, 'news of contacts', contacts.heard(channel.tenantId, heard))
      const merges = results.flatMap((result) => result.merges ?? [])
      if (merges.length > 0) background(log, 'merged contacts', contacts.merging.announce(channel.tenantId, merges))
      const isFileDue = events.some((event) => event.kind === 'message' && event.media?.ref !== undefined)
      if (isFileDue || results.some((result) => result.hasPicture)) await fetchFiles()
    },
  })

  const tenants = createTenantService({
    ...base,
    placeHours: {
      read: (...asked) => hours.placeHours.read(...asked),
      save: (...asked) => hours.placeHours.save(...asked),
    },
  })
  const channelPorts = { db, realtime, channelType: (type: string) => host.channelType(type) }
  const ports: HostPorts = {
    inbound: {
      push: intake.push,
      typing: (channel, chat, on) => background(log, 'typing', contactTyping(channel, chat, on)),
    },
    conversations: createConversations({
      ...{ uow, clock },
      availability: (tenantId, channelId) => hours.availability(tenantId, channelId),
      onlineUsers: realtime.onlineUsers,
    }),
    contacts: { take: (...people) => contactTasks.takeContacts(...people) },
    media: mediaPort(media, publicUrl),
    channels: createChannelSource(channelPorts),
    connection: createConnectionPort(channelPorts),
  }
  const host = createPluginHost({
    ...platform,
    operatorTenant: OPERATOR_TENANT,
    ports,
    env: config.env,
    publicUrl,
    packages,
    allowDevelopment: config.RECADO_DEVELOPMENT_PLUGINS,
    sessions: config.roles.includes('sessions'),
  })

  const contactTyping = async (channel: ChannelRef, chat: { kind: string; value: string }, on: boolean) => {
    const { ticket } = await ports.conversations.history(channel, chat, { limit: 1 })
    if (!ticket || ticket.status === 'closed') return
    const [record] = await loadTickets(uow, channel, [ticket.id])
    if (record) realtime.contactTyping(channel.tenantId, record.id, shownName(record.contact, !record.hidesPhones), on)
  }

  const drain = createDrain({
    db,
    sessions: host.sessions,
    cluster,
    log,
    onChanged: (tenantId, ids) => background(log, 'delivery news', messageNews.changed(tenantId, ids)),
    onFailed: messagesFailed,
  })
  const retries = createRetries({
    db,
    intake,
    log,
    channelOf: async ({ tenantId, channelId }) => {
      const record = await ports.channels.load(tenantId, channelId)
      if (!record) return null
      const isScoped = host.channelType(record.type)?.definition.address.perChannel
      return { tenantId, channelId, type: record.type, addressScope: isScoped ? channelId : 0 }
    },
  })

  const fetchFile: FetchMedia = async (tenantId, channelId, ref, signal) => {
    const { stream, ...about } = await host.fetchMedia(tenantId, channelId, ref, signal)
    return { ...about, stream: Readable.fromWeb(stream) }
  }
  const fileNews: FetchOptions = {
    async onSettled({ tenantId, id: mediaId, isPicture }, state) {
      if (isPicture) return contacts.pictures.settled(tenantId, mediaId, state)
      const messages = await messagesWithMedia(uow, tenantId, mediaId)
      const ids = messages.map((message) => message.id)
      await messageNews.changed(tenantId, ids, 'chat:update')
    },
  }
  const fetchFiles = async (): Promise<void> => {
    await media.fetchDue(fetchFile, fileNews)
  }

  const auth = createAuthService(base)
  const users = createUserService({
    ...base,
    auth,
    releaseWork: (tx, userId) => tickets.returnTicketsOf(tx, userId),
    async beforeRemoval(tx, userId) {
      await internalChat.groups.beforeRemoval(tx, userId)
      await ticketViews.beforeRemoval(tx, userId)
      await contacts.beforeRemoval(tx, userId)
    },
  })
  const templates = createTemplateService({ db, host, log, mediaInfo: (scope, id) => media.info(scope, id) })
  const messages = createMessageService({
    ...base,
    media,
    news: messageNews,
    featuresOf: (type) => host.channelType(type)?.definition.features ?? null,
    kick(channel) {
      eventsWritten()
      drain.kick(channel)
    },
    fillTemplate: templates.fill,
    liveTicket: (scope, place) => tickets.live(scope, place),
    unreadInternal: internalChat.conversations.unread,
    async fetchHistory(tenantId, { id, channelId }, count) {
      const chat = await chatOf(uow, tenantId, id, 0)
      if (chat) await host.channelCall(tenantId, channelId, 'fetchHistory', [chat.chat, { count }], 'sync')
    },
    async groupMembers(tenantId, { id, channelId }) {
      const chat = await chatOf(uow, tenantId, id, 0)
      return chat ? host.channelCall(tenantId, channelId, 'groupMembers', [chat.chat], 'lookup') : []
    },
  })

  const contacts = createContactService({
    ...base,
    onTicketsChanged: (tenantId, ids) => background(log, 'tickets of contacts', ticketNews.announce(tenantId, ids)),
    checkNumber: createNumberCheck({ uow, host, log }),
    onWalletsChanged: (...change) => background(log, 'tickets of a wallet', ticketNews.walletsChanged(...change)),
    discardFiles: media.discardPictures,
  })
  const contactTasks = createContactTasks({
    ...base,
    media,
    canList: (type) => host.channelType(type)?.definition.features.contactList ?? false,
    listContacts: host.listContacts,
    news: contacts.news,
    publicUrl,
    onTicketsChanged: (tenantId, ids) => background(log, 'tickets of contacts', ticketNews.announce(tenantId, ids)),
    onWalletsChanged: (...change) => background(log, 'tickets of a wallet', ticketNews.walletsChanged(...change)),
  })

  const hours = createHours({
    ...base,
    onlineUsers: realtime.onlineUsers,
    sayOnce: (...said) => tickets.sayOnce(...said),
  })
  const hints = createTicketHints({ uow, host })
  const tickets = createTicketService({
    ...base,
    addressKind: (type) => host.channelType(type)?.definition.address.kind ?? null,
    startsConversation: (type) => host.channelType(type)?.definition.features.startsConversation ?? false,
    sendText: messages.sendText,
    firstMessage: {
      check: messages.checkFirst,
      async send(scope, ticketId, first) {
        await messages.send(scope, ticketId, first)
      },
    },
    scheduledFor: (scope, contactId) => schedules.waitingFor(scope, contactId),
    markRead: (...ticket) => background(log, 'mark read', hints.read(...ticket)),
    onTicketChanged: (tenantId, ids) => background(log, 'plugins told', hints.changed(tenantId, ids)),
  })

  const notes = createNoteService({ ...base, notify: notifications.notify })
  const ticketTasks = createTicketTasks({ ...base, media, tickets, messages, notes, notify: notifications.notify })
  const quickMessages = createQuickMessageService({ ...base, media })
  const schedules = createSchedules({ ...base, media, messages, tickets })

  return {
    host,
    hints,
    intake,
    drain,
    retries,
    fetchFiles,
    getFileAgain: (scope: Scope, id: string) => media.getAgain(scope, id, fetchFile, fileNews),
    media,
    auth,
    users,
    teams: createTeamService(base),
    shortcuts: createShortcutService(base),
    sso: createSsoService({ ...base, auth, publicUrl }),
    auditLog: createAuditService(base),
    tickets,
    ticketTasks,
    ticketViews,
    messages,
    drafts: createDraftService(base),
    tenants,
    signals,
    passwords,
    settings: createSettingService(base),
    dashboard: createDashboard(base),
    queues: createQueueService(base),
    distribution: createDistribution({ ...base, tickets: tickets.assigning }),
    tags: createTagService(base),
    closingReasons: createClosingReasonService(base),
    quickMessages,
    farewells: createFarewellService(base),
    schedules,
    hours,
    contacts,
    contactTasks,
    channels: createChannelService({ ...base, host, publicUrl }),
    templates,
    plugins: createPluginService({
      publicUrl,
      db,
      host,
      jobs,
      realtime,
      onInboundRevived: () => background(log, 'revived', retries.scan()),
    }),
    notifications,
    notes,
    tasks: createTasks({ ...base, notify: notifications.notify, settle: notifications.settle }),
    internalChat,
    webhooks: createWebhooks({ ...base, publicUrl, signedUrl: media.signedUrl }),
    operator: createOperatorService({
      ...base,
      auth,
      users,
      onTenantStatus: (tenantId) => host.channelChanged({ tenantId }),
    }),
    keys,
  }
}

export type Services = ReturnType<typeof createServices>

const mediaPort = (media: MediaService, publicUrl: string): HostPorts['media'] => ({
  info: (tenantId, id) => media.info(systemScope(tenantId, 'plugin'), id),
  open: async (tenantId, id) => Readable.toWeb(await media.open(tenantId, id)),
  url: (tenantId, id, ttlSeconds) => `${publicUrl}${media.signedUrl(tenantId, id, { ttlSeconds })}`,
  save: (tenantId, stream, { fileName, mimeType, maxBytes }) =>
    media.saveStream(systemScope(tenantId, 'plugin'), {
      stream: Readable.fromWeb(stream),
      fileName,
      mimeType,
      maxBytes,
    }),
})
