import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { makeRichCompany, type RichCompany } from '../rich-company.ts'
import { ask, pathFor, routes } from '../routes.ts'

let app: TestApp
let rich: RichCompany
let operator: string
beforeAll(async () => {
  app = await startApp()
  rich = await makeRichCompany(app)
  operator = (await app.operator()).token
}, 60_000)
afterAll(() => app.close())

/** Bytes, which have no schema, and what only leads on. */
const STREAMED = new Set([
  'audit.export',
  'contact-tasks.problems',
  'media.file',
  'sso.callback',
  'ticket-tasks.file',
  'ticket-tasks.pdf',
])

const name = (what: string) => `${what} ${rich.canary} novo`
const nextDay = '2031-03-01'
const template = (name: string) => ({
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Olá' }],
})

/** Of the lists that are about something in particular. */
const QUERIES: Record<string, (rich: RichCompany) => string> = {
  'tickets.list': () => '?status[]=open&status[]=pending&status[]=closed&showAll=true',
  'messages.search': ({ canary }) => `?searchParam=${canary}`,
  'channels.callLines': ({ ids }) => `?channelId=${ids.channel}`,
  'internal-chat.messages': ({ ids }) => `?groupId=${ids.chatGroup}`,
  'internal-chat.search': ({ canary }) => `?searchParam=${canary}`,
}

/** Writes that answer `Done`, a row that another write answers, or nothing; their own module's tests look at them. */
const ELSEWHERE = [
  /^auth\.(login(Code|Setup|SetupConfirm)|twoFactor(Confirm|Off)|recoveryCodes)$/,
  /^(sso\.(start|finish)|(operator|users)\.resetTwoFactor)$/,
  /^auth\.(refresh|verifyCode|resetPassword|changePassword|endSession)$/,
  /\.remove(Plan)?$/,
  /^(tickets\.createAlias|users\.saveConfigs|messages\.(retry|undo)|channels\.disconnect)$/,
  /^(plugins\.redriveJobs|operator\.updatePlan|hours\.removeHoliday)$/,
  /^ticket-(tasks\.(cancel|undo)|views\.reorder)$/,
  /^(contacts\.exportCsv|contact-tasks\.(apply|undo|erase))$/,
  /^internal-chat\.(typing|leaveGroup|removeGroup)$/,
]

