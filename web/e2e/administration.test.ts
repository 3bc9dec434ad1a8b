import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, PASSWORD } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
})
afterAll(() => app?.close())

it('an admin switches a plugin off and on, fills its panel and sees the channel connect', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/plugins`)
  const plugin = page.getByRole('listitem').filter({ has: page.getByRole('switch', { name: /^Chat do site/ }) })
  const power = plugin.getByRole('switch')
  await sees(plugin)
  expect(await power.isChecked()).toBe(true)
  await plugin.getByText('Chat do site').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click()
  await expect.poll(() => power.isChecked()).toBe(false)

  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await sees(page.getByRole('button', { name: /^Telegram/ }))
  expect(await page.getByRole('button', { name: /^Chat do site/ }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.goto(`${app.url}/#/plugins`)
  await plugin.getByText('Chat do site').click()
  await expect.poll(() => power.isChecked()).toBe(true)
  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await page.getByRole('button', { name: /^Chat do site/ }).click()
  const panel = page.getByRole('dialog', { name: 'Novo canal: Chat do site' })
  await panel.getByLabel('Nome', { exact: true }).fill('Chat da loja')
  await panel.getByRole('textbox', { name: /^Título/ }).fill('Café Aurora')
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  await misses(panel)
  const saved = page.getByRole('dialog', { name: 'Chat da loja' })
  await sees(saved.getByText('Conectado', { exact: true }), saved.getByText(/<script src=.*recado\.js/))
  await saved.getByLabel(/^Linhas de voz/).fill('linha-1, linha-2')
  await saved.getByLabel(/^Horas entre dois pedidos/).fill('0')
  await saved.getByLabel(/^Esperar a nota por/).fill('20')
  await saved.getByLabel(/^Quando ninguém mais espera a nota/).fill('Fica para a próxima.')
  await saved.getByRole('button', { name: /^Salvar/ }).click()
  await misses(saved)
  await sees(page.getByRole('listitem').filter({ hasText: 'Chat da loja' }).getByText('Conectado', { exact: true }))
  const { body } = await company.admin.api.get<{ id: number; name: string }[]>('/whatsapp')
  const channel = body.find(({ name }) => name === 'Chat da loja')
  expect(channel).toMatchObject({
    callTokens: { set: true },
    ratingIntervalHours: 0,
    ratingWaitMinutes: 20,
    ratingExpiryMessage: 'Fica para a próxima.',
  })
  // by keyboard, from its name and back to it
  const name = page.getByRole('button', { name: 'Chat da loja', exact: true })
  await name.press('Enter')
  await sees(saved.locator('[data-field=callTokens]').getByText(/^Definido/))
  await saved.press('Escape')
  await misses(saved)
  await sees(name.and(page.locator(':focus')))
})

it('an admin sets up queue, tag, closing reason and a person without a mouse, and that person signs in', async () => {
  const { page } = await browser.window()
  const { keyboard } = page
  await signIn(page, app.url, company.admin.email)
  const dialog = page.getByRole('dialog')
  /** By its keys, to the dialog that a button of the screen opens; its first field has the cursor. */
  const begin = async (key: string, title: string, open: string) => {
    await keyboard.press('g')
    await keyboard.press(key)
    await sees(page.getByRole('heading', { name: title, exact: true, level: 1 }))
    await page.getByRole('button', { name: open }).first().press('Enter')
    await sees(dialog.locator('input:focus'))
  }
  /** What was opened is closed, and one is back where one was. */
  const saved = async (open: string) => {
    await misses(dialog)
    await sees(page.getByRole('button', { name: open }).first().and(page.locator(':focus')))
  }
  const create = async (key: string, title: string, open: string, name: string) => {
    await begin(key, title, open)
    await keyboard.type(name)
    await keyboard.press('Control+Enter')
    await sees(page.getByRole('cell', { name }))
    await saved(open)
  }
  await create('f', 'Filas', 'Nova fila', 'Pós-venda')
  await create('e', 'Etiquetas', 'Nova etiqueta', 'Cliente novo')
  await create('m', 'Motivos de encerramento', 'Novo motivo', 'Sem resposta')

  await begin('u', 'Usuários', 'Novo usuário')
  await keyboard.type('Dora Pinho')
  await keyboard.press('Tab')
  await keyboard.type('dora@loja.test')
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  const queues = dialog.getByRole('combobox', { name: /^Filas/ })
  await queues.press('ArrowDown')
  await sees(page.getByRole('option', { name: 'Pós-venda' }))
  await keyboard.type('pós')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await queues.press('Escape')
  await misses(page.getByRole('option', { name: 'Pós-venda' }))
  await queues.press('Control+Enter')
  await saved('Novo usuário')
  const row = page.getByRole('row').filter({ hasText: 'dora@loja.test' })
  await sees(row.getByText('Pós-venda'))

  const hers = await browser.window()
  await signIn(hers.page, app.url, 'dora@loja.test')
  await sees(hers.page.getByRole('region', { name: 'Atendimentos' }))
  expect(await hers.page.getByRole('link', { name: 'Usuários' }).count()).toBe(0)
  await hers.page.goto(`${app.url}/#/usuarios`)
  await sees(hers.page.getByText('Acesso não autorizado.'))
})

it('settings are found, explained and saved at once', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/configuracoes`)
  await page.getByRole('searchbox', { name: 'Buscar configuração' }).fill('motivo')
  const setting = page.getByRole('switch', { name: /Exigir motivo de encerramento/ })
  await sees(setting)
  await misses(page.getByText('Permitir espiar'))
  await setting.press('Space')
  await expect.poll(() => setting.isChecked()).toBe(true)
  await expect
    .poll(async () => JSON.stringify((await company.admin.api.get<unknown>('/settings')).body))
    .toMatch(/closingReasonRequired[^}]*enabled/)
  await page.reload()
  await sees(setting)
  await expect.poll(() => setting.isChecked()).toBe(true)
})
