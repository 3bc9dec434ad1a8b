import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver, verify } from '../../src/modules/webhooks/webhooks.fixture.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

let app: TestApp
let receiver: Receiver
let company: Company
let channel: TestChannel
let secret: string
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { RECADO_EGRESS_ALLOW: `127.0.0.1:${receiver.port}` } })
  company = await app.newTenant()
  channel = await company.channel()
  const events = [
    'ticket.created.automatic',
    'ticket.created.manual',
    'ticket.transferred',
    'ticket.closed',
    'message.received',
    'message.sent',
  ]
  const body = { url: receiver.url, enabled: true, events }
  const saved = await company.admin.api.put<{ secret: string }>(path(), body)
  expect(saved.status).toBe(200)
  secret = saved.body.secret
}, 60_000)
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const path = (rest = '') => `/whatsapp/${channel.id}/webhook${rest}`
const eventsOf = (ticketId: number) =>
  receiver.received.filter(({ body }) => body.ticket?.id === ticketId).map(({ body }) => body)

async function newTicket(who: Person, name: string): Promise<number> {
  await pushEvents(channel.hookUrl, [inboundText(newPhone(), name, 'oi, tudo bem?')])
  return until(async () => {
    const { body } = await who.api.get<{ tickets: { id: number; name: string }[] }>('/tickets?status[]=pending')
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })
}

describe('a webhook', () => {
  it('tells the whole life of a ticket in its order, each part signed', async () => {
    const { admin } = company
    const queue = await admin.api.post<{ id: number }>('/queue', { name: 'Vendas', color: '#224466' })
    const reason = await admin.api.post<{ id: number }>('/closing-reasons', { name: 'Resolvido', color: '#445566' })
    const ticketId = await newTicket(admin, 'Jandira Reis')
    await admin.api.put(`/tickets/${ticketId}`, { queueId: queue.body.id, isTransference: true })
    await admin.api.put(`/tickets/${ticketId}`, { status: 'open', userId: admin.id })
    await admin.api.post(`/messages/${ticketId}`, { body: 'Bom dia, Jandira.' })
    await admin.api.put(`/tickets/${ticketId}`, { status: 'closed', closingReasonId: reason.body.id })
    const told = await until(() => (eventsOf(ticketId).length >= 5 ? eventsOf(ticketId) : null))
    expect(told.map(({ event }) => event)).toEqual([
      'ticket.created.automatic',
      'message.received',
      'ticket.transferred',
      'message.sent',
      'ticket.closed',
    ])
    expect(told[1]).toMatchObject({ message: { body: 'oi, tudo bem?', fromMe: false, sender: { kind: 'contact' } } })
    expect(told[2]).toMatchObject({ ticket: { queue: { id: queue.body.id, name: 'Vendas' } } })
    expect(told[3]).toMatchObject({ ticket: { user: { id: admin.id } }, message: { body: 'Bom dia, Jandira.' } })
    expect(told[4]).toMatchObject({ ticket: { status: 'closed' }, closingReason: { name: 'Resolvido' } })
    for (const one of receiver.received) expect(await verify(secret, one)).not.toBeNull()
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(receiver.received.length)
  })

  it('gives the address of a picture, which opens without a session', async () => {
    const name = 'Moacir Pires'
    const image = {
      ref: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      mimeType: 'image/png',
      fileName: 'a.png',
    }
    const content = { type: 'media', kind: 'image', media: image, text: 'a foto' }
    await pushEvents(channel.hookUrl, [inboundText(newPhone(), name, '', { content })])
    const told = await until(() =>
      receiver.received.find(({ body }) => body.message && body.ticket?.contact.name === name),
    )
    expect(told.body.message?.media).toMatchObject({ state: 'ready', mimeType: 'image/png' })
    expect((await fetch(told.body.message?.mediaUrl ?? '')).status).toBe(200)
  })

  it('tells of a ticket that somebody opens', async () => {
    const { admin } = company
    const ticketId = await newTicket(admin, 'Odete Lins')
    await admin.api.put(`/tickets/${ticketId}`, { status: 'closed' })
    const { body: closed } = await admin.api.get<{ contactId: number }>(`/tickets/${ticketId}`)
    const queue = await admin.api.post<{ id: number }>('/queue', { name: 'Suporte', color: '#224466' })
    const opened = await admin.api.post<{ id: number }>('/tickets', {
      contactId: closed.contactId,
      channelId: channel.id,
      queueId: queue.body.id,
    })
    expect(opened.status).toBe(200)
    const told = await until(() => eventsOf(opened.body.id)[0])
    expect(told.event).toBe('ticket.created.manual')
  })

  it('is for admins alone', async () => {
    const supervisor = await company.user('supervisor')
    expect((await supervisor.api.get(path())).status).toBe(403)
    expect((await supervisor.api.put(path(), { enabled: false })).status).toBe(403)
  })

  it('refuses private addresses when they are typed in, in the reader’s language', async () => {
    const refused = await company.admin.api.put<{ error: string; message: string }>(path(), {
      url: 'http://127.0.0.1:1/x',
    })
    expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_WEBHOOK_URL' } })
    expect(refused.body.message).toContain('https')
  })

  it('replays through the queue', async () => {
    const { body } = await company.admin.api.get<{ deliveries: { id: string }[] }>(path('/deliveries?pageSize=1'))
    const id = body.deliveries[0]?.id
    const before = receiver.received.filter((one) => one.body.id === id).length
    expect((await company.admin.api.post(path(`/deliveries/${id}/replay`))).status).toBe(200)
    await until(() => receiver.received.filter((one) => one.body.id === id).length > before)
  })

  it('is in the documentation of the API', async () => {
    const { body } = await app
      .api()
      .get<{ webhooks: Record<string, { post: { parameters: { name: string }[] } }> }>('/openapi.json')
    const { post } = body.webhooks['webhooks.event'] ?? { post: { parameters: [] } }
    expect(post.parameters.map(({ name }) => name)).toContain('X-Recado-Signature')
  })

  it('that is paused is told to admins at once, until somebody resumes it', async () => {
    const { admin } = company
    const agent = await company.user('user')
    type Notices = { unread: number; notifications: { type: string; title: string; link: string }[] }
    const noticesOf = async ({ api }: Person) => (await api.get<Notices>('/notifications')).body
    receiver.status(410)
    await newTicket(admin, 'Ivone Sá')
    const told = await until(async () => (await noticesOf(admin)).notifications[0])
    expect(told).toMatchObject({
      type: 'webhook.paused',
      title: expect.stringMatching(/^Webhook pausado: ./),
      link: `/sessoes?id=${channel.id}`,
    })
    expect((await noticesOf(agent)).notifications).toEqual([])
    receiver.status(200)
    await admin.api.put(path(), { enabled: true })
    await until(async () => (await noticesOf(admin)).unread === 0)
  })
})
