import { randomBytes, randomUUID } from 'node:crypto'
import { type Company, type Person, type TestApp, type TestChannel, until } from './app.ts'

/** Ids of one object of each kind. */
export interface RichIds {
  tenant: number
  user: number
  team: number
  queue: number
  /** Where the queue's tickets go when nobody is there. */
  spareQueue: number
  tag: number
  holiday: number
  reason: number
  /** Texts that all agents see, and a message for later. */
  quickMessage: number
  farewell: number
  schedule: number
  contact: number
  /** Somebody else, without conversations. */
  spareContact: number
  /** Of a further contact, which became part of the first. */
  merge: number
  /** A further fact about the contact. */
  extra: number
  /** Work on tickets, which found one closed already, and a filter of the list under a name; the admin's. */
  ticketTask: number
  ticketView: number
  /** An import that waits for its columns. */
  contactTask: number
  channel: number
  /** One with templates, comments and a history. */
  officialChannel: number
  template: number
  /** A comment below a post, in an open ticket of its own. */
  comment: string
  commentTicket: number
  ticket: number
  /** Sent by the customer, and its id at the provider. */
  message: string
  external: string
  media: string
  session: string
  /** The agent's, and what the admin was told when it was finished. */
  task: number
  notification: number
  /** In the log of the channel's webhook. */
  webhookDelivery: string
  /** In the internal chat: the admin's own, with the agent, and a message of the admin. */
  chatGroup: number
  chatMessage: string
  /** Of the admin, on the ticket. */
  note: number
}

export interface RichCompany {
  company: Company
  admin: Person
  agent: Person
  channel: TestChannel
  /** Stands in every text that this company holds, and nowhere else. */
  canary: string
  ids: RichIds
  /** Of our own message, sent to the same customer. */
  sentMessage: string
  closedTicket: number
  /** The customer's address on the channel. */
  customer: string
  fileUrl: string
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const inboundText = (customer: string, name: string, text: string, more: Record<string, unknown> = {}) => ({
  kind: 'message',
  externalId: randomUUID(),
  direction: 'in',
  chat: { addresses: [{ kind: 'phone', value: customer }], name },
  content: { type: 'text', text },
  at: Date.now(),
  ...more,
})

/** Hands events to a hook as a provider does. @throws when they are not acknowledged */
export const pushEvents = (hookUrl: string, events: unknown[]): Promise<void> => tellFake(hookUrl, { events })

/** Whom the address book of a test channel has. */
export const pushBook = (hookUrl: string, contacts: unknown[]): Promise<void> =>
  tellFake(`${hookUrl}/contacts`, { contacts })

async function tellFake(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`hook answered ${answer.status}: ${await answer.text()}`)
}

let phones = 0
export const newPhone = (): string => `5511${String(910_000_000 + Math.floor(Math.random() * 80_000_000) + ++phones)}`

