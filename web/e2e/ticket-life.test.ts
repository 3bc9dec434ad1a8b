import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { choose } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel()
})
afterAll(() => app?.close())

it('a ticket is put aside and comes back, is handed on with a note, and is rated by its customer', async () => {
  const { api } = company.admin
  const queue = async (name: string) => (await api.post<{ id: number }>('/queue', { name, color: '#0f766c' })).body.id
  const queues = [await queue('Vendas'), await queue('Suporte')]
  await api.put(`/whatsapp/${channel.id}`, { queueId: queues[0], ratingEnabled: true, ratingMessage: 'De 1 a 5?' })
  const bia = await company.user('user', { name: 'Bia Lemos', queues })
  const caio = await company.user('user', { name: 'Caio Reis', queues })
  const customers = customersOf(channel)
  await customers.says('Ana Souza', 'Preciso da segunda via')

  const { page } = await browser.window()
  const desk = deskOf(page)
  const note = (text: string | RegExp) => page.getByRole('note').filter({ hasText: text })
  await signIn(page, app.url, bia.email)
  await desk.tab('Pendentes').click()
  await desk.open('Ana Souza')
  await desk.accept()
  await desk.say('Vou ver com o financeiro')

  const snooze = async (choice: string) => {
    await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
    await page.keyboard.press('z')
    await sees(desk.dialog)
    await desk.dialog.getByRole('radio', { name: choice }).check()
    await desk.dialog.getByRole('button', { name: 'Adiar' }).click()
    await sees(note(/Adiado até .* para Bia Lemos/))
  }
  await snooze('1 dia')
  await desk.tab('Adiados').click()
  await sees(desk.row('Ana Souza').getByText('para Você'))
  await note('Adiado até').getByRole('button', { name: 'Trazer de volta' }).click()
  await misses(note('Adiado até'))
  await sees(page.getByText('De volta à fila.'))
  // and there is nothing left to undo
  expect(await page.getByRole('button', { name: 'Desfazer' }).count()).toBe(0)
  await desk.tab('Pendentes').click()
  await sees(desk.row('Ana Souza'))

  await snooze('10 minutos')
  await misses(desk.row('Ana Souza'))
  await customers.says('Ana Souza', 'Ainda preciso')
  await sees(desk.row('Ana Souza'))
  await misses(note('Adiado até'))
  await desk.accept()

  await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
  await page.keyboard.press('t')
  await sees(desk.dialog)
  await choose(page, desk.dialog, 'Fila', 'Suporte')
  await choose(page, desk.dialog, /^Pessoa/, 'Caio Reis')
  await desk.dialog.getByRole('textbox', { name: /Recado/ }).fill('Boleto de março, já conferi')
  await desk.dialog.getByRole('button', { name: /^Transferir/ }).click()
  await sees(page.getByText('Transferido para Caio Reis.'))

  const second = await browser.window()
  const other = deskOf(second.page)
  await signIn(second.page, app.url, caio.email)
  await other.open('Ana Souza')
  await sees(second.page.getByRole('note').filter({ hasText: 'Boleto de março, já conferi' }))
  await other.button('Resolver').click()
  await sees(other.dialog.getByRole('switch', { name: /avaliação/ }))
  await other.dialog.getByRole('button', { name: /^Resolver/ }).click()
  await sees(second.page.getByRole('note').filter({ hasText: 'Avaliação pedida' }))
  await until(async () => (await customers.received()).includes('De 1 a 5?'))
  await customers.says('Ana Souza', 'Nota 5')
  await sees(second.page.getByRole('note').filter({ hasText: 'Nota 5 de 5' }))
  await until(async () => (await customers.received()).includes('Obrigado pela sua avaliação!'))
  await other.tab('Encerrados').click()
  await sees(other.row('Ana Souza').getByText('Nota 5 de 5'))

  await second.page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
  await second.page.keyboard.press('l')
  await sees(other.dialog)
  const lines = await until(async () => {
    const found = await other.dialog.getByRole('listitem').allInnerTexts()
    return found.length > 0 && found.map((text) => text.replaceAll('\n', ' '))
  })
  const at = (text: string) => lines.findIndex((line) => line.includes(text))
  expect(lines[at('Deu nota 5 de 5')]).toContain('O cliente')
  expect(lines[at('Pediu avaliação')]).toContain('Uma regra')
  expect(lines[at('Voltou à fila')]).toContain('O cliente')
  expect(lines[at('Transferiu para Caio Reis')]).toContain('Boleto de março, já conferi')
  expect(lines.filter((line) => line.includes('Adiou até'))).toHaveLength(2)
})
