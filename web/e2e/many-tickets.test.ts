import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { pdfText } from '../../core/test/pdf-text.ts'
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

it('an admin closes many tickets and takes it back, saves one as PDF, deletes them all, and keeps a view', async () => {
  const customers = customersOf(channel)
  for (const name of ['Ana Souza', 'Beto Reis', 'Caio Lima', 'Duda Melo'])
    await customers.says(name, `Olá, é ${name} 😀`)
  const { page } = await browser.window()
  const desk = deskOf(page)
  const { dialog, row } = desk
  const bar = page.getByRole('region', { name: 'Atendimentos selecionados' })
  await signIn(page, app.url, company.admin.email)
  await desk.tab('Pendentes').click()
  await sees(row('Ana Souza'), row('Beto Reis'), row('Caio Lima'), row('Duda Melo'))

  // by keys: two rows, then all of the filter, then none
  await row('Ana Souza').focus()
  await page.keyboard.press('x')
  await sees(bar.getByText('1 selecionado'))
  await row('Beto Reis').focus()
  await page.keyboard.press('Shift+x')
  await sees(bar.getByText('2 selecionados'))
  await bar.getByRole('button', { name: 'Todos os 4 do filtro' }).click()
  await sees(bar.getByText('Todos do filtro selecionados'))
  await page.keyboard.press('Escape')
  await misses(bar)

  // by mouse, and back
  await row('Ana Souza').hover()
  await page.getByRole('checkbox', { name: 'Selecionar Ana Souza' }).click()
  await row('Beto Reis').click()
  await sees(bar.getByText('2 selecionados'))
  await bar.getByRole('button', { name: 'Encerrar' }).click()
  await sees(dialog.getByRole('heading', { name: 'Encerrar 2 atendimentos?' }))
  await dialog.getByRole('button', { name: /^Encerrar/ }).click()
  const task = page.getByRole('dialog', { name: 'Encerramento de atendimentos' })
  await sees(task.getByText('Concluído.'))
  await task.press('Escape')
  await misses(task)
  await sees(row('Caio Lima'))
  await misses(row('Ana Souza'), row('Beto Reis'))
  await page.getByRole('button', { name: 'Opções da tela' }).click()
  await page.getByRole('menuitem', { name: 'Trabalhos com muitos atendimentos' }).click()
  await page.getByRole('button', { name: /^Encerramento de atendimentos/ }).click()
  await task.getByRole('button', { name: 'Desfazer' }).click()
  await sees(task.getByText('Desfeito.'))
  await task.press('Escape')
  await misses(task)
  await sees(row('Ana Souza'), row('Beto Reis'))

  await desk.open('Ana Souza')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  await page.getByRole('menuitem', { name: 'Baixar em PDF' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^atendimento-\d+\.pdf$/)
  expect(pdfText(await readFile(await file.path()))).toContain('Olá, é Ana Souza 😀')

  await page.getByRole('button', { name: 'Opções da tela' }).click()
  await page.getByRole('menuitem', { name: 'Selecionar vários' }).click()
  await sees(bar.getByText('Nenhum selecionado'))
  await bar.getByRole('button', { name: 'Todos os 4 do filtro' }).click()
  await bar.getByRole('button', { name: 'Excluir' }).click()
  const question = page.getByRole('alertdialog')
  const go = question.getByRole('button', { name: 'Excluir' })
  expect(await go.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('4')
  await go.click()
  const removal = page.getByRole('dialog', { name: 'Exclusão de atendimentos' })
  await sees(removal.getByText('Concluído.'))
  await removal.press('Escape')
  await misses(removal)
  await sees(page.getByText('Ninguém esperando'))

  // a filter under a name, shared, with its live number, found by the palette
  await customers.says('Eva Dias', 'Oi, cheguei agora')
  await sees(row('Eva Dias'))
  await desk.button('Filtros').click()
  await dialog.getByRole('switch', { name: 'Só não lidos' }).check()
  await dialog.press('Escape')
  await misses(dialog)
  await desk.button('Salvar visão').click()
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Novidades')
  await choose(page, dialog, 'Quem vê', 'Todos')
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)
  const view = (count: number) => page.getByRole('button', { name: new RegExp(`^Novidades.*${count} atendimento`) })
  await sees(view(1))
  await desk.list.getByRole('button', { name: 'Limpar filtros' }).click()
  await customers.says('Gil Luz', 'Também quero')
  await sees(view(2))
  await page.keyboard.press('Control+k')
  await sees(dialog)
  await page.keyboard.type('novid')
  await sees(page.getByRole('option', { name: 'Novidades' }))
  await page.keyboard.press('Enter')
  await misses(dialog)
  await sees(page.locator('[aria-pressed="true"]').filter({ hasText: 'Novidades' }))
})
