import type { RichCompany, RichIds } from '../rich-company.ts'

export interface Probe {
  /** What is being tried. */
  what: string
  route: string
  /** With ids of whichever company; the rest is the caller's own and valid. */
  json(ids: RichIds, own: RichCompany, turn: number): unknown
  /** The field filters or is left out, so that a stranger's id is not refused but matches nothing. */
  isHarmless?: true
}

const person = (own: RichCompany, turn: number) => ({
  name: 'Davi Rocha',
  email: `davi-${turn}-${own.canary}@recado.test`,
  password: 'Ypê-roxo 7 vezes',
})
const opening = ({ ids }: RichCompany) => ({ contactId: ids.contact, channelId: ids.channel, queueId: ids.queue })
const promise = ({ ids }: RichCompany) => ({
  ...{ contactId: ids.contact, whatsappId: ids.channel, body: 'lembrete', scheduleDate: '2031-03-01T12:00:00Z' },
})
const MAPPING = { name: 0, number: 1, email: null, tags: null, extra: [] }
const titled = (what: string, turn: number) => `${what} ${turn}`
const phone = (turn: number) => `55119${String(30_000_000 + turn)}`

/** Every field of a body that names an object. The test fails when a contract has one that is not here. */
export const probes: Probe[] = [
  { what: 'queues.id', route: 'users.create', json: ({ queue }, own, n) => ({ ...person(own, n), queues: [queue] }) },
  {
    what: 'channels.id',
    route: 'users.create',
    json: ({ channel }, own, n) => ({ ...person(own, n), channels: [{ id: channel }] }),
  },
  { what: 'queues.id', route: 'users.update', json: ({ queue }) => ({ queues: [{ id: queue }] }) },
  { what: 'channels.id', route: 'users.update', json: ({ channel }) => ({ channels: [channel] }) },
  {
    what: 'callChannels.id',
    route: 'users.create',
    json: ({ channel }, own, n) => ({ ...person(own, n), callChannels: [{ id: channel }] }),
  },
  { what: 'callChannels', route: 'users.update', json: ({ channel }) => ({ callChannels: [channel] }) },
  {
    what: 'users',
    route: 'teams.create',
    json: ({ user }, _own, n) => ({ name: titled('Equipe', n), users: [user] }),
  },
  { what: 'users.id', route: 'teams.update', json: ({ user }) => ({ users: [{ id: user }] }) },
  {
    // the company's name at its provider, no object of ours
    what: 'clientId',
    route: 'sso.saveProvider',
    json: ({ user }) => ({ isActive: false, issuer: '', clientId: String(user), isOnlyWay: false }),
    isHarmless: true,
  },
  { what: 'profilePicId', route: 'users.update', json: ({ media }) => ({ profilePicId: media }) },
  {
    what: 'contactId',
    route: 'tickets.create',
    json: ({ contact }, own) => ({ ...opening(own), contactId: contact }),
  },
  {
    what: 'channelId',
    route: 'tickets.create',
    json: ({ channel }, own) => ({ ...opening(own), channelId: channel }),
  },
  {
    what: 'whatsappId',
    route: 'tickets.create',
    json: ({ channel }, own) => ({ ...opening(own), channelId: null, whatsappId: channel }),
  },
  {
    what: 'queueId',
    route: 'tickets.create',
    json: ({ queue }, own) => ({ ...opening(own), queueId: queue }),
  },
  {
    what: 'userId',
    route: 'tickets.create',
    json: ({ user }, own) => ({ ...opening(own), userId: user }),
  },
  { what: 'userId', route: 'tickets.update', json: ({ user }) => ({ userId: user, isTransference: true }) },
  { what: 'queueId', route: 'tickets.update', json: ({ queue }) => ({ queueId: queue, isTransference: true }) },
  {
    what: 'closingReasonId',
    route: 'tickets.update',
    json: ({ reason }) => ({ status: 'closed', closingReasonId: reason }),
  },
  { what: 'mediaIds', route: 'messages.send', json: ({ media }) => ({ mediaIds: [media] }) },
  { what: 'quotedMsgId', route: 'messages.send', json: ({ message }) => ({ body: 'oi', quotedMsgId: message }) },
  { what: 'quotedMsg.id', route: 'messages.send', json: ({ message }) => ({ body: 'oi', quotedMsg: { id: message } }) },
  {
    // who is not known is not named, and the text stays a text
    what: 'mentions.contactId',
    route: 'messages.send',
    json: ({ contact }) => ({ body: 'oi @Ana', mentions: [{ token: 'Ana', contactId: contact }] }),
    isHarmless: true,
  },
  {
    what: 'messages',
    route: 'messages.forward',
    json: ({ message }, { ids }) => ({ messages: [message], contacts: [ids.contact] }),
  },
  {
    what: 'messages.id',
    route: 'messages.forward',
    json: ({ message }, { ids }) => ({ messages: [{ id: message }], contacts: [ids.contact] }),
  },
  {
    what: 'contacts',
    route: 'messages.forward',
    json: ({ contact }, { ids }) => ({ messages: [ids.message], contacts: [contact] }),
  },
  {
    what: 'contacts.id',
    route: 'messages.forward',
    json: ({ contact }, { ids }) => ({ messages: [ids.message], contacts: [{ id: contact }] }),
  },
  {
    what: 'contact',
    route: 'messages.forward',
    json: ({ contact }, { ids }) => ({ messages: [ids.message], contact }),
  },
  {
    what: 'contact.id',
    route: 'messages.forward',
    json: ({ contact }, { ids }) => ({ messages: [ids.message], contact: { id: contact } }),
  },
  {
    what: 'content.media.id',
    route: 'messages.send',
    json: ({ media }) => ({ content: { type: 'media', kind: 'image', media: { id: media } } }),
  },
  {
    what: 'tags.id',
    route: 'contacts.create',
    json: ({ tag }, _own, n) => ({ name: titled('Contato', n), number: phone(n), tags: [tag] }),
  },
  {
    what: 'wallets.id',
    route: 'contacts.create',
    json: ({ user }, _own, n) => ({ name: titled('Contato', n), number: phone(n), wallets: [user] }),
  },
  { what: 'tags.id', route: 'contacts.update', json: ({ tag }) => ({ tags: [{ id: tag }] }) },
  { what: 'wallets.id', route: 'contacts.update', json: ({ user }) => ({ wallets: [user] }) },
  { what: 'contactId', route: 'contacts.merge', json: ({ spareContact }) => ({ contactId: spareContact }) },
  ...(['tagsIds', 'walletIds', 'whatsappIds'] as const).map(
    (field): Probe => ({
      what: field,
      route: 'contacts.exportCsv',
      json: ({ tag, user, channel }) => ({ [field]: [{ tagsIds: tag, walletIds: user, whatsappIds: channel }[field]] }),
      isHarmless: true,
    }),
  ),
  { what: 'tags', route: 'contact-tasks.check', json: ({ tag }) => ({ mapping: MAPPING, tags: [tag] }) },
  {
    what: 'wallets.id',
    route: 'contact-tasks.check',
    json: ({ user }) => ({ mapping: MAPPING, wallets: [{ id: user }] }),
  },
  { what: 'channelId', route: 'contact-tasks.sync', json: ({ channel }) => ({ channelId: channel }) },
  { what: 'tags', route: 'contact-tasks.sync', json: ({ tag }, own) => ({ channelId: own.ids.channel, tags: [tag] }) },
  {
    what: 'wallets.id',
    route: 'contact-tasks.sync',
    json: ({ user }, own) => ({ channelId: own.ids.channel, wallets: [{ id: user }] }),
  },
  {
    what: 'ids',
    route: 'contact-tasks.remove',
    json: ({ spareContact }) => ({ ids: [spareContact], expected: 2 }),
    isHarmless: true,
  },
  {
    what: 'filter',
    route: 'contact-tasks.remove',
    json: ({ tag }) => ({ all: true, filter: { tagsIds: [tag] }, expected: 1000 }),
    isHarmless: true,
  },
  ...(['close', 'remove'] as const).flatMap((name): Probe[] => [
    {
      what: 'ticketIds',
      route: `ticket-tasks.${name}`,
      json: ({ ticket }) => ({ ticketIds: [ticket], expected: 1000 }),
      isHarmless: true,
    },
    {
      what: 'filter',
      route: `ticket-tasks.${name}`,
      json: ({ queue, tag, channel, user, contact }) => ({
        filter: { queuesIds: [queue], tagsIds: [tag], whatsappIds: [channel], userIds: [user], contactId: contact },
        expected: 1000,
      }),
      isHarmless: true,
    },
  ]),
  {
    what: 'closingReasonId',
    route: 'ticket-tasks.close',
    json: ({ reason }, { closedTicket }) => ({ ticketIds: [closedTicket], closingReasonId: reason }),
  },
  ...(['create', 'update'] as const).flatMap((name): Probe[] => [
    {
      what: 'teamId',
      route: `ticket-views.${name}`,
      json: ({ team }, _own, n) => ({
        ...{ name: titled('Visão', n), tab: 'open', filters: {}, sharing: 'team', teamId: team },
      }),
    },
    {
      what: 'filters',
      route: `ticket-views.${name}`,
      json: ({ queue, tag, channel }, _own, n) => ({
        ...{ name: titled('Visão', n), tab: 'open' },
        filters: { queuesIds: [queue], tagsIds: [tag], whatsappIds: [channel] },
      }),
      isHarmless: true,
    },
  ]),
  { what: 'ids', route: 'ticket-views.reorder', json: ({ ticketView }) => ({ ids: [ticketView] }) },
  { what: 'tags.id', route: 'contacts.saveTags', json: ({ tag }) => ({ tags: [tag] }) },
  { what: 'wallets.id', route: 'contacts.saveWallets', json: ({ user }) => ({ wallets: [{ id: user }] }) },
  {
    what: 'queueId',
    route: 'channels.create',
    json: ({ queue }, _own, n) => ({ name: titled('Canal', n), type: 'fake', queueId: queue }),
  },
  {
    what: 'userId',
    route: 'channels.create',
    json: ({ user }, _own, n) => ({ name: titled('Canal', n), type: 'fake', userId: user }),
  },
  {
    what: 'ownerId',
    route: 'tasks.create',
    json: ({ user }, _own, n) => ({
      name: titled('Tarefa', n),
      description: 'x',
      limitDate: '2031-03-01T12:00:00.000Z',
      ownerId: user,
      priority: 'none',
    }),
  },
  {
    what: 'teamId',
    route: 'tasks.create',
    json: ({ team }, _own, n) => ({
      name: titled('Tarefa', n),
      description: 'x',
      limitDate: '2031-03-01T12:00:00.000Z',
      teamId: team,
      priority: 'none',
    }),
  },
  { what: 'ownerId', route: 'tasks.update', json: ({ user }) => ({ ownerId: user }) },
  { what: 'teamId', route: 'tasks.update', json: ({ team }) => ({ teamId: team }) },
  { what: 'queueId', route: 'channels.update', json: ({ queue }) => ({ queueId: queue }) },
  { what: 'userId', route: 'channels.update', json: ({ user }) => ({ userId: user }) },
  { what: 'channelId', route: 'channels.action', json: ({ channel }) => ({ channelId: channel, settings: {} }) },
  { what: 'fallbackQueueId', route: 'queues.update', json: ({ spareQueue }) => ({ fallbackQueueId: spareQueue }) },
  {
    what: 'fallbackQueueId',
    route: 'queues.create',
    json: ({ queue }, _own, n) => ({ name: titled('Fila', n), color: '#123456', fallbackQueueId: queue }),
  },
  {
    what: 'scopeIds',
    route: 'hours.createHoliday',
    json: ({ queue }) => ({ date: '24/06/2031', mode: 'closed', scope: 'queue', scopeIds: [queue] }),
  },
  {
    what: 'scopeIds',
    route: 'hours.updateHoliday',
    json: ({ channel }) => ({ date: '25/06/2031', mode: 'closed', scope: 'channel', scopeIds: [channel] }),
  },
  { what: 'id', route: 'messages.send', json: ({ message }) => ({ id: message, body: 'oi' }), isHarmless: true },
  {
    what: 'extraInfo.id',
    route: 'contacts.update',
    json: ({ extra }) => ({ extraInfo: [{ id: extra, name: 'a', value: 'b' }] }),
    isHarmless: true,
  },
  {
    what: 'extraInfo.id',
    route: 'contacts.create',
    json: ({ extra }, _own, n) => ({
      name: titled('Contato', n),
      number: phone(n),
      extraInfo: [{ id: extra, name: 'a', value: 'b' }],
    }),
    isHarmless: true,
  },
  { what: 'userId', route: 'internal-chat.send', json: ({ user }) => ({ userId: user, body: 'oi' }) },
  { what: 'groupId', route: 'internal-chat.send', json: ({ chatGroup }) => ({ groupId: chatGroup, body: 'oi' }) },
  {
    what: 'mediaId',
    route: 'internal-chat.send',
    json: ({ media }, { ids }) => ({ groupId: ids.chatGroup, mediaId: media }),
  },
  {
    what: 'replyToId',
    route: 'internal-chat.send',
    json: ({ chatMessage }, { ids }) => ({ groupId: ids.chatGroup, body: 'oi', replyToId: chatMessage }),
  },
  {
    what: 'id',
    route: 'internal-chat.send',
    json: ({ chatMessage }, { ids }) => ({ groupId: ids.chatGroup, body: 'oi', id: chatMessage }),
    isHarmless: true,
  },
  { what: 'userId', route: 'internal-chat.read', json: ({ user }) => ({ userId: user }) },
  { what: 'groupId', route: 'internal-chat.read', json: ({ chatGroup }) => ({ groupId: chatGroup }) },
  { what: 'userId', route: 'internal-chat.typing', json: ({ user }) => ({ userId: user, on: true }) },
  { what: 'groupId', route: 'internal-chat.typing', json: ({ chatGroup }) => ({ groupId: chatGroup, on: true }) },
  {
    what: 'users',
    route: 'internal-chat.createGroup',
    json: ({ user }, _own, n) => ({ name: titled('Equipe', n), users: [user] }),
  },
  { what: 'users.id', route: 'internal-chat.updateGroup', json: ({ user }) => ({ users: [{ id: user }] }) },
  { what: 'admins', route: 'internal-chat.updateGroup', json: ({ user }) => ({ admins: [user] }), isHarmless: true },
  ...(['quick-messages.create', 'quick-messages.update'] as const).flatMap((route): Probe[] => [
    { what: 'medias', route, json: ({ media }, _own, n) => ({ key: titled('oi', n), message: 'oi', medias: [media] }) },
    { what: 'medias.id', route, json: ({ media }, _own, n) => ({ key: titled('oi', n), medias: [{ id: media }] }) },
  ]),
  { what: 'ticketId', route: 'quick-messages.fill', json: ({ ticket }) => ({ ticketId: ticket, text: 'oi' }) },
  {
    what: 'queues',
    route: 'closing-reasons.create',
    json: ({ queue }, _own, n) => ({ name: titled('Motivo', n), queues: [queue] }),
  },
  { what: 'queues.id', route: 'closing-reasons.update', json: ({ queue }) => ({ queues: [{ id: queue }] }) },
  { what: 'queues', route: 'farewells.create', json: ({ queue }) => ({ message: 'tchau', queues: [queue] }) },
  { what: 'queues.id', route: 'farewells.update', json: ({ queue }) => ({ queues: [{ id: queue }] }) },
  {
    what: 'contactId',
    route: 'scheduled-messages.create',
    json: ({ contact }, own) => ({ ...promise(own), contactId: contact }),
  },
  {
    what: 'whatsappId',
    route: 'scheduled-messages.create',
    json: ({ channel }, own) => ({ ...promise(own), whatsappId: channel }),
  },
  {
    what: 'ticketId',
    route: 'scheduled-messages.create',
    json: ({ ticket }, own) => ({ ...promise(own), ticketId: ticket }),
  },
  {
    what: 'medias',
    route: 'scheduled-messages.create',
    json: ({ media }, own) => ({ ...promise(own), medias: [media] }),
  },
  { what: 'whatsappId', route: 'scheduled-messages.update', json: ({ channel }) => ({ whatsappId: channel }) },
  { what: 'medias.id', route: 'scheduled-messages.update', json: ({ media }) => ({ medias: [{ id: media }] }) },
  { what: 'userId', route: 'auth.logout', json: ({ user }) => ({ userId: user }), isHarmless: true },
  {
    what: 'quotedMsgId',
    route: 'drafts.save',
    json: ({ message }) => ({ body: 'começado', quotedMsgId: message }),
    isHarmless: true,
  },
  { what: 'id', route: 'messages.edit', json: ({ message }) => ({ id: message, body: 'x' }), isHarmless: true },
  { what: 'id', route: 'messages.react', json: ({ message }) => ({ id: message, emoji: '👍' }), isHarmless: true },
  { what: 'id', route: 'messages.remove', json: ({ message }) => ({ id: message }), isHarmless: true },
]
