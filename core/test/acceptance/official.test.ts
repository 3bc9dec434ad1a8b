import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, pushEvents } from '../rich-company.ts'

let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user()
  channel = await company.channel('fake-official')
})
afterAll(() => app.close())

interface Ticket {
  id: number
  contactId: number
  name: string
  postId: string | null
}
interface Message {
  id: string
  seq: number
  body: string
  state: string
  isForwarded: boolean
  origin: { type: string; id: string } | null
  failCode: string | null
  fromMe: boolean
  isPrivateReply: boolean
}
interface Refusal {
  error?: string
}
interface Sent {
  to: { value: string }
  content?: { type: string; text?: string }
  comment?: { externalId: string; reply: string }
  forwarded?: boolean
}

const phone = () => `5511${String(Math.floor(Math.random() * 1e9)).padStart(9, '9')}`
const ticketsOf = async (status = 'pending') =>
  (await agent.api.get<{ tickets: Ticket[] }>(`/tickets?status[]=${status}&pageSize=100`)).body.tickets
const messagesOf = async (id: number) => (await agent.api.get<{ messages: Message[] }>(`/messages/${id}`)).body.messages
const sentTo = async (to: string): Promise<Sent[]> => {
  const answer = await fetch(`${channel.hookUrl}/sent`)
  return ((await answer.json()) as { sent: Sent[] }).sent.filter((one) => one.content && one.to.value === to)
}
const control = (change: object) =>
  fetch(`${channel.hookUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
const accept = async (name: string, fits: (ticket: Ticket) => boolean = () => true) => {
  const found = await until(async () => (await ticketsOf()).find((ticket) => ticket.name === name && fits(ticket)))
  await agent.api.put(`/tickets/${found.id}`, { status: 'open', userId: agent.id })
  return found
}
const conversation = async (text = 'Olá') => {
  const from = phone()
  await pushEvents(channel.hookUrl, [inboundText(from, `Cliente ${from}`, text)])
  return { from, ticket: await accept(`Cliente ${from}`) }
}
const body = (name: string, more: object = {}) => ({
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido chegou.' }],
  ...more,
})
const templates = `/whatsapp/${'{id}'}/templates`
const at = (path = '') => templates.replace('{id}', String(channel.id)) + path

describe('templates', () => {
  it('are made, changed, read anew and deleted by admins; agents see those that may be sent', async () => {
    const made = await company.admin.api.post<{ id: number; status: string }>(at(), body('pedido_chegou'))
    expect(made).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
    await company.admin.api.post(at(), body('pending_promo'))
    const seen = async (person: Person) => (await person.api.get<{ name: string }[]>(at())).body.map((one) => one.name)
    expect(await seen(company.admin)).toEqual(['pedido_chegou', 'pending_promo'])
    expect(await seen(agent)).toEqual(['pedido_chegou'])

    const again = await company.admin.api.post<{ error: string; message: string }>(at(), body('pedido_chegou'))
    expect(again).toMatchObject({ status: 400, body: { error: 'ERR_TEMPLATE_REFUSED' } })
    expect(JSON.stringify(again.body)).toContain('a template of this name exists')

    const id = made.body.id
    const changed = await company.admin.api.put(at(`/${id}`), body('other_name', { category: 'MARKETING' }))
    expect(changed).toMatchObject({ status: 200, body: { name: 'pedido_chegou', status: 'PENDING' } })
    expect((await company.admin.api.post(at('/sync'))).body).toMatchObject({ count: 2 })
    expect((await company.admin.api.delete(at(`/${id}`))).status).toBe(200)
    expect((await company.admin.api.post(at('/sync'))).body).toMatchObject({ count: 1 })
    expect((await agent.api.post<{ error: string }>(at(), body('x'))).body.error).toBe('ERR_NO_PERMISSION')
  })

  it('follow what the provider tells about them', async () => {
    await company.admin.api.post(at(), body('julgado'))
    await pushEvents(channel.hookUrl, [
      { kind: 'template', name: 'julgado', language: 'pt_BR', status: 'PAUSED', reason: 'low quality', at: Date.now() },
      { kind: 'template', name: 'julgado', language: 'pt_BR', quality: 'RED', at: Date.now() },
    ])
    const list = await company.admin.api.get<{ name: string }[]>(at())
    expect(list.body.find(({ name }) => name === 'julgado')).toMatchObject({
      status: 'PAUSED',
      reason: 'low quality',
      quality: 'RED',
    })
    const { ticket } = await conversation()
    const content = { type: 'template', name: 'julgado', language: 'pt_BR', variables: { 'body.1': 'x' } }
    const refused = await agent.api.post<{ error: string }>(`/messages/${ticket.id}`, { content })
    expect(refused.body.error).toBe('ERR_TEMPLATE_NOT_APPROVED')
  })

  it('keep what was told of them while the provider was slow to list them', async () => {
    await company.admin.api.post(at(), body('lento'))
    await control({ slowMs: 1000 })
    const listed = company.admin.api.post(at('/sync'))
    await pushEvents(channel.hookUrl, [
      { kind: 'template', name: 'lento', language: 'pt_BR', status: 'REJECTED', reason: 'no', at: Date.now() },
    ])
    await company.admin.api.post(at(), body('novo'))
    expect(await listed).toMatchObject({ status: 200 })
    await control({ reset: true })
    const list = (await company.admin.api.get<{ name: string; status: string }[]>(at())).body
    expect(list.find(({ name }) => name === 'lento')).toMatchObject({ status: 'REJECTED', reason: 'no' })
    expect(list.some(({ name }) => name === 'novo')).toBe(true)
  })

  it('go out when all is filled in, also when the window has closed', async () => {
    await company.admin.api.post(at(), body('aviso'))
    const { from, ticket } = await conversation()
    const window = async () => (await agent.api.get<{ isOpen: boolean }>(`/messages/window/${ticket.id}`)).body.isOpen
    expect(await window()).toBe(true)
    await app.db.owner("update ticket set last_inbound_at = now() - interval '25 hours' where id = $1", [ticket.id])
    expect(await window()).toBe(false)
    const send = (what: object) =>
      agent.api.post<{ error: string; messages: Message[] }>(`/messages/${ticket.id}`, what)
    expect((await send({ body: 'texto livre' })).body.error).toBe('ERR_MESSAGE_WINDOW_CLOSED')

    const content = { type: 'template', name: 'aviso', language: 'pt_BR', variables: { 'body.1': 'Rita' } }
    const missing = await send({ content: { ...content, variables: {} } })
    expect(missing).toMatchObject({ status: 400, body: { error: 'ERR_TEMPLATE_VARIABLES' } })
    expect((await send({ content: { ...content, name: 'nenhum' } })).body.error).toBe('ERR_NO_TEMPLATE_FOUND')
    const sent = await send({ content })
    expect(sent.body.messages[0]?.body).toBe('Olá Rita, seu pedido chegou.')
    await until(async () => (await sentTo(from)).some((one) => one.content?.type === 'template'))

    // warned, and sent nevertheless
    expect((await send({ body: 'mesmo assim', outsideWindow: true })).status).toBe(200)
    await until(async () => (await sentTo(from)).some((one) => one.content?.text === 'mesmo assim'))
  })
})

describe('comments', () => {
  const comment = (from: string, externalId: string, post: string, text: string) => ({
    kind: 'comment',
    externalId,
    post: { id: post, url: 'https://example.org/p' },
    author: { addresses: [{ kind: 'phone', value: from }], name: `Cliente ${from}` },
    content: { type: 'text', text },
    at: Date.now(),
  })

  it('have a ticket for each post, apart from the direct messages, and are answered in public or in private', async () => {
    const from = phone()
    const [one, two] = [randomUUID(), randomUUID()]
    await pushEvents(channel.hookUrl, [
      comment(from, one, 'post-1', 'Quanto custa?'),
      comment(from, two, 'post-1', 'Alguém?'),
      comment(from, randomUUID(), 'post-2', 'Lindo'),
      inboundText(from, `Cliente ${from}`, 'Oi no privado'),
    ])
    const mine = () =>
      until(async () => {
        const found = (await ticketsOf()).filter(({ name }) => name === `Cliente ${from}`)
        return found.length === 3 ? found : null
      })
    expect((await mine()).map(({ postId }) => postId).sort()).toEqual(['post-1', 'post-2', null].sort())

    const { id } = await accept(`Cliente ${from}`, ({ postId }) => postId === 'post-1')
    const [first] = await messagesOf(id)
    expect(first).toMatchObject({ body: 'Quanto custa?', origin: { type: 'post', id: 'post-1' } })

    const answer = (what: string, given: object) =>
      agent.api.post<{ error: string }>(`/hub-message/comentary/${what}`, given)
    expect((await answer(first?.id ?? '', { body: '  ' })).body.error).toBe('ERR_COMMENT_EMPTY')
    expect((await answer(first?.id ?? '', { body: 'R$ 10' })).status).toBe(200)
    expect((await answer(String(id), { body: 'Te chamei no direct', reply: 'private' })).status).toBe(200)
    await agent.api.post(`/messages/${id}`, { body: 'Obrigado a todos' })
    const sent = await until(async () => {
      const found = await sentTo(from)
      return found.length === 3 ? found : null
    })
    expect(sent.map(({ comment }) => comment)).toEqual([
      { externalId: one, reply: 'public' },
      { externalId: two, reply: 'private' },
      { externalId: two, reply: 'public' },
    ])
    const ours = (await messagesOf(id)).filter(({ fromMe }) => fromMe)
    expect(ours.map(({ body, isPrivateReply }) => [body, isPrivateReply])).toEqual([
      ['R$ 10', false],
      ['Te chamei no direct', true],
      ['Obrigado a todos', false],
    ])
    expect(ours.every(({ origin }) => origin === null)).toBe(true)
  })

  it('open no window for direct messages', async () => {
    const from = phone()
    await pushEvents(channel.hookUrl, [comment(from, randomUUID(), 'post-9', 'Oi')])
    const { id } = await accept(`Cliente ${from}`)
    const window = await agent.api.get(`/messages/window/${id}`)
    expect(window.body).toMatchObject({ isOfficial: true, isOpen: false, lastInboundAt: null })
  })
})

describe('forwarding', () => {
  it('sends copies into the ticket that the contact has, or into a new one', async () => {
    const origin = await conversation('Segue o comprovante')
    const known = await conversation()
    const newcomer = phone()
    const contact = await company.admin.api.post<{ id: number }>('/contacts', { name: 'Nova', number: newcomer })
    const [message] = await messagesOf(origin.ticket.id)
    const done = await agent.api.post<{ ticketIds: number[] }>('/forward-messages/', {
      messages: [message],
      contacts: [{ id: known.ticket.contactId }, contact.body],
    })
    expect(done.status).toBe(200)
    expect(done.body.ticketIds[0]).toBe(known.ticket.id)
    for (const to of [known.from, newcomer]) {
      const [copy] = await until(async () => {
        const found = await sentTo(to)
        return found.length > 0 ? found : null
      })
      expect(copy).toMatchObject({ forwarded: true, content: { text: 'Segue o comprovante' } })
    }
    const copies = await messagesOf(done.body.ticketIds[1] ?? 0)
    expect(copies).toMatchObject([{ body: 'Segue o comprovante', isForwarded: true }])
  })

  it('takes at most ten messages and five contacts', async () => {
    const { ticket } = await conversation()
    const [message] = await messagesOf(ticket.id)
    const many = Array.from({ length: 6 }, (_, index) => index + 1)
    const refused = await agent.api.post<{ error: string }>('/forward-messages', {
      messages: [message],
      contacts: many,
    })
    expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_FORWARD_LIMIT' } })
    const none = await agent.api.post<{ error: string }>('/forward-messages', { messages: [message] })
    expect(none.body.error).toBe('ERR_NO_CONTACT_FOUND')
  })
})

describe('synchronising', () => {
  it('brings what we do not have, once', async () => {
    const { from, ticket } = await conversation('primeira')
    const missed = Array.from({ length: 3 }, (_, index) =>
      inboundText(from, `Cliente ${from}`, `perdida ${index}`, { history: true }),
    )
    await fetch(`${channel.hookUrl}/history`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events: missed }),
    })
    const sync = (count: number) => agent.api.post(`/messages/sync/${ticket.id}`, { count })
    expect((await sync(2)).body).toMatchObject({ imported: 2 })
    expect((await sync(100)).body).toMatchObject({ imported: 1 })
    expect((await sync(100)).body).toMatchObject({ imported: 0 })
    expect((await sync(101)).status).toBe(400)
    const bodies = (await messagesOf(ticket.id)).map((message) => message.body)
    expect(bodies).toEqual(['primeira', 'perdida 1', 'perdida 2', 'perdida 0'])
  })

  it('says in words why the provider gave nothing', async () => {
    const { ticket } = await conversation()
    const refusal = async (code?: string) => {
      if (code) await control({ failNext: { code, count: 1 } })
      const { status, body } = await agent.api.post<Refusal>(`/messages/sync/${ticket.id}`, { count: 2 })
      return [status, body.error]
    }
    expect(await refusal('REJECTED')).toEqual([400, 'ERR_FETCH_WAPP_MSG'])
    expect(await refusal('RATE_LIMITED')).toEqual([429, 'ERR_RATE_LIMITED'])
    expect(await refusal('AUTH_EXPIRED')).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
    const state = async (wanted: string) =>
      until(async () => {
        const { body } = await company.admin.api.get<{ state: string }>(`/whatsapp/${channel.id}`)
        return body.state === wanted
      })
    await control({ disconnect: true })
    await state('lost')
    expect(await refusal()).toEqual([503, 'ERR_WAPP_INITIALIZED'])
    const listed = await company.admin.api.post<Refusal>(at('/sync'))
    expect(listed).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
    await control({ reset: true })
    await state('connected')
    expect(await refusal()).toEqual([200, undefined])
  })
})
