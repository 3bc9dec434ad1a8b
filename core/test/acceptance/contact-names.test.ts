import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel, until } from '../app.ts'

let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel()
})
afterAll(() => app.close())

const says = async (from: string, chat: Record<string, unknown>) => {
  const event = {
    kind: 'message',
    externalId: randomUUID(),
    direction: 'in',
    chat: { addresses: [{ kind: 'fake', value: from }], ...chat },
    content: { type: 'text', text: 'Oi' },
    at: Date.now(),
  }
  await fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  })
}
const isCalled = (name: string) =>
  until(async () => {
    const { body } = await company.admin.api.get<{ tickets: { id: number; name: string }[] }>('/tickets?showAll=true')
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })

it('a customer without a name goes by the label of the channel until one is told', async () => {
  await says('x1', { label: 'Visitante 12AB' })
  const id = await isCalled('Visitante 12AB')
  await says('x1', { label: 'Visitante 12AB', name: 'Ana' })
  expect(await isCalled('Ana')).toBe(id)
  await says('x1', { label: 'Visitante 12AB', name: 'Ana Souza' })
  await says('x2', { name: 'Rui' })
  await isCalled('Rui')
  expect(await isCalled('Ana')).toBe(id)
})

it('a name that a channel tells later reaches the screens at once', async () => {
  await says('x3', { label: 'Visitante 34CD' })
  await isCalled('Visitante 34CD')
  const { received } = await app.socket(company.admin.token)
  const party = { addresses: [{ kind: 'fake', value: 'x3' }], label: 'Visitante 34CD', name: 'Bia Souza' }
  // somebody of an address book, who never wrote
  const other = { addresses: [{ kind: 'fake', value: 'x4' }], name: 'Caio Reis' }
  await fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [other, party].map((one) => ({ kind: 'contact', party: one, at: Date.now() })) }),
  })
  const told = () =>
    received.flatMap(({ event, payload }) =>
      event.endsWith('contactList') ? [(payload as { payload: { name: string } }).payload.name] : [],
    )
  await until(() => told().length > 0)
  expect(told()).toEqual(['Bia Souza'])
})

describe('a number', () => {
  it('is looked up by a connected channel that can, when it is saved and new', async () => {
    // with no other channel that could be asked
    const own = await app.newTenant()
    const { admin } = own
    const save = (number: string, more: object = {}) =>
      admin.api.post<{ id: number; error: string; message: string }>('/contacts', { name: 'Iracema', number, ...more })
    const known = await own.channel('fake')
    const lookup = (wanted: string | null) =>
      fetch(`${known.hookUrl}/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ lookup: wanted }),
      })
    const made = await save('11 98765-1111')
    expect(made).toMatchObject({ status: 200, body: { number: '5511987651111' } })

    await lookup('absent')
    const absent = await save('11 98765-2222')
    expect([absent.status, absent.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
    expect(absent.body.message).toMatch('O número 5511987652222 não existe no WhatsApp.')
    // one's own number is not looked up again, another one is
    const change = (number: string) => admin.api.put<{ error: string }>(`/contacts/${made.body.id}`, { number })
    expect((await change('+55 11 8765-1111')).status).toBe(200)
    expect((await change('11 98765-2222')).body.error).toBe('ERR_WAPP_INVALID_CONTACT')

    await lookup('TEMPORARY')
    expect(await save('11 98765-3333')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_CHECK_CONTACT' } })
    expect((await save('11 98765-3333', { checkNumber: false })).status).toBe(200)
    // what cannot be asked decides nothing
    await lookup('UNSUPPORTED')
    expect((await save('11 98765-4444')).status).toBe(200)
    await lookup('absent')
    await admin.api.delete(`/whatsappsession/${known.id}`)
    expect((await save('11 98765-5555')).status).toBe(200)
  })
})

it('an e-mail is one or none, and a wrong one is told', async () => {
  const { api } = company.admin
  const made = await api.post<{ id: number; email: string | null }>('/contacts', {
    name: 'Lia',
    email: ' lia@loja.test ',
  })
  expect(made).toMatchObject({ status: 200, body: { email: 'lia@loja.test' } })
  for (const email of ['lia', 'lia@', '@loja.test', 'lia loja@x']) {
    const { status, body } = await api.put<{ error: string; message: string }>(`/contacts/${made.body.id}`, { email })
    expect([status, body.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(body.message).toContain('E-mail inválido.')
  }
  for (const email of ['', null])
    expect((await api.put(`/contacts/${made.body.id}`, { email })).body).toMatchObject({ email: null })
})
