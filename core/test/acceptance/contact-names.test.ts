import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
