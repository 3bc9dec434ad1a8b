import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'

let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user()
  channel = await company.channel()
})
afterAll(() => app.close())

interface Ticket {
  id: number
  status: string
  userId: number | null
  unreadMessages: number
  lastMessage: string
  seq: number
  name: string
  version: number
}
interface Message {
  id: string
  seq: number
  body: string
  fromMe: boolean
  state: string
  ack: number
  messageId: string | null
  mediaUrl: string | null
  media: { state: string; url: string | null; size: number } | null
  quotedMsg: { body: string } | null
  reactions: { emoji: string }[]
  isDeleted: boolean
  edited: string | null
}

const says = (from: string, text: string, more: Record<string, unknown> = {}) => ({
  kind: 'message',
  externalId: randomUUID(),
  direction: 'in',
  chat: { addresses: [{ kind: 'fake', value: from }], name: `Cliente ${from}` },
  content: { type: 'text', text },
  at: Date.now(),
  ...more,
})

const push = async (...events: unknown[]) => {
  const answer = await fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(answer.status).toBe(200)
}
const control = (change: Record<string, unknown>) =>
  fetch(`${channel.hookUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })

const ticketsOf = async (person: Person, status = 'pending') =>
  (await person.api.get<{ tickets: Ticket[] }>(`/tickets?status[]=${status}&pageSize=100`)).body.tickets
const ticketOf = (person: Person, name: string, status = 'pending') =>
  until(async () => (await ticketsOf(person, status)).find((ticket) => ticket.name === name))
const messagesOf = async (person: Person, ticketId: number) =>
  (await person.api.get<{ messages: Message[] }>(`/messages/${ticketId}`)).body.messages

/** A conversation that the agent has accepted. */
const conversation = async (text = 'Olá') => {
  const from = `c${randomUUID().slice(0, 8)}`
  await push(says(from, text))
  const { id } = await ticketOf(agent, `Cliente ${from}`)
  const accepted = await agent.api.put<Ticket>(`/tickets/${id}`, { status: 'open', userId: agent.id })
  expect(accepted.status).toBe(200)
  return { from, id }
}

describe('a customer who writes', () => {
  it('gets one pending ticket, whatever the order and number of deliveries', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    const events = Array.from({ length: 10 }, (_, index) => says(from, `mensagem ${index}`))
    await Promise.all([...events, ...events].map((event) => push(event)))
    const ticket = await ticketOf(agent, `Cliente ${from}`)
    expect(ticket).toMatchObject({ status: 'pending', userId: null, unreadMessages: 10, seq: 10 })
    const messages = await messagesOf(agent, ticket.id)
    expect(messages.map((message) => message.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(messages.map((message) => message.body)).size).toBe(10)
  })

  it('is seen live by those who see the ticket, and by nobody of another company', async () => {
    const other = await app.newTenant()
    const [here, there] = [await app.socket(agent.token), await app.socket(other.admin.token)]
    const from = `c${randomUUID().slice(0, 8)}`
    await push(says(from, 'ao vivo'))
    const heard = await until(() =>
      here.received.find(
        ({ event, payload }) =>
          event === `${company.tenantId}:ticketList` && (payload as { type: string }).type === 'chat:create',
      ),
    )
    expect(heard.payload).toMatchObject({
      payload: { body: 'ao vivo', seq: 1, fromMe: false, ticket: { status: 'pending', name: `Cliente ${from}` } },
    })
    expect(there.received.filter(({ event }) => event.includes('ticketList'))).toEqual([])
  })

  it('sends files, which are fetched and shown', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    const media = { ref: 'bytes:2048', mimeType: 'application/pdf', fileName: 'nota.pdf' }
    await push(says(from, '', { content: { type: 'media', kind: 'document', media, text: 'segue' } }))
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    const message = await until(async () => {
      const [one] = await messagesOf(agent, id)
      return one?.media?.state === 'ready' ? one : null
    })
    expect(message).toMatchObject({ body: 'segue', media: { size: 2048 } })
    const file = await fetch(`${app.url}${message.mediaUrl}`)
    expect(file.status).toBe(200)
    expect((await file.arrayBuffer()).byteLength).toBe(2048)
  })

  it('is greeted once, and still waits for a person', async () => {
    const greeting = 'Oi {{firstName}}, já vamos atender.'
    await company.admin.api.put(`/whatsapp/${channel.id}`, { greetingMessage: greeting })
    const from = `c${randomUUID().slice(0, 8)}`
    await Promise.all([push(says(from, 'um')), push(says(from, 'dois'))])
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    await until(async () => (await messagesOf(agent, id)).find((message) => message.fromMe))
    await company.admin.api.put(`/whatsapp/${channel.id}`, { greetingMessage: '' })
    const messages = await messagesOf(agent, id)
    expect(messages.filter((message) => message.fromMe).map((message) => message.body)).toEqual([
      'Oi Cliente, já vamos atender.',
    ])
    expect(await ticketOf(agent, `Cliente ${from}`)).toMatchObject({ status: 'pending', unreadMessages: 2 })
  })

  it('edits, removes and reacts', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    const [first, second] = [says(from, 'preço?'), says(from, 'ops')]
    await push(first, second)
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    await push(
      { kind: 'edit', externalId: first.externalId, content: { type: 'text', text: 'preço hoje?' }, at: Date.now() },
      { kind: 'removal', externalId: second.externalId, at: Date.now() },
      {
        kind: 'reaction',
        externalId: first.externalId,
        from: { kind: 'fake', value: from },
        emoji: '👍',
        at: Date.now(),
      },
    )
    const [edited, removed] = await messagesOf(agent, id)
    expect(edited).toMatchObject({ body: 'preço?', edited: 'preço hoje?', reactions: [{ emoji: '👍' }] })
    expect(removed).toMatchObject({ isDeleted: true, body: '' })
  })

  it('may be edited before the message itself arrives', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    const first = says(from, 'antes')
    await push(
      { kind: 'edit', externalId: first.externalId, content: { type: 'text', text: 'depois' }, at: Date.now() },
      {
        kind: 'reaction',
        externalId: first.externalId,
        from: { kind: 'fake', value: from },
        emoji: '👍',
        at: Date.now(),
      },
    )
    await push(first)
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    const message = await until(async () => (await messagesOf(agent, id)).find((one) => one.edited === 'depois'))
    expect(message.reactions).toMatchObject([{ emoji: '👍' }])
  })

  it('writes text that a database cannot take, and it arrives without that part', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    await push(says(from, 'a\u0000b \ud83d c'))
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    expect((await messagesOf(agent, id))[0]?.body).toBe('ab \ufffd c')
  })
})

describe('an agent who answers', () => {
  afterEach(() => control({ reset: true }))

  it('sees the message queued at once, then sent, delivered and read', async () => {
    const { id } = await conversation()
    await control({ receipts: 'read' })
    const sent = await agent.api.post<{ messages: Message[] }>(`/messages/${id}`, { body: 'Bom dia!' })
    expect(sent.status).toBe(200)
    expect(sent.body.messages[0]).toMatchObject({ body: 'Bom dia!', seq: 2, fromMe: true })
    await until(async () => (await messagesOf(agent, id)).at(-1)?.state === 'read')
  })

  it('sends once, however often the request is repeated', async () => {
    const { id } = await conversation()
    const body = { id: randomUUID(), body: 'uma vez só' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => agent.api.post(`/messages/${id}`, body)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect((await messagesOf(agent, id)).filter((message) => message.body === body.body)).toHaveLength(1)
    const other = await agent.api.post<{ error: string }>(`/messages/${id}`, { ...body, body: 'outra coisa' })
    expect(other).toMatchObject({ status: 409, body: { error: 'ERR_IDEMPOTENCY_CONFLICT' } })
  })

  it('keeps the order of a conversation', async () => {
    const { id, from } = await conversation()
    for (let index = 0; index < 20; index++) await agent.api.post(`/messages/${id}`, { body: `linha ${index}` })
    const lines = await until(async () => {
      const { sent } = (await (await fetch(`${channel.hookUrl}/sent?limit=20000`)).json()) as {
        sent: { to: { value: string }; content?: { text: string } }[]
      }
      const mine = sent.filter((one) => one.content && one.to.value === from).map((one) => one.content?.text)
      return mine.length === 20 ? mine : null
    })
    expect(lines).toEqual(Array.from({ length: 20 }, (_, index) => `linha ${index}`))
  })

  it('learns why a message failed, and sends it again', async () => {
    const { id } = await conversation()
    await control({ failNext: { code: 'RECIPIENT_INVALID', count: 1 } })
    await agent.api.post(`/messages/${id}`, { body: 'não vai' })
    const failed = await until(async () => (await messagesOf(agent, id)).find((message) => message.state === 'failed'))
    expect(failed).toMatchObject({ ack: -1, failCode: 'RECIPIENT_INVALID' })
    expect((await agent.api.post(`/messages/retry/${failed.id}`, {})).status).toBe(200)
    await until(async () => (await messagesOf(agent, id)).find((message) => message.id === failed.id)?.state === 'sent')
  })

  it('waits out a provider that fails for a moment', async () => {
    const { id } = await conversation()
    await control({ failNext: { code: 'TEMPORARY', count: 1 } })
    await agent.api.post(`/messages/${id}`, { body: 'vai na segunda' })
    await until(async () => (await messagesOf(agent, id)).at(-1)?.state === 'sent')
  })

  it('replies to a message and sends files', async () => {
    const { id } = await conversation('qual o valor?')
    const [question] = await messagesOf(agent, id)
    const form = new FormData()
    form.append('body', 'segue a tabela')
    form.append('quotedMsgId', question?.id ?? '')
    form.append('medias', new Blob(['a;b\n1;2\n'], { type: 'text/csv' }), 'tabela.csv')
    const answer = await agent.api.post<{ messages: Message[] }>(`/messages/${id}`, form)
    expect(answer.status).toBe(200)
    expect(answer.body.messages[0]).toMatchObject({
      body: 'segue a tabela',
      mediaType: 'document',
      mediaName: 'tabela.csv',
      quotedMsg: { body: 'qual o valor?' },
    })
  })

  it('is told in their language what is wrong', async () => {
    const { id } = await conversation()
    const empty = await agent.api.post<{ error: string; message: string }>(`/messages/${id}`, { body: '   ' })
    expect(empty).toMatchObject({ status: 400, body: { error: 'ERR_MESSAGE_EMPTY' } })
    const foreign = await (await app.newTenant()).admin.api.post<{ error: string }>(`/messages/${id}`, { body: 'oi' })
    expect(foreign).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  })

  it('does not look into waiting tickets where the company forbids it', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    await push(says(from, 'segredo'))
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    await company.admin.api.put('/settings/allowPeek', { value: 'disabled' })
    expect((await agent.api.get(`/messages/${id}`)).status).toBe(403)
    expect((await company.admin.api.get(`/messages/${id}`)).status).toBe(200)
    await company.admin.api.put('/settings/allowPeek', { value: 'enabled' })
    expect((await agent.api.get(`/messages/${id}`)).status).toBe(200)
  })

  it('resolves; the next message opens a new ticket', async () => {
    const { id, from } = await conversation()
    const closed = await agent.api.put<Ticket>(`/tickets/${id}`, { status: 'closed' })
    expect(closed).toMatchObject({ status: 200, body: { status: 'closed' } })
    await push(says(from, 'voltei'))
    const next = await ticketOf(agent, `Cliente ${from}`)
    expect(next.id).not.toBe(id)
  })
})

describe('pages of a conversation', () => {
  it('count back from the newest, without gaps, and forward from a number', async () => {
    const from = `c${randomUUID().slice(0, 8)}`
    await push(...Array.from({ length: 75 }, (_, index) => says(from, `${index + 1}`)))
    const { id } = await ticketOf(agent, `Cliente ${from}`)
    const page = async (query: string) => {
      const { body } = await agent.api.get<{ messages: Message[]; hasMore: boolean }>(`/messages/${id}?${query}`)
      const numbers = body.messages.map((message) => message.seq)
      return { first: numbers[0], last: numbers.at(-1), count: numbers.length, hasMore: body.hasMore }
    }
    expect(await page('pageNumber=1')).toEqual({ first: 46, last: 75, count: 30, hasMore: true })
    expect(await page('pageNumber=3')).toEqual({ first: 1, last: 15, count: 15, hasMore: false })
    expect(await page('before=46')).toEqual({ first: 16, last: 45, count: 30, hasMore: true })
    expect(await page('after=70')).toEqual({ first: 71, last: 75, count: 5, hasMore: false })
    expect(await page('pageNumber=9')).toEqual({ first: undefined, last: undefined, count: 0, hasMore: false })
  })
})
