import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.close())

it('the operator opens and closes companies, and knows every plugin', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, (await app.operator()).email)
  await page.goto(`${app.url}/#/empresas`)
  await page.getByRole('button', { name: 'Nova empresa' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome da empresa').fill('Padaria Sol')
  await dialog.getByLabel('Nome do responsável').fill('Inês Sol')
  await dialog.getByLabel('E-mail do responsável').fill('ines@padaria.test')
  await dialog.getByRole('textbox', { name: 'Senha do responsável' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)
  const row = page.getByRole('row').filter({ hasText: 'Padaria Sol' })
  await sees(row.getByText('Ativo', { exact: true }))

  const hers = await browser.window()
  await signIn(hers.page, app.url, 'ines@padaria.test')
  await row.getByRole('button', { name: 'Ações de Padaria Sol' }).click()
  await page.getByRole('menuitem', { name: 'Desativar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click()
  await sees(row.getByText('Inativo'))
  await sees(hers.page.getByRole('heading', { name: 'Entrar' }))
  await hers.page.getByLabel('E-mail').fill('ines@padaria.test')
  await hers.page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD)
  await hers.page.keyboard.press('Enter')
  await sees(hers.page.getByRole('alert'))
  expect(await hers.page.getByRole('navigation', { name: 'Menu principal' }).count()).toBe(0)

  await page.goto(`${app.url}/#/plugins?ver=servidor`)
  for (const id of ['fake', 'telegram', 'webchat'])
    await sees(
      page.getByRole('row').filter({ hasText: id }).filter({ hasText: '0.1.0' }).getByText('Ativo', { exact: true }),
    )
})
