import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { choose } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

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

it('a queue gives its tickets to who is there and has room, and says why nobody has one', async () => {
  const { api } = company.admin
  const { body: queue } = await api.post<{ id: number }>('/queue', { name: 'Vendas', color: '#0f766c' })
  await api.put(`/whatsapp/${channel.id}`, { queueId: queue.id })
  const bia = await company.user('user', { name: 'Bia Lemos', queues: [queue.id] })
  const customers = customersOf(channel)

  const { page } = await browser.window()
  const desk = deskOf(page)
  const { dialog } = desk
  const biasLine = dialog.getByRole('listitem').filter({ hasText: 'Bia Lemos' })
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/filas`)
  await page.getByRole('cell', { name: 'Vendas', exact: true }).click()
  await sees(dialog)
  await dialog.getByRole('button', { name: 'Quem receberia o próximo agora?' }).click()
  await sees(dialog.getByText('Com a distribuição desligada, ninguém recebe'))
  await choose(page, dialog, 'Distribuição automática', 'Rodízio')
  await sees(dialog.getByText('Nenhum atendimento espera nesta fila.'), biasLine.getByText('Desconectado'))
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)
  await page.goto(`${app.url}/#/usuarios`)
  await page.getByRole('row').filter({ hasText: bia.email }).getByText('Bia Lemos').click()
  await dialog.getByLabel('Atendimentos ao mesmo tempo').fill('1')
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)

  const why = async (name: string) => {
    await desk.open(name)
    await desk.history.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Por que não foi distribuído?' }).click()
    await sees(dialog.getByText('Ninguém pode receber agora.'))
  }
  await page.goto(`${app.url}/#/atendimento`)
  await customers.says('Ana Souza', 'Bom dia')
  await desk.tab('Pendentes').click()
  await why('Ana Souza')
  await sees(biasLine.getByText('Desconectado'), dialog.getByText('É o primeiro da fila'))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const barriers = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(barriers.map(({ id }) => id)).toEqual([])

  // she comes, and has it
  const hers = await browser.window()
  const other = deskOf(hers.page)
  await signIn(hers.page, app.url, bia.email)
  await sees(dialog.getByText('Este atendimento já está com alguém.'), other.row('Ana Souza'))
  await other.open('Ana Souza')
  await sees(other.message('Bom dia'))
  await dialog.press('Escape')
  await misses(dialog)

  await customers.says('Davi Rocha', 'Boa tarde')
  await why('Davi Rocha')
  await sees(biasLine.getByText('Sem vaga'), biasLine.getByText('1 de 1 atendimentos'))
  await other.button('Resolver').click()
  await sees(other.dialog)
  await other.dialog.getByRole('button', { name: /^Resolver/ }).click()
  await misses(other.dialog)
  await other.tab('Abertos').click()
  await sees(other.row('Davi Rocha'), dialog.getByText('Este atendimento já está com alguém.'))
})