/** A company that has something of everything, made the way people make it. */
export async function makeRichCompany(app: TestApp): Promise<RichCompany> {
  const canary = `canario${randomBytes(5).toString('hex')}`
  const company = await app.newTenant({ name: `Empresa ${canary}` })
  const { admin } = company
  const make = async <T>(path: string, body: unknown, method: 'post' | 'put' = 'post', who = admin): Promise<T> => {
    const answer = await who.api[method]<T>(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const spareQueue = await make<{ id: number }>('/queue', { name: `Segunda fila ${canary}`, color: '#224466' })
  const queue = await make<{ id: number }>('/queue', {
    name: `Fila ${canary}`,
    color: '#224466',
    fallbackQueueId: spareQueue.id,
    greetingMessage: `Oi ${canary}`,
    transferKeywords: [canary],
  })
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, type: 'open', periods: [] }))
  await make(`/hours/queues/${queue.id}`, { week, message: `Fila fechada ${canary}` }, 'put')
  const holiday = await make<{ id: number }>('/holidays', {
    ...{ date: '25/12', name: `Natal ${canary}`, message: `Boas festas ${canary}` },
    ...{ mode: 'one', start1: '00:00', end1: '24:00', scope: 'queue', scopeIds: [queue.id] },
  })
  const tag = await make<{ id: number }>('/tags', { tag: `Etiqueta ${canary}`, color: '#112233' })
  const reason = await make<{ id: number }>('/closing-reasons', { name: `Motivo ${canary}`, color: '#445566' })
  const agent = await company.user('user', { name: `Ana ${canary}`, queues: [queue.id] })
  const team = await make<{ id: number }>('/teams', { name: `Equipe ${canary}`, users: [agent.id] })
  const channel = await company.channel('fake', {}, { name: `Canal ${canary}`, greetingMessage: `Olá ${canary}` })
  await make(`/whatsapp/${channel.id}`, { callTokens: [`linha-${canary}`] }, 'put')
  await make(`/users/${admin.id}`, { callChannels: [channel.id], allowCalls: true }, 'put')
  await make(`/users/${agent.id}/configs`, { [`filtro ${canary}`]: canary }, 'put', agent)
  await make('/tenants/message-business-hours', { messageBusinessHours: `Fechado ${canary}` }, 'put')
  const schedule = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, allowed: true, start: '00:00', end: '00:00' }))
  await make(`/users/${admin.id}/login-schedule`, { horarioLogin: schedule })
  const contact = await make<{ id: number; extraInfo: { id: number }[] }>('/contacts', {
    name: `Contato ${canary}`,
    number: newPhone(),
    email: `${canary}@cliente.test`,
    extraInfo: [{ name: 'apelido', value: canary }],
    tags: [tag.id],
    wallets: [agent.id],
  })

  const spareContact = await make<{ id: number }>('/contacts', { name: `Outro ${canary}`, number: newPhone() })
  const partOfIt = await make<{ id: number }>('/contacts', { name: `Parte ${canary}`, number: newPhone() })
  await make(`/contacts/${contact.id}/merge`, { contactId: partOfIt.id })
  const merges = await admin.api.get<{ id: number }[]>(`/contacts/${contact.id}/merges`)

  const list = new FormData()
  list.append('file', new Blob([`Nome;Numero\nLista ${canary};11987650000\n`], { type: 'text/csv' }), `${canary}.csv`)
  const contactTask = await make<{ id: number }>('/contacts/upload', list)

  const customer = newPhone()
  const name = `Cliente ${canary}`
  const first = inboundText(customer, name, `pergunta ${canary}`)
  const image = { ref: `data:image/png;base64,${PIXEL}`, mimeType: 'image/png', fileName: `${canary}.png` }
  const content = { type: 'media', kind: 'image', media: image, text: `foto ${canary}` }
  const reply = inboundText(customer, name, `de novo ${canary}`, { replyTo: first.externalId })
  const reaction = { kind: 'reaction', from: { kind: 'phone', value: customer }, emoji: '👍', at: Date.now() }
  await pushEvents(channel.hookUrl, [first, inboundText(customer, name, '', { content }), reply])
  await pushEvents(channel.hookUrl, [{ ...reaction, externalId: first.externalId }])
  const ticket = await ticketOf(admin, name)
  await make(`/tickets/${ticket}`, { queueId: queue.id, isTransference: true }, 'put')
  await make(`/tickets/${ticket}`, { status: 'open', userId: agent.id }, 'put', agent)
  const sent = await make<{ messages: { id: string }[] }>(
    `/messages/${ticket}`,
    { body: `resposta ${canary}` },
    'post',
    agent,
  )
  const form = new FormData()
  form.append('body', `tabela ${canary}`)
  form.append('medias', new Blob([`a;b\n${canary};2\n`], { type: 'text/csv' }), `${canary}.csv`)
  await make(`/messages/${ticket}`, form, 'post', agent)

  const official = await company.channel('fake-official', {}, { name: `Oficial ${canary}` })
  const components = [{ type: 'BODY', text: `Olá {{1}}, aqui é ${canary}` }]
  const draft = { name: `modelo_${canary}`, language: 'pt_BR', category: 'UTILITY', components }
  const template = await make<{ id: number }>(`/whatsapp/${official.id}/templates`, draft)
  const commenter = `Comentou ${canary}`
  await pushEvents(official.hookUrl, [
    {
      kind: 'comment',
      externalId: randomUUID(),
      post: { id: `post-${canary}` },
      author: { addresses: [{ kind: 'phone', value: newPhone() }], name: commenter },
      content: { type: 'text', text: `lindo ${canary}` },
      at: Date.now(),
    },
  ])
  const commentTicket = await ticketOf(admin, commenter)
  await make(`/tickets/${commentTicket}`, { queueId: queue.id, isTransference: true }, 'put')
  await make(`/tickets/${commentTicket}`, { status: 'open', userId: agent.id }, 'put', agent)
  const comments = await admin.api.get<{ messages: ShownMessage[] }>(`/messages/${commentTicket}`)

  const past = `Passado ${canary}`
  await pushEvents(channel.hookUrl, [inboundText(newPhone(), past, `antes ${canary}`)])
  const closedTicket = await ticketOf(admin, past)
  await make(`/tickets/${closedTicket}`, { status: 'closed', closingReasonId: reason.id }, 'put')

  const ticketTask = await make<{ task: { id: number } }>('/tickets/close-tickets', { ticketIds: [closedTicket] })
  const ticketView = await make<{ id: number }>('/ticket-views', {
    ...{ name: `Visão ${canary}`, tab: 'open', filters: { searchParam: canary } },
  })

  const [shown, picture] = await until(async () => {
    const { body } = await agent.api.get<{ messages: ShownMessage[] }>(`/messages/${ticket}`)
    const [one, two] = body.messages
    const isDone = body.messages.every(({ fromMe, state }) => !fromMe || state === 'sent')
    return isDone && one && two?.media?.state === 'ready' ? ([one, two] as const) : null
  })
  const task = await make<{ id: number }>('/tasks', {
    name: `Tarefa ${canary}`,
    description: `Ligar ${canary}`,
    limitDate: '2031-03-01T12:00:00.000Z',
    ownerId: agent.id,
    priority: 'high',
  })
  await make(`/tasks/${task.id}`, { finished: true }, 'put', agent)
  const notices = await admin.api.get<{ notifications: { id: number }[] }>('/notifications')
  const sessions = await admin.api.get<{ id: string }[]>('/auth/sessions')
  await make(`/whatsapp/${channel.id}/webhook`, { url: `https://recado.test/${canary}` }, 'put')
  const chatGroup = await make<{ id: number }>('/chat-interno/groups', { name: `Equipe ${canary}`, users: [agent.id] })
  const chatMessage = await make<{ id: string }>('/chat-interno/messages', {
    groupId: chatGroup.id,
    body: `recado interno ${canary}`,
  })
  const file = { medias: [picture.media?.id ?? ''] }
  const words = { key: canary, message: `Oi {{firstName}}, ${canary}`, folder: `Pasta ${canary}`, showAll: true }
  const quickMessage = await make<{ id: number }>('/fastreply', { ...words, ...file })
  const farewell = await make<{ id: number }>('/farewell', {
    ...{ name: `Até ${canary}`, message: `Tchau ${canary}`, showAll: true, queues: [queue.id] },
  })
  const later = await make<{ id: number }>('/schedule', {
    ...{ contactId: contact.id, whatsappId: channel.id, body: `lembrete ${canary}`, ...file },
    ...{ scheduleDate: '2031-03-01T12:00:00Z', repeatCount: 2, repeatPeriod: 'monthly' },
  })
  const note = await make<{ id: number }>(`/tickets/${ticket}/notes`, { notes: `anotação ${canary}` })
  await make(`/drafts/${ticket}`, { body: `rascunho ${canary}` }, 'put')
  const webhookDelivery = await make<{ id: string }>(`/whatsapp/${channel.id}/webhook/test`, {})
  return {
    company,
    admin,
    agent,
    channel,
    canary,
    customer,
    closedTicket,
    sentMessage: sent.messages[0]?.id ?? '',
    fileUrl: `${app.url}${picture.mediaUrl}`,
    ids: {
      tenant: company.tenantId,
      user: agent.id,
      team: team.id,
      queue: queue.id,
      spareQueue: spareQueue.id,
      tag: tag.id,
      holiday: holiday.id,
      reason: reason.id,
      quickMessage: quickMessage.id,
      farewell: farewell.id,
      schedule: later.id,
      contact: contact.id,
      spareContact: spareContact.id,
      merge: merges.body[0]?.id ?? 0,
      extra: contact.extraInfo[0]?.id ?? 0,
      ticketTask: ticketTask.task.id,
      ticketView: ticketView.id,
      contactTask: contactTask.id,
      channel: channel.id,
      officialChannel: official.id,
      template: template.id,
      comment: comments.body.messages[0]?.id ?? '',
      commentTicket,
      ticket,
      message: shown.id,
      external: first.externalId,
      media: picture.media?.id ?? '',
      session: sessions.body[0]?.id ?? '',
      webhookDelivery: webhookDelivery.id,
      task: task.id,
      notification: notices.body.notifications[0]?.id ?? 0,
      chatGroup: chatGroup.id,
      chatMessage: chatMessage.id,
      note: note.id,
    },
  }
}

interface ShownMessage {
  id: string
  fromMe: boolean
  state: string
  mediaUrl: string | null
  media: { id: string; state: string } | null
}

const ticketOf = (who: Person, name: string): Promise<number> =>
  until(async () => {
    const { body } = await who.api.get<{ tickets: { id: number; name: string }[] }>(
      '/tickets?status[]=pending&pageSize=100',
    )
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })
