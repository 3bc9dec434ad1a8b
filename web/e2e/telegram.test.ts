import { type BotApi, startBotApi } from '@recado/plugin-telegram/stand-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { misses, sees, startBrowser } from './support/browser.ts'
import { choose, PHOTO } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let bot: BotApi
beforeAll(async () => {
  bot = await startBotApi()
  app = await startApp({ env: { RECADO_ENDPOINT_TELEGRAM_API: bot.url } })
})
afterAll(async () => {
  await app?.close()
  await bot?.close()
})

it('an admin connects a bot through its panel, and a customer talks to an agent', async () => {
  const company = await app.newTenant()
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)

  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await page.getByRole('button', { name: /^Telegram/ }).click()
  const panel = page.getByRole('dialog', { name: 'Novo canal: Telegram' })
  await panel.getByLabel('Nome').fill('Bot da loja')
  const token = panel.getByRole('textbox', { name: 'Token do bot' })
  await panel.getByRole('button', { name: 'Testar conexão' }).click()
  await sees(panel.getByText('Preencha este campo.'))
  await token.fill(bot.token)
  expect(await token.getAttribute('type')).toBe('password')
  await choose(page, panel, 'Como as mensagens chegam', 'Busca (nós perguntamos)')
  await panel.getByRole('button', { name: 'Testar conexão' }).click()
  await sees(panel.getByText('Tudo certo: este é o bot Recado Test (@recado_test_bot).'))
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  await misses(panel)
  await sees(page.getByRole('dialog', { name: 'Bot da loja' }).getByText('Canal conectado.'))
  await page.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  const card = page.getByRole('listitem').filter({ hasText: 'Bot da loja' })
  await sees(card.getByText('Conectado', { exact: true }))
  await card.getByRole('button', { name: 'Bot da loja', exact: true }).click()
  await sees(page.getByRole('dialog').getByText(/^Definido/))
  expect(await page.content()).not.toContain(bot.token)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  const bia = bot.addUser({ first_name: 'Bia', last_name: 'Moura' })
  bot.userSays(bia, 'Vocês têm moedor?')
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open('Bia Moura')
  await desk.accept()
  await desk.say('Temos três modelos.')
  await bot.waitForSent((sent) => sent.text.includes('Temos três modelos.'))
  await sees(desk.message('Temos três modelos.').getByText('Enviada', { exact: true }))

  bot.userSendsFile(bia, 'photo', { bytes: PHOTO }, { caption: 'É este?' })
  await sees(desk.message('É este?').getByRole('img'))
  await page.locator('input[type=file]').setInputFiles({ name: 'moedor.png', mimeType: 'image/png', buffer: PHOTO })
  await page.getByRole('textbox', { name: /^Legenda/ }).fill('Este aqui')
  await desk.button('Enviar').click()
  const photo = await bot.waitForSent((sent) => sent.method === 'sendPhoto')
  expect(photo.text).toContain('Este aqui')
  expect(Object.values(photo.files)[0]?.bytes.byteLength).toBe(PHOTO.byteLength)
  await sees(desk.message('Este aqui').getByRole('img'))
})
