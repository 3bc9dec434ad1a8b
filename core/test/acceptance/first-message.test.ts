import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { newPhone } from '../rich-company.ts'

interface Ticket {
  id: number
  status: string
  lastMessage: string | null
  unreadMessages: number
}
interface Message {
  body: string
  fromMe: boolean
  userId: number | null
  sendType: string
}

let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
let official: TestChannel
let queueId: number
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  queueId = (await company.admin.api.post<{ id: number }>('/queue', { queue: 'Vendas' })).body.id
  agent = await company.user('user', { name: 'Bia Souza', queues: [queueId] })
  channel = await company.channel()
  official = await company.channel('fake-official')
})
afterAll(() => app.close())

const newContact = async (): Promise<{ id: number; number: string }> => {
  const number = newPhone()
  const { body } = await company.admin.api.post<{ id: number }>('/contacts', {
    name: `Cliente ${number}`,
    number,
    checkNumber: false,
  })
  return { id: body.id, number }
}
const open = <T = Ticket>(contactId: number, more: object = {}) =>
  agent.api.post<T>('/tickets/new', { contactId, whatsappId: channel.id, queueId, status: 'open', ...more })
const refusal = async (contactId: number, more: object) => {
  const { status, body } = await open<{ error: string }>(contactId, more)
  return [status, body.error]
}
const ticketsOf = async (contactId: number): Promise<number> => {
  const rows = await app.db.owner<object>('select 1 from ticket where tenant_id = $1 and contact_id = $2', [
    company.tenantId,
    contactId,
  ])
  return rows.length
}
const sentTo = async (to: string) => {
  const answer = await fetch(`${channel.hookUrl}/sent`)
  const { sent } = (await answer.json()) as { sent: { to: { value: string }; content?: { text?: string } }[] }
  return sent.filter((one) => one.to.value === to).map((one) => one.content?.text)
}

describe('the first message of a new ticket', () => {
  it('is sent to the customer as its opener’s, and stands in the ticket that is answered', async () => {
    const contact = await newContact()
    const { status, body } = await open(contact.id, { message: ' Olá, tudo certo com o pedido? ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'open', lastMessage: 'Olá, tudo certo com o pedido?', unreadMessages: 0 })
    expect(await until(async () => (await sentTo(contact.number)).at(0))).toBe('Olá, tudo certo com o pedido?')
    const { body: page } = await agent.api.get<{ messages: Message[] }>(`/messages/${body.id}`)
    expect(page.messages).toEqual([
      expect.objectContaining({
        fromMe: true,
        userId: agent.id,
        sendType: 'chat',
        body: 'Olá, tudo certo com o pedido?',
      }),
    ])
  })

  it('bears the name of whoever must sign', async () => {
    await company.admin.api.put('/settings/allowDisableSignature', { key: 'allowDisableSignature', value: 'disabled' })
    const contact = await newContact()
    expect((await open(contact.id, { message: 'Bom dia' })).body.lastMessage).toContain('Bia Souza')
    // with the name it is longer than what the channel takes
    const { id } = await newContact()
    expect(await refusal(id, { message: 'a'.repeat(65_530) })).toEqual([400, 'ERR_MESSAGE_TOO_LONG'])
    expect(await ticketsOf(id)).toBe(0)
    await company.admin.api.put('/settings/allowDisableSignature', { key: 'allowDisableSignature', value: 'enabled' })
  })

  it('may be left out: a blank one is none', async () => {
    for (const message of [undefined, null, '', '  ']) {
      const { status, body } = await open((await newContact()).id, { message })
      expect([status, body.lastMessage ?? '']).toEqual([200, ''])
    }
  })

  it('opens no ticket when it cannot be sent', async () => {
    const { id } = await newContact()
    const closed = { whatsappId: official.id, message: 'Oi' }
    expect(await refusal(id, closed)).toEqual([400, 'ERR_MESSAGE_WINDOW_CLOSED'])
    expect(await refusal(id, { message: 'Oi', status: 'pending' })).toEqual([409, 'ERR_TICKET_STATE'])
    expect((await open(id, { message: 'a'.repeat(70_000) })).status).toBe(400)
    expect(await ticketsOf(id)).toBe(0)
    // who was warned goes on
    expect((await open(id, { ...closed, outsideWindow: true })).body).toMatchObject({ lastMessage: 'Oi' })
  })

  it('is not said in a ticket that is there already', async () => {
    const { id, number } = await newContact()
    const first = await open(id, { message: 'Primeira' })
    const second = await open<{ error: string }>(id, { message: 'Segunda' })
    expect(second.status).toBe(409)
    expect(JSON.parse(second.body.error)).toMatchObject({ id: first.body.id })
    await until(async () => (await sentTo(number)).length === 1)
    expect((await agent.api.get<Ticket>(`/tickets/${first.body.id}`)).body.lastMessage).toBe('Primeira')
  })
})