/** Bodies of the routes that change something, in the order in which they can run on one company. */
const writes: Record<string, (rich: RichCompany) => { path?: string; json?: unknown; body?: FormData }> = {
  'tickets.create': ({ ids }) => ({ json: { contactId: ids.contact, channelId: ids.channel, queueId: ids.queue } }),
  'tickets.read': () => ({ json: {} }),
  'ticket-tasks.close': () => ({ json: { ticketIds: [rich.closedTicket] } }),
  'ticket-views.create': ({ ids }) => ({
    json: { name: name('Visão'), tab: 'open', filters: { mine: true }, sharing: 'team', teamId: ids.team },
  }),
  'ticket-views.update': () => ({ json: { color: '#123456' } }),
  'messages.send': () => ({ json: { body: 'tudo certo?' } }),
  'drafts.save': ({ ids }) => ({ json: { body: 'começado', quotedMsgId: ids.message } }),
  'shortcuts.save': () => ({ json: { keys: { palette: 'mod+j' } } }),
  'messages.edit': () => ({ path: `/messages/edit/${rich.sentMessage}`, json: { body: 'corrigido' } }),
  'messages.react': () => ({ json: { emoji: '❤️' } }),
  'messages.forward': ({ ids }) => ({ json: { messages: [ids.message], contacts: [{ id: ids.contact }] } }),
  'messages.answerComment': () => ({ json: { body: 'obrigado', reply: 'private' } }),
  'messages.sync': () => ({ json: { count: 5 } }),
  'messages.remove': () => ({ path: `/messages/${rich.sentMessage}`, json: {} }),
  'tickets.update': () => ({ json: { queueId: null, userId: rich.admin.id, isTransference: true } }),
  'queues.create': () => ({ json: { name: name('Fila'), color: '#123456' } }),
  'queues.update': () => ({ json: { noUsersMessage: 'ninguém' } }),
  'tags.create': () => ({ json: { tag: name('Etiqueta'), color: '#123456' } }),
  'tags.update': () => ({ json: { isActive: true } }),
  'tasks.create': ({ ids }) => ({
    json: {
      name: name('Tarefa'),
      description: 'ligar',
      limitDate: '2031-03-01T12:00:00.000Z',
      ownerId: ids.user,
      priority: 'low',
    },
  }),
  'tasks.update': () => ({ json: { finished: false } }),
  'notifications.read': () => ({}),
  'notifications.readAll': () => ({}),
  'notifications.savePreferences': () => ({ json: { volume: 40, doNotDisturb: 'hour' } }),
  'notifications.subscribe': () => ({
    json: { endpoint: 'https://push.recado.test/x', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
  }),
  'notifications.unsubscribe': () => ({ json: { endpoint: 'https://push.recado.test/x' } }),
  'teams.create': ({ ids }) => ({ json: { name: name('Equipe'), users: [ids.user] } }),
  'teams.update': () => ({ json: { isActive: false } }),
  'sso.saveProvider': () => ({ json: { isActive: false, issuer: '', clientId: '', isOnlyWay: false } }),
  'auth.twoFactorSetup': () => ({ json: { currentPassword: 'Ypê-roxo 7 vezes' } }),
  'auth.forgetBrowsers': () => ({}),
  'closing-reasons.create': ({ ids }) => ({
    json: { name: name('Motivo'), color: '#123456', queues: [ids.queue] },
  }),
  'closing-reasons.update': () => ({ json: { color: '#654321' } }),
  'quick-messages.create': ({ ids }) => ({
    json: { key: name('oi'), message: 'Oi {{firstName}}', folder: 'Geral', medias: [{ id: ids.media }] },
  }),
  'quick-messages.update': () => ({ json: { message: 'Olá {{firstName}}', showAll: true } }),
  'quick-messages.fill': ({ ids }) => ({ json: { ticketId: ids.ticket, text: 'Oi {{firstName}}' } }),
  'farewells.create': ({ ids }) => ({ json: { name: 'Padrão', message: 'Até logo', queues: [ids.queue] } }),
  'farewells.update': () => ({ json: { message: 'Até breve', showAll: true } }),
  'scheduled-messages.create': ({ ids }) => ({
    json: { contactId: ids.contact, whatsappId: ids.channel, scheduleDate: `${nextDay}T12:00:00Z`, body: 'lembrete' },
  }),
  'scheduled-messages.update': ({ ids }) => ({ json: { body: 'outro', medias: [ids.media], repeatCount: 0 } }),
  'users.create': () => ({
    json: {
      name: 'Davi Rocha',
      email: `davi-${rich.canary}@recado.test`,
      password: 'Ypê-roxo 7 vezes',
      profile: 'user',
    },
  }),
  'users.update': ({ ids }) => ({ json: { name: 'Ana Rocha', queues: [ids.queue], channels: [{ id: ids.channel }] } }),
  'users.saveLoginSchedule': () => ({ json: { horarioLogin: null } }),
  'contacts.create': ({ ids }) => ({ json: { name: name('Contato'), number: '5511987650001', tags: [ids.tag] } }),
  'contacts.update': () => ({ json: { isBlocked: false, extraInfo: [{ name: 'cpf', value: '1' }] } }),
  'contacts.saveTags': ({ ids }) => ({ json: { tags: [ids.tag] } }),
  'contacts.merge': ({ ids }) => ({ json: { contactId: ids.spareContact } }),
  'contacts.undoMerge': () => ({}),
  'contact-tasks.sync': ({ ids }) => ({ json: { channelId: ids.channel } }),
  'contact-tasks.upload': () => {
    const body = new FormData()
    body.append('file', new Blob(['Nome;Numero\nAna;11987650002'], { type: 'text/csv' }), 'lista.csv')
    return { body }
  },
  'contact-tasks.check': ({ ids }) => ({
    json: { mapping: { name: 0, number: 1, email: null, tags: null, extra: [] }, tags: [ids.tag] },
  }),
  'contact-tasks.cancel': () => ({}),
  'contact-tasks.personalData': () => ({}),
  'contacts.saveWallets': ({ ids }) => ({ json: { wallets: [ids.user] } }),
  // before anything below that connects the channel anew
  'channels.testMessage': () => ({ json: { to: '+55 11 98765-0002', text: 'teste' } }),
  'channels.create': () => ({ json: { name: name('Canal'), type: 'fake', settings: { receipts: 'read' } } }),
  'channels.update': ({ ids }) => ({ json: { queueId: ids.queue, farewellMessage: 'até logo' } }),
  'channels.connect': () => ({}),
  'channels.reconnect': () => ({ json: {} }),
  'channels.rotateHookKey': () => ({}),
  'channels.action': ({ ids }) => ({ json: { channelId: ids.channel, settings: {} } }),
  'templates.create': () => ({ json: template(`novo_${rich.canary}`) }),
  'templates.update': () => ({ json: template('outro') }),
  'templates.sync': () => ({}),
  'webhooks.save': () => ({ json: { enabled: true, events: ['ticket.closed', 'message.received'] } }),
  'webhooks.rotateSecret': () => ({}),
  'webhooks.test': () => ({}),
  'webhooks.replay': () => ({}),
  'webhooks.replayFailed': () => ({}),
  'settings.save': () => ({ json: { value: 'enabled' } }),
  'tenants.saveBusinessHours': () => ({
    json: [{ day: 1, label: 'segunda', type: 'H', hr1: '08:00', hr2: '12:00', hr3: '13:00', hr4: '18:00' }],
  }),
  'tenants.saveAbsenceMessage': () => ({ json: { messageBusinessHours: 'voltamos já' } }),
  'hours.saveCompany': () => ({ json: { message: 'voltamos já' } }),
  'hours.saveChannel': () => ({ json: { week: null, message: 'canal fechado' } }),
  'hours.saveQueue': () => ({ json: { message: 'fila fechada' } }),
  'hours.createHoliday': ({ ids }) => ({
    json: { date: '24/06/2031', name: 'São João', mode: 'closed', scope: 'channel', scopeIds: [ids.channel] },
  }),
  'hours.updateHoliday': () => ({
    json: {
      date: '24/12',
      name: 'Véspera',
      mode: 'two',
      start1: '08:00',
      end1: '10:00',
      start2: '14:00',
      end2: '24:00',
    },
  }),
  'hours.importNational': () => ({}),
  'media.upload': () => {
    const body = new FormData()
    body.append('file', new Blob(['a;b'], { type: 'text/csv' }), 'lista.csv')
    return { body }
  },
  'media.fetch': () => ({}),
  'notes.create': () => ({ json: { notes: 'liga de volta, @Ana' } }),
  'notes.update': () => ({ json: { notes: 'ligou' } }),
  'internal-chat.send': ({ ids }) => ({
    json: { groupId: ids.chatGroup, mediaId: ids.media, replyToId: ids.chatMessage },
  }),
  'internal-chat.edit': () => ({ json: { body: 'corrigido' } }),
  'internal-chat.read': ({ ids }) => ({ json: { groupId: ids.chatGroup } }),
  'internal-chat.createGroup': ({ ids }) => ({ json: { name: name('Equipe'), users: [ids.user] } }),
  'internal-chat.updateGroup': ({ ids }) => ({ json: { name: name('Outra'), users: [ids.user], admins: [ids.user] } }),
  'plugins.setEnabled': () => ({ json: { enabled: true } }),
  'plugins.saveApp': () => ({ json: { settings: { appId: '123456789' } } }),
  'plugins.redriveInbound': ({ ids }) => ({ json: { tenantId: ids.tenant } }),
  'operator.createTenant': () => ({
    json: {
      name: name('Empresa'),
      user: { name: 'Rui Paz', email: `rui-${rich.canary}@recado.test`, password: 'Ypê-roxo 7 vezes' },
    },
  }),
  'operator.updateTenant': () => ({ json: { dueDate: nextDay } }),
  'operator.addMonth': () => ({}),
  'operator.setStatus': () => ({ json: { status: 'active' } }),
  'operator.saveMenu': () => ({ json: { menuPermissions: { tasks: true } } }),
  'operator.updateUser': () => ({ path: `/admin/users/${rich.ids.user}`, json: { name: 'Ana Luz' } }),
  'operator.createPlan': () => ({ json: { name: name('Plano'), maxUsers: 5, maxConnections: 2, value: 99.9 } }),
  'auth.login': () => ({ json: { email: rich.agent.email, password: 'Ypê-roxo 7 vezes' } }),
  'auth.forgotPassword': () => ({ json: { email: rich.agent.email } }),
  'auth.endOtherSessions': () => ({}),
  'auth.logout': () => ({ json: {} }),
}

const tokenFor = (auth: string, routeName: string): string | undefined => {
  if (auth === 'public') return undefined
  if (auth === 'operator') return operator
  return /^messages\.(edit|remove)|^auth\./.test(routeName) ? rich.agent.token : rich.admin.token
}

const problems = (routeName: string, body: unknown): string[] => {
  const route = routes.find(({ name }) => name === routeName)
  if (!route) return ['no such route']
  return [...Value.Errors(route.spec.response, body)].map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('every answer', () => {
  it('is looked at here or elsewhere', () => {
    const open = routes.filter(({ name, spec }) => spec.method !== 'GET' && !(name in writes))
    expect(open.filter(({ name }) => !ELSEWHERE.some((pattern) => pattern.test(name))).map(({ name }) => name)).toEqual(
      [],
    )
  })

  it.each(
    routes
      .filter(({ name, spec }) => spec.method === 'GET' && !STREAMED.has(name))
      .map(({ name, spec }) => [name, spec] as const),
  )('of %s is what the contract says', async (routeName, spec) => {
    const path = pathFor(spec, routeName === 'operator.tenantUsers' ? { ...rich.ids, user: rich.ids.tenant } : rich.ids)
    const query = QUERIES[routeName]?.(rich) ?? ''
    const token = tokenFor(spec.auth, '')
    const answer = await ask(app.url, 'GET', `${path}${query}`, token ? { token } : {})
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect(answer.text.length, 'an empty list proves nothing').toBeGreaterThan(
      routeName === 'plugins.deadInbound' ? 1 : 2,
    )
    expect(problems(routeName, answer.body)).toEqual([])
  })

  it.each(Object.keys(writes))('to %s is what the contract says', async (routeName) => {
    const route = routes.find(({ name }) => name === routeName)
    if (!route) throw new Error(`${routeName} is gone`)
    const { path, ...content } = writes[routeName]?.(rich) ?? {}
    const token = tokenFor(route.spec.auth, routeName)
    const answer = await ask(app.url, route.spec.method, path ?? pathFor(route.spec, rich.ids), {
      ...content,
      ...(token ? { token } : {}),
    })
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect(problems(routeName, answer.body)).toEqual([])
  })
})
