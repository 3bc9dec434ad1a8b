import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let ana: Person
let sales: { id: number }
let support: { id: number }
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  const { api } = company.admin
  sales = (await api.post<{ id: number }>('/queue', { queue: 'Vendas' })).body
  support = (await api.post<{ id: number }>('/queue', { queue: 'Suporte' })).body
  ana = await company.user('user', { name: 'Ana Lira', queues: [sales.id] })
  const channel = await company.channel('fake', {}, { queueId: sales.id })
  await customersOf(channel).says('Iracema Dias', 'Bom dia!')
  await customersOf(channel).says('Bruno Melo', 'Fechado, pode mandar.')
})
afterAll(() => app?.close())

it('rights, reasons, settings and features change under the eyes of those whom they concern', async () => {
  const hers = (await browser.window()).page
  const desk = deskOf(hers)
  await signIn(hers, app.url, ana.email)
  await desk.tab('Pendentes').click()
  await desk.open('Bruno Melo')
  await desk.accept()
  await company.admin.api.put(`/settings/closingReasonRequired`, { value: true })
  await company.admin.api.post('/closing-reasons', { name: 'Chamado técnico', queues: [support.id] })

  // an admin makes a reason for one queue, and finds a setting without its accents
  const theirs = (await browser.window()).page
  await signIn(theirs, app.url, company.admin.email)
  await theirs.goto(`${app.url}/#/motivoencerramento`)
  await sees(theirs.getByRole('row').filter({ hasText: 'Chamado técnico' }).getByText('Suporte'))
  await theirs.getByRole('button', { name: 'Novo motivo' }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Venda feita')
  await dialog.getByRole('combobox', { name: 'Filas' }).fill('ven')
  await theirs.getByRole('option', { name: 'Vendas' }).click()
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)
  await sees(theirs.getByRole('row').filter({ hasText: 'Venda feita' }).getByText('Vendas'))

  // whoever resolves a ticket of that queue is offered its reasons alone
  await desk.history.locator('header').getByRole('button', { name: 'Resolver' }).click()
  await desk.dialog.getByRole('combobox', { name: 'Motivo' }).click()
  await sees(hers.getByRole('option', { name: 'Venda feita' }))
  expect(await hers.getByRole('option').allInnerTexts()).toEqual(['Venda feita'])
  await hers.getByRole('option', { name: 'Venda feita' }).click()
  await desk.dialog.getByRole('button', { name: /^Resolver/ }).click()
  await misses(desk.dialog)
  await desk.tab('Pendentes').click()
  await desk.open('Iracema Dias')
  await desk.accept()

  await theirs.goto(`${app.url}/#/configuracoes`)
  await theirs.getByRole('searchbox', { name: 'Buscar configuração' }).fill('encerrar sozinho')
  const minutes = theirs.getByRole('spinbutton', { name: 'Encerrar sozinho, em minutos' })
  await sees(theirs.getByText('Padrão: 0'))
  await minutes.fill('90')
  await minutes.press('Enter')
  await theirs.getByRole('button', { name: 'Voltar ao padrão: Encerrar sozinho, em minutos' }).click()
  await expect.poll(() => minutes.inputValue()).toBe('0')
  await theirs.getByRole('searchbox', { name: 'Buscar configuração' }).fill('avaliacao')
  await sees(theirs.getByRole('switch', { name: 'Pedir avaliação' }))
  await misses(minutes)

  // another queue: the ticket leaves list and screen, and comes back with the old one, without a reload
  const ticket = Number(hers.url().split('/atendimento/')[1]?.split('?')[0])
  await company.admin.api.put(`/tickets/${ticket}`, { status: 'pending' })
  await desk.tab('Pendentes').click()
  await sees(desk.message('Bom dia!'), desk.row('Iracema Dias'))
  await company.admin.api.put(`/users/${ana.id}`, { queues: [support.id] })
  await sees(hers.getByText('Este atendimento não está mais aqui'))
  await misses(desk.row('Iracema Dias'))
  await company.admin.api.put(`/users/${ana.id}`, { queues: [sales.id] })
  await sees(desk.message('Bom dia!'), desk.row('Iracema Dias'))

  // the operator takes a feature from the company, and gives it back
  const menu = hers.getByRole('navigation', { name: 'Menu principal' })
  await sees(menu.getByRole('link', { name: 'Tarefas' }))
  const operators = (await browser.window()).page
  await signIn(operators, app.url, (await app.operator()).email)
  await operators.goto(`${app.url}/#/empresas`)
  const companies = await (await app.operator()).api.get<{ id: number; name: string }[]>('/admin/tenants')
  const name = companies.body.find(({ id }) => id === company.tenantId)?.name ?? ''
  const features = async (): Promise<void> => {
    await operators.getByRole('button', { name: `Ações de ${name}` }).click()
    await operators.getByRole('menuitem', { name: 'Funções do menu' }).click()
    await operators.getByRole('dialog').getByLabel('Tarefas').click()
    await operators
      .getByRole('dialog')
      .getByRole('button', { name: /^Salvar/ })
      .click()
    await misses(operators.getByRole('dialog'))
  }
  await features()
  await misses(menu.getByRole('link', { name: 'Tarefas' }))
  await hers.goto(`${app.url}/#/tarefas`)
  await sees(hers.getByText('Função disponível somente na versão premium.').first())
  await features()
  await sees(menu.getByRole('link', { name: 'Tarefas' }))
})
