import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { PHOTO } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user('user', { name: 'Bia Souza' })
  channel = await company.channel()
})
afterAll(() => app?.close())

it('ready texts are made, used, promised for later and said at the end without a mouse', async () => {
  const customers = customersOf(channel)
  await customers.says('Ana Prado', 'Quanto custa?')
  await agent.api.post('/farewell', { name: 'Obrigada', message: 'Obrigada, {{firstName}}!' })
  await company.admin.api.post('/fastreply', { key: 'prazo', message: 'O prazo é de 3 dias.', showAll: true })
  const { page } = await browser.window()
  const desk = deskOf(page)
  const { keyboard } = page
  const { dialog, field } = desk
  await signIn(page, app.url, agent.email)
  await sees(desk.tab('Abertos'))

  // a quick message of one's own
  await keyboard.press('g')
  await keyboard.press('r')
  await sees(page.getByRole('row').filter({ hasText: '/prazo' }))
  await keyboard.press('n')
  await sees(dialog.getByLabel('Chave'))
  await keyboard.type('preço')
  await keyboard.press('Tab')
  await keyboard.type('Oi {{firstName}}, custa R$ 10. {{user}}')
  await keyboard.press('Control+Enter')
  await misses(dialog)
  await sees(page.getByRole('row').filter({ hasText: '/preço' }))

  // a text or a file: one of the two is needed, and enough
  await keyboard.press('n')
  await sees(dialog.getByLabel('Chave'))
  await keyboard.type('tabela')
  await keyboard.press('Control+Enter')
  await sees(dialog.getByRole('alert').getByText('Mensagem: Escreva a mensagem ou escolha um arquivo.'))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'tabela.png', mimeType: 'image/png', buffer: PHOTO })
  await sees(dialog.getByText('tabela.png'))
  await dialog.press('Control+Enter')
  await misses(dialog)
  await sees(page.getByRole('row').filter({ hasText: '/tabela' }).getByText('1 arquivo').filter({ visible: true }))

  // in a conversation, by its key
  await keyboard.press('g')
  await keyboard.press('a')
  await desk.tab('Pendentes').press('Enter')
  await desk.row('Ana Prado').press('Enter')
  await sees(page.getByRole('heading', { name: 'Ana Prado', exact: true }))
  await keyboard.press('a')
  await sees(field)
  await field.press('/')
  const options = page.getByRole('listbox', { name: 'Mensagens rápidas' }).getByRole('option')
  await sees(options.nth(1))
  await keyboard.type('pr')
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual([expect.stringContaining('/prazo'), expect.stringContaining('/preço')])
  await field.press('ArrowDown')
  await sees(page.getByRole('option', { selected: true }).filter({ hasText: '/preço' }))
  const text = 'Oi Ana, custa R$ 10. Bia Souza'
  await sees(page.getByRole('group', { name: 'Como o cliente vai ler' }).getByText(text))
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(text)
  await misses(options)
  await field.press('Enter')
  await sees(desk.message(text))
  await until(async () => (await customers.received()).some((sent) => sent.endsWith(text)))

  // Escape leaves the list, and what is written goes out as it stands
  await field.press('/')
  await sees(options)
  await keyboard.type('prazo')
  await field.press('Escape')
  await misses(options)
  await field.press('Enter')
  await sees(desk.message('/prazo'))

  // a slash that was left behind asks for nothing until one types
  await field.press('/')
  await sees(options)
  await desk.list.getByRole('searchbox').focus()
  await page.goto(`${app.url}/#/atendimento`)
  await misses(field)
  await desk.tab('Abertos').press('Enter')
  await desk.row('Ana Prado').press('Enter')
  await expect.poll(() => field.inputValue()).toBe('/')
  expect(await options.count()).toBe(0)
  await field.press('p')
  await sees(options)
  await field.fill('')

  // a promise for later, seen beside the conversation, and taken back
  await field.fill('Ainda quer, {{firstName}}?')
  await page.getByRole('heading', { name: 'Ana Prado', exact: true }).focus()
  await keyboard.press('d')
  await sees(dialog.getByRole('heading', { name: 'Agendar mensagem' }))
  expect(await dialog.getByLabel('Mensagem').inputValue()).toBe('Ainda quer, {{firstName}}?')
  await dialog.getByRole('button', { name: 'Semana que vem' }).press('Enter')
  await dialog.press('Control+Enter')
  await misses(dialog)
  const promised = page.getByRole('list', { name: 'Mensagens agendadas' }).getByRole('listitem')
  await sees(promised.filter({ hasText: 'Ainda quer' }).getByText('Pendente'))
  expect(await field.inputValue()).toBe('')
  await page.getByRole('heading', { name: 'Ana Prado', exact: true }).focus()
  await keyboard.press('g')
  await keyboard.press('o')
  const row = page.getByRole('row').filter({ hasText: 'Ainda quer' })
  await sees(row)
  await row.getByRole('button', { name: /^Ações/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Cancelar o envio' }).press('Enter')
  await sees(page.getByRole('alertdialog').or(dialog))
  await page.getByRole('button', { name: 'Cancelar o envio' }).press('Enter')
  await sees(page.getByText('Envio cancelado.'))
  await misses(row, dialog, page.getByRole('alertdialog'))

  // a farewell
  await keyboard.press('g')
  await keyboard.press('a')
  await desk.tab('Abertos').press('Enter')
  await desk.row('Ana Prado').press('Enter')
  await sees(page.getByRole('heading', { name: 'Ana Prado', exact: true }))
  await page.getByRole('heading', { name: 'Ana Prado', exact: true }).focus()
  await keyboard.press('e')
  const pick = dialog.getByRole('combobox', { name: 'Despedida pronta' })
  await pick.press('Enter')
  await page.getByRole('option', { name: 'Obrigada' }).press('Enter')
  await expect
    .poll(() =>
      dialog
        .getByLabel(/^Despedida/)
        .last()
        .inputValue(),
    )
    .toBe('Obrigada, {{firstName}}!')
  await dialog.press('Control+Enter')
  await sees(page.getByText('Atendimento resolvido.'))
  await until(async () => (await customers.received()).includes('Obrigada, Ana!'))
})
