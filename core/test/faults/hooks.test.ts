import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

let one: TestApp
let two: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ db: one.db })
  company = await one.newTenant()
  channel = await company.channel('fake', {}, { greetingMessage: 'Olá! Já vamos atender.' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

interface Shown {
  id: string
  seq: number
  body: string
  edited: string | null
  isDeleted: boolean
  fromMe: boolean
  reactions: { emoji: string }[]
}
interface Row {
  id: number
  name: string
  seq: number
  unreadMessages: number
}

const hooks = () => [channel.hookUrl, channel.hookUrl.replace(one.url, two.url)]
const ticketsOf = async (name: string) => {
  const { body } = await company.admin.api.get<{ tickets: Row[] }>(
    '/tickets?status[]=pending&pageSize=100&showAll=true',
  )
  return body.tickets.filter((ticket) => ticket.name === name)
}
const messagesOf = async (ticketId: number) =>
  (await company.admin.api.get<{ messages: Shown[] }>(`/messages/${ticketId}?pageSize=100`)).body.messages
const shuffled = <T>(list: T[], seed: number): T[] =>
  list
    .map((one, index) => [Math.sin((index + 1) * seed * 12.9898) * 43_758.5453, one] as const)
    .map(([number, one]) => [number - Math.floor(number), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

describe('the same event', () => {
  it('has one effect, delivered fifty times at once to two nodes', async () => {
    const customer = newPhone()
    const event = inboundText(customer, `Cliente ${customer}`, 'uma vez só')
    await Promise.all(Array.from({ length: 50 }, (_, index) => pushEvents(hooks()[index % 2] ?? '', [event])))
    const tickets = await until(async () => {
      const found = await ticketsOf(`Cliente ${customer}`)
      return found.length > 0 ? found : null
    })
    expect(tickets).toHaveLength(1)
    const [ticket] = tickets
    expect(ticket?.unreadMessages).toBe(1)
    const messages = await messagesOf(ticket?.id ?? 0)
    expect(messages.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(['uma vez só'])
    expect(messages.filter(({ fromMe }) => fromMe).length).toBeLessThanOrEqual(1)
    const contacts = await company.admin.api.get<{ count: number }>(`/contacts?searchParam=${customer}`)
    expect(contacts.body.count).toBe(1)
    const events = await one.db.owner<{ name: string; count: number }>(
      `select name, count(*)::int "count" from domain_event where tenant_id = $1 and (payload->>'ticketId')::int = $2
        group by 1`,
      [company.tenantId, ticket?.id],
    )
    expect(events.filter(({ name, count }) => count > 1 && name !== 'message.sent')).toEqual([])
  })

  it('is one album: ten pictures at once from somebody unknown open one ticket', async () => {
    const customer = newPhone()
    const pictures = Array.from({ length: 10 }, (_, index) =>
      inboundText(customer, `Cliente ${customer}`, '', {
        content: {
          type: 'media',
          kind: 'image',
          media: { ref: 'bytes:64', mimeType: 'image/png' },
          text: `foto ${index}`,
        },
      }),
    )
    await Promise.all(pictures.map((event, index) => pushEvents(hooks()[index % 2] ?? '', [event])))
    const tickets = await ticketsOf(`Cliente ${customer}`)
    expect(tickets).toHaveLength(1)
    expect(tickets[0]?.unreadMessages).toBe(10)
  })
})

describe('events out of order', () => {
  it('end in the same state, whatever the order and number of deliveries', async () => {
    for (const seed of [3, 5, 7]) {
      const customer = newPhone()
      const texts = Array.from({ length: 12 }, (_, index) =>
        inboundText(customer, `Cliente ${customer}`, `texto ${index}`),
      )
      const from = { kind: 'phone', value: customer }
      const at = Date.now()
      const changes = texts.flatMap(({ externalId }, index) => [
        ...(index % 3 === 0
          ? [{ kind: 'edit', externalId, content: { type: 'text', text: `novo ${index}` }, at }]
          : []),
        ...(index % 3 === 1 ? [{ kind: 'removal', externalId, at }] : []),
        ...(index % 3 === 2 ? [{ kind: 'reaction', externalId, from, emoji: '👍', at }] : []),
      ])
      const all = shuffled([...texts, ...changes, ...texts, ...changes], seed)
      await Promise.all(all.map((event, index) => pushEvents(hooks()[index % 2] ?? '', [event])))
      const [ticket] = await ticketsOf(`Cliente ${customer}`)
      const messages = await until(async () => {
        const found = (await messagesOf(ticket?.id ?? 0)).filter(({ fromMe }) => !fromMe)
        const isDone = (message: Shown) => message.edited !== null || message.isDeleted || message.reactions.length > 0
        return found.length === 12 && found.every(isDone) ? found : null
      })
      expect(new Set(messages.map(({ id }) => id)).size).toBe(12)
      expect(messages.filter(({ isDeleted }) => isDeleted)).toHaveLength(4)
      expect(messages.flatMap(({ edited }) => edited ?? []).sort()).toEqual(['novo 0', 'novo 3', 'novo 6', 'novo 9'])
      expect(messages.filter(({ reactions }) => reactions.length === 1)).toHaveLength(4)
      const places = (await messagesOf(ticket?.id ?? 0)).map(({ seq }) => seq)
      expect(places).toEqual(places.map((_, index) => index + 1))
    }
  })

  it('of receipts never lead a message back', async () => {
    const customer = newPhone()
    await pushEvents(channel.hookUrl, [inboundText(customer, `Cliente ${customer}`, 'oi')])
    const [ticket] = await ticketsOf(`Cliente ${customer}`)
    await company.admin.api.put(`/tickets/${ticket?.id}`, { status: 'open', userId: company.admin.id })
    const id = randomUUID()
    await company.admin.api.post(`/messages/${ticket?.id}`, { id, body: 'resposta' })
    const state = async () =>
      (
        await one.db.owner<{ status: string; externalId: string | null }>(
          'select status, external_id "externalId" from message where id = $1',
          [id],
        )
      )[0]
    const sent = await until(async () => {
      const found = await state()
      return found?.status === 'sent' ? found : null
    })
    const receipts = ['read', 'delivered', 'sent', 'read', 'delivered'].map((status, index) => ({
      kind: 'receipt',
      status,
      externalIds: [sent.externalId],
      at: Date.now() - index,
    }))
    for (const [index, receipt] of receipts.entries()) await pushEvents(hooks()[index % 2] ?? '', [receipt])
    expect((await state())?.status).toBe('read')
  })
})
