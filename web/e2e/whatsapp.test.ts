import { startWhatsApp, type WhatsApp } from '@recado/plugin-whatsapp-baileys/stand-in'
import { type CloudApi, CODE, startCloudApi } from '@recado/plugin-whatsapp-cloud/stand-in'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { choose, PHOTO } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let whatsapp: WhatsApp
let cloud: CloudApi
beforeAll(async () => {
  whatsapp = await startWhatsApp()
  cloud = await startCloudApi()
  app = await startApp({
    env: {
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: whatsapp.url,
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_MEDIA: whatsapp.url,
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_PICTURES: whatsapp.url,
      RECADO_ENDPOINT_WHATSAPP_CLOUD_GRAPH: cloud.url,
      RECADO_ENDPOINT_WHATSAPP_CLOUD_MEDIA: cloud.url,
    },
  })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await whatsapp?.close()
  await cloud?.close()
})

const newChannel = async (page: Page, type: string) => {
  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: type }).click()
  return page.getByRole('dialog', { name: `Novo canal: ${type}` })
}

interface Shown {
  id: number
  name: string
  state: string
  qrcode?: string
}
const shownCode = (name: string): Promise<string> =>
  until(async () => {
    const { body } = await company.admin.api.get<Shown[]>('/whatsapp')
    return body.find((channel) => channel.name === name && channel.state === 'waiting-qr')?.qrcode
  })

const channelId = async (name: string) => {
  const { body } = await company.admin.api.get<Shown[]>('/whatsapp')
  return body.find((channel) => channel.name === name)?.id
}

it('an admin connects a phone by QR code; when the phone lets go of it, by a code to type', async () => {
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  const panel = await newChannel(page, 'WhatsApp (QR code, não oficial)')
  await sees(panel.getByText(/^Este canal não é oficial/))
  await panel.getByLabel('Nome').fill('Celular da loja')
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  const pairing = page.getByRole('dialog', { name: 'Celular da loja' })
  await sees(pairing.getByRole('img'), pairing.getByText(/Conectar aparelho e leia este código/))
  whatsapp.scan(await shownCode('Celular da loja'))
  await sees(pairing.getByText('Canal conectado.'))
  await pairing.getByRole('button', { name: 'Fechar', exact: true }).last().click()

  const bia = whatsapp.addPerson({ name: 'Bia Moura' })
  await whatsapp.says(bia, 'Abrem no feriado?')
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open('Bia Moura')
  await desk.accept()
  await desk.say('Abrimos até as 14h.')
  await until(() => whatsapp.sent.items.some(({ reader }) => reader === bia))

  // in a group, somebody is named
  await company.admin.api.put(`/whatsapp/${await channelId('Celular da loja')}`, { ignoreGroups: false })
  const caio = whatsapp.addPerson({ name: 'Caio Prado' })
  const group = whatsapp.addGroup('Condomínio', [bia, caio])
  await whatsapp.says(caio, 'Bom dia a todos', { group })
  await desk.tab('Grupos').click()
  await desk.open('Condomínio')
  await desk.accept()
  await desk.field.pressSequentially('Bom dia @cai')
  await sees(page.getByRole('option', { name: 'Caio Prado' }))
  await desk.field.press('Enter')
  await expect.poll(() => desk.field.inputValue(), { timeout: 15_000 }).toBe('Bom dia @Caio Prado ')
  await desk.field.press('Enter')
  await sees(desk.history.locator('strong', { hasText: '@Caio Prado' }))
  await until(() => whatsapp.sent.items.some(({ content }) => content.extendedTextMessage?.text?.includes(caio.phone)))

  // and below a picture
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'obra.png', mimeType: 'image/png', buffer: PHOTO })
  const caption = page.getByRole('textbox', { name: /^Legenda de obra\.png/ })
  await caption.pressSequentially('Veja, @cai')
  await sees(page.getByRole('option', { name: 'Caio Prado' }))
  await caption.press('Enter')
  await expect.poll(() => caption.inputValue(), { timeout: 15_000 }).toBe('Veja, @Caio Prado ')
  await desk.field.press('Enter')
  await sees(desk.history.locator('strong', { hasText: '@Caio Prado' }).nth(1))
  await until(() => whatsapp.sent.items.some(({ content }) => content.imageMessage?.caption?.includes(caio.phone)))

  await page.goto(`${app.url}/#/sessoes`)
  const card = page.getByRole('listitem').filter({ hasText: 'Celular da loja' })
  await sees(card.getByText('Conectado', { exact: true }))
  whatsapp.removeDevice()
  await sees(card.getByText('O aparelho foi desconectado no celular. Conecte de novo.'))
  await card.getByRole('button', { name: 'Celular da loja', exact: true }).click()
  const settings = page.getByRole('dialog', { name: 'Celular da loja' })
  await choose(page, settings, 'Como conectar', 'Digitar um código no celular')
  await settings.getByRole('textbox', { name: /^Número do WhatsApp/ }).fill(`+${whatsapp.owner.phone}`)
  await settings.getByRole('button', { name: /^Salvar/ }).click()
  await misses(settings.getByRole('combobox', { name: 'Como conectar' }))
  await card.getByRole('button', { name: 'Mostrar o código' }).click()
  const code = pairing.getByRole('status')
  await sees(code)
  await whatsapp.enterCode((await code.innerText()).replaceAll('-', ''))
  await sees(pairing.getByText('Canal conectado.'))
})

