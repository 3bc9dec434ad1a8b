import { type HubStandIn, startHub } from '@recado/plugin-hub/stand-in'
import { type StandInGateway, startUazapi } from '@recado/plugin-whatsapp-plus/stand-in'
import { startWwebjsGateway, type WwebjsGateway } from '@recado/plugin-whatsapp-wwebjs/stand-in'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company } from '../../core/test/app.ts'
import { sees, startBrowser } from './support/browser.ts'
import { choose } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let hub: HubStandIn
let wwebjs: WwebjsGateway
let uazapi: StandInGateway
beforeAll(async () => {
  hub = await startHub()
  wwebjs = await startWwebjsGateway()
  uazapi = await startUazapi({ state: 'disconnected' })
  app = await startApp({
    env: {
      RECADO_ENDPOINT_HUB_API: hub.url,
      RECADO_ENDPOINT_WHATSAPP_PLUS_PICTURES: uazapi.url,
      RECADO_EGRESS_ALLOW: [wwebjs.url, uazapi.url].map((url) => new URL(url).host).join(),
    },
  })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await Promise.all([hub?.close(), wwebjs?.close(), uazapi?.close()])
})

/** A new channel of this type, filled in and saved by whoever looks at the screen. */
async function addChannel(page: Page, type: string, name: string, fill: (panel: Locator) => Promise<void>) {
  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: type }).click()
  const panel = page.getByRole('dialog', { name: `Novo canal: ${type}` })
  await panel.getByLabel('Nome', { exact: true }).fill(name)
  await fill(panel)
  await panel.getByRole('button', { name: /^Salvar/ }).click()
}

const field = (panel: Locator, name: string) => panel.getByRole('textbox', { name: new RegExp(`^${name}`) })

/** The agent answers who has just written. */
async function answers(page: Page, customer: string, words: string) {
  const desk = deskOf(page)
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open(customer)
  await desk.accept()
  await desk.say(words)
}

it('an admin connects a channel of the hub that is picked from the account’s list', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await addChannel(page, 'NotificaMe Hub', 'Hub da loja', async (panel) => {
    await field(panel, 'Token da conta').fill(hub.token)
    await panel.getByRole('combobox', { name: /^Canal do hub/ }).click()
    await page.getByRole('option', { name: /^Loja WhatsApp/ }).click()
  })
  const saved = page.getByRole('dialog', { name: 'Hub da loja' })
  await sees(saved.getByText('Conectado', { exact: true }))
  // by its name, not by the hub's id
  await sees(saved.getByRole('combobox', { name: /^Canal do hub/ }).filter({ hasText: 'Loja WhatsApp' }))
  await hub.channel('ch-wa').says('5511955554444', 'Vi o anúncio', { name: 'Lia Prado' })
  await answers(page, 'Lia Prado', 'Que bom, Lia!')
  await until(() => hub.sent.items.some(({ content }) => String(content.text).includes('Que bom, Lia!')))
})

it('an admin links a phone to the company’s own WWebJS server', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await addChannel(page, 'WhatsApp (servidor WWebJS)', 'Servidor próprio', async (panel) => {
    await field(panel, 'Endereço do servidor').fill(wwebjs.url)
    await field(panel, 'Chave da API').fill(wwebjs.apiKey)
    await field(panel, 'Nome da sessão').fill('loja')
  })
  const pairing = page.getByRole('dialog', { name: 'Servidor próprio' })
  await sees(pairing.getByRole('img'))
  const session = wwebjs.session('loja')
  await session.scan()
  await sees(pairing.getByText('Canal conectado.'))
  await session.says('5511944443333@c.us', 'Fazem entrega?', { name: 'Rui Costa' })
  await answers(page, 'Rui Costa', 'Fazemos, Rui.')
  await until(() => wwebjs.sent.items.some(({ content }) => String(content).includes('Fazemos, Rui.')))
})

it('an admin links a phone through a PLUS gateway', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await addChannel(page, 'WhatsApp PLUS', 'Linha PLUS', async (panel) => {
    await choose(page, panel, /^Tipo de gateway/, 'uazapi')
    await field(panel, 'Endereço do servidor').fill(uazapi.url)
    await field(panel, 'Token da instância').fill(uazapi.token)
  })
  const pairing = page.getByRole('dialog', { name: 'Linha PLUS' })
  await sees(pairing.getByRole('img'))
  await uazapi.scan()
  await sees(pairing.getByText('Canal conectado.'))
  const zoe = uazapi.addPerson({ phone: '5511933332222', name: 'Zoé Lima' })
  await uazapi.happens(zoe, { what: 'text', text: 'Tem vaga?' }, { at: Date.now() })
  await answers(page, 'Zoé Lima', 'Temos, Zoé.')
  const { body } = await uazapi.sent.waitFor(({ path }) => path === '/send/text')
  expect(body.text).toContain('Temos, Zoé.')
})
