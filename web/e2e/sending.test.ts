import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { type Desk, deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
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
afterAll(() => app?.close())
beforeEach(() => customersOf(channel).control({ reset: true }))

const accepted = async (name: string): Promise<Desk> => {
  await customersOf(channel).says(name, 'Oi')
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').click()
  await desk.open(name)
  await desk.accept()
  return desk
}

it('tells why a message failed and sends it again', async () => {
  const desk = await accepted('Ana Souza')
  await customersOf(channel).control({ failNext: { code: 'RECIPIENT_INVALID', count: 1 } })
  await desk.say('Segue o boleto')
  const message = desk.message('Segue o boleto')
  await sees(message.getByText('Não enviada', { exact: true }), message.getByText(/^Não foi possível enviar: ./))
  await message.getByRole('button', { name: 'Tentar de novo' }).click()
  await sees(message.getByText('Enviada', { exact: true }))
  expect((await desk.messages()).filter((text) => text.includes('Segue o boleto'))).toHaveLength(1)
})

it('shows a message before the server has it, and keeps it when the network is gone', async () => {
  const desk = await accepted('Bruno Lins')
  await desk.page.context().setOffline(true)
  await desk.say('Sem rede')
  const message = desk.message('Sem rede')
  await sees(message.getByRole('button', { name: 'Tentar de novo' }))
  await desk.page.context().setOffline(false)
  await message.getByRole('button', { name: 'Tentar de novo' }).click()
  await sees(message.getByText('Enviada', { exact: true }))
  const received = await customersOf(channel).received()
  expect(received.filter((text) => text.includes('Sem rede'))).toHaveLength(1)
})

it('keeps a draft with its ticket until it is sent', async () => {
  const desk = await accepted('Célia Dias')
  await desk.field.fill('ainda escrevendo')
  await customersOf(channel).says('Davi Melo', 'Oi')
  await desk.tab('Pendentes').click()
  await desk.open('Davi Melo')
  await desk.accept()
  expect(await desk.field.inputValue()).toBe('')
  await sees(desk.row('Célia Dias').getByText('ainda escrevendo'))
  await desk.page.reload()
  await sees(desk.row('Célia Dias').getByText('ainda escrevendo'))
  await desk.open('Célia Dias')
  await expect.poll(() => desk.field.inputValue()).toBe('ainda escrevendo')
  await desk.field.press('Enter')
  await sees(desk.message('ainda escrevendo'))
  await desk.open('Davi Melo')
  await misses(desk.row('Célia Dias').getByText('Rascunho:'))
})
