import { afterAll, beforeAll, expect, it } from 'vitest'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { choose } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.close())

it('a supervisor leads waiting customers to a queue, watches who takes them, and opens every number', async () => {
  const company = await app.newTenant()
  const { body: sales } = await company.admin.api.post<{ id: number }>('/queue', { name: 'Vendas', color: '#0f766c' })
  const ana = await company.user('user', { name: 'Ana Luz', queues: [sales.id] })
  const boss = await company.user('supervisor', { name: 'Davi Nunes' })
  const channel = await company.channel()
  const customers = customersOf(channel)
  await customers.says('Rita Alves', 'Bom dia')
  await customers.says('Caio Melo', 'Preciso de ajuda')

  const { page } = await browser.window()
  await signIn(page, app.url, boss.email)
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const number = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  await page.goto(`${app.url}/#/painel-atendimentos`)
  await sees(group('Sem atendente').getByRole('link', { name: 'Rita Alves' }), group('Ana Luz'))
  await customers.says('Lia Prado', 'Alguém aí?')
  await sees(link('Lia Prado'))

  await page.getByRole('radio', { name: 'Por fila', exact: true }).click()
  for (const name of ['Rita Alves', 'Lia Prado'])
    await group('Sem fila')
      .getByRole('checkbox', { name: `Escolher ${name}` })
      .check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Transferir' }).click()
  await sees(dialog.getByRole('heading', { name: 'Transferir 2 atendimentos' }))
  await choose(page, dialog, 'Fila', 'Vendas')
  await dialog.getByRole('button', { name: /^Transferir/ }).click()
  await sees(
    group('Vendas').getByRole('link', { name: 'Rita Alves' }),
    group('Vendas').getByRole('link', { name: 'Lia Prado' }),
    group('Sem fila').getByRole('link', { name: 'Caio Melo' }),
  )
  await misses(dialog)

  await page.getByRole('radio', { name: 'Resumo por fila', exact: true }).click()
  await number('Vendas, Pendentes: 2').click()
  await sees(dialog.getByText('2 atendimentos', { exact: true }), dialog.getByRole('link', { name: 'Lia Prado' }))
  await dialog.press('Escape')
  await misses(dialog)

  const { page: hers } = await browser.window()
  await signIn(hers, app.url, ana.email)
  const desk = deskOf(hers)
  await desk.tab('Pendentes').click()
  await desk.open('Rita Alves')
  await desk.accept()
  await sees(number('Vendas, Pendentes: 1'), number('Vendas, Abertos: 1'))
  await page.getByRole('radio', { name: 'Resumo por pessoa', exact: true }).click()
  await sees(number('Ana Luz, Abertos: 1'), number('Ana Luz, Sem resposta: 1'))
  await page.getByRole('button', { name: 'Tela cheia' }).click()
  await sees(page.getByRole('button', { name: 'Sair da tela cheia' }))
  await desk.say('Bom dia, Rita')
  await sees(number('Ana Luz, Sem resposta: 0'))
  await page.getByRole('button', { name: 'Sair da tela cheia' }).click()

  await page.goto(`${app.url}/#/?periodo=7`)
  await sees(number('Abertos: 1'), number('Pendentes: 2'), number('Novos: 3'))
  await number('Abertos: 1').click()
  await dialog.getByRole('link', { name: 'Rita Alves' }).click()
  await sees(deskOf(page).message('Bom dia, Rita'))

  await page.goto(`${app.url}/#/?periodo=7`)
  const chart = page.getByRole('region', { name: 'Por dia' })
  await chart.getByRole('button', { name: 'Ver como tabela' }).click()
  await chart.getByRole('button', { name: /, Novos: 3$/ }).click()
  await sees(dialog.getByText('3 atendimentos', { exact: true }))
  await dialog.press('Escape')
  await misses(dialog)
  await page.getByRole('radio', { name: 'Canais', exact: true }).click()
  await number(`${channel.name}, Encerrados: 0`).click()
  await sees(dialog.getByText('Nenhum atendimento', { exact: true }))

  await hers.goto(`${app.url}/#/painel-atendimentos`)
  await sees(hers.getByText('Acesso não autorizado.'))
  await sees(hers.getByRole('heading', { name: 'Seus números no período' }))
  await expect.poll(() => hers.url()).toMatch(/#\/$/)
})

it('a supervisor hands on what waits and opens every number without a mouse', async () => {
  const company = await app.newTenant()
  const { body: sales } = await company.admin.api.post<{ id: number }>('/queue', { name: 'Vendas' })
  await company.user('user', { name: 'Ana Luz', queues: [sales.id] })
  const boss = await company.user('supervisor', { name: 'Davi Nunes' })
  const customers = customersOf(await company.channel())
  await customers.says('Rita Alves', 'Bom dia')

  const { page } = await browser.window()
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  await signIn(page, app.url, boss.email)
  await keyboard.press('g')
  await keyboard.press('v')
  const rita = group('Sem atendente').getByRole('checkbox', { name: 'Escolher Rita Alves' })
  await rita.press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: 'Transferir' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Fila' }).press('Enter')
  await page.getByRole('option', { name: 'Vendas' }).press('Enter')
  await misses(page.getByRole('option', { name: 'Vendas' }))
  await dialog.getByRole('textbox', { name: /Recado/ }).press('Control+Enter')
  await misses(dialog)
  await page.getByRole('radio', { name: 'Por pessoa', exact: true }).focus()
  for (const _ of [1, 2, 3]) await keyboard.press('ArrowRight')
  const waiting = page.getByRole('button', { name: 'Vendas, Pendentes: 1' })
  await waiting.press('Enter')
  await sees(dialog.getByRole('link', { name: 'Rita Alves' }))
  await keyboard.press('Escape')
  await misses(dialog)
  await sees(waiting.and(page.locator(':focus')))

  await keyboard.press('g')
  await keyboard.press('d')
  // Exactly: the panel that is left has a "Vendas, Pendentes: 1" until the dashboard is there.
  await page.getByRole('button', { name: 'Pendentes: 1', exact: true }).press('Enter')
  await dialog.getByRole('link', { name: 'Rita Alves' }).press('Enter')
  await sees(page.getByRole('heading', { name: 'Rita Alves', exact: true }))
})