it('an admin proves and registers an official number from its panel', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  const panel = await newChannel(page, 'WhatsApp oficial')
  await panel.getByLabel('Nome').fill('Número oficial')
  await panel.getByRole('textbox', { name: /^ID do número de telefone/ }).fill(cloud.phoneNumberId)
  await panel.getByRole('textbox', { name: /^ID da conta do WhatsApp Business/ }).fill(cloud.businessAccountId)
  await panel.getByRole('textbox', { name: /^Token de acesso/ }).fill(cloud.token)
  await panel.getByRole('textbox', { name: /^Chave secreta do aplicativo/ }).fill(cloud.appSecret)
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  await misses(panel)
  cloud.state.isVerified = false
  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Número oficial', exact: true }).click()
  const channel = page.getByRole('dialog', { name: 'Número oficial' })
  await channel.getByRole('button', { name: 'Registrar número (PIN)' }).click()
  const pin = page.getByRole('dialog', { name: 'Registrar o número na Cloud API' })
  const digits = pin.getByRole('textbox', { name: /^PIN de 6 dígitos/ })
  await digits.fill('12345')
  await digits.press('Enter')
  await expect.poll(() => digits.getAttribute('aria-invalid')).toBe('true')
  await digits.fill('123450')
  await digits.press('Enter')
  await sees(pin.getByText(/precisa ser verificado. Use “Verificar número por código”/))
  expect(await digits.inputValue()).toBe('123450')
  await pin.press('Escape')

  await channel.getByRole('button', { name: 'Verificar número por código' }).click()
  const proof = page.getByRole('dialog', { name: 'Comprovar que o número é da empresa' })
  await proof.getByRole('button', { name: 'Enviar código' }).click()
  const code = proof.getByRole('textbox', { name: /^Código recebido/ })
  await code.fill('000000')
  await code.press('Enter')
  await sees(proof.getByRole('status'))
  await code.fill(CODE)
  await code.press('Enter')
  const done = page.getByRole('dialog').getByText('Número verificado. Agora registre-o com o PIN.')
  await sees(done)
  await page.keyboard.press('Enter')
  await misses(done)

  await channel.getByRole('button', { name: 'Registrar número (PIN)' }).click()
  await digits.fill('123450')
  await digits.press('Enter')
  await sees(page.getByRole('dialog').getByText('Número registrado. Conecte o canal.'))
  expect(cloud.state.pin).toBe('123450')
  await page.keyboard.press('Enter')

  await channel.getByRole('button', { name: 'Perfil comercial' }).click()
  const profile = page.getByRole('dialog', { name: 'Perfil comercial' })
  const description = profile.getByRole('textbox', { name: /^Descrição/ })
  await expect.poll(() => description.inputValue()).toBe('Pães e bolos')
  await description.fill('')
  await profile.getByRole('textbox', { name: /^E-mail/ }).fill('oi@padaria.example')
  await choose(page, profile, /^Ramo/, 'Restaurante')
  await profile.getByRole('button', { name: 'Salvar perfil' }).click()
  await sees(page.getByText('Perfil salvo. Os clientes veem a mudança em alguns minutos.'))
  expect(cloud.state.profile).toMatchObject({
    description: '',
    email: 'oi@padaria.example',
    vertical: 'RESTAURANT',
    about: 'Aberto das 9 às 18',
  })
})
