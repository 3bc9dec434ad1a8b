import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver, verify } from '../../core/src/modules/webhooks/webhooks.fixture.ts'
import { inboundText, newPhone, pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp, until } from './support/people.ts'

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { RECADO_EGRESS_ALLOW: `127.0.0.1:${receiver.port}` } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const browser = startBrowser()

it('an admin sets up a webhook, tries it, finds out why something did not arrive, and sends it again', async () => {
  const company = await app.newTenant()
  const channel = await company.channel('fake', {}, { name: 'Vendas' })
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/sessoes?id=${channel.id}`)
  const outer = page.getByRole('dialog', { name: 'Vendas', exact: true })
  const section = outer.getByRole('region', { name: 'Webhook' })
  const dialog = page.getByRole('dialog', { name: 'Webhook de Vendas' })

  await section.getByRole('button', { name: 'Configurar' }).click()
  await dialog.getByLabel('Endereço').fill('https://10.0.0.7/hook')
  await dialog.getByRole('checkbox', { name: 'Mensagem recebida' }).check()
  await page.keyboard.press('Control+Enter')
  await sees(dialog.getByText('Este endereço não pode ser usado'))
  await dialog.getByLabel('Endereço').fill(receiver.url)
  await page.keyboard.press('Enter')
  await sees(dialog.getByText('Copie a chave agora'))
  const secret = await dialog.getByText(/^whsec_/).innerText()

  await dialog.getByRole('button', { name: 'Enviar um teste' }).click()
  await sees(dialog.getByText('O teste chegou'))
  const [first] = receiver.received
  expect(first && (await verify(secret, first))).not.toBeNull()

  receiver.status(410)
  await pushEvents(channel.hookUrl, [inboundText(newPhone(), 'Ana Souza', 'bom dia')])
  await until(() => receiver.received.length === 2)
  receiver.status(200)
  await page.keyboard.press('Escape')
  await misses(dialog)
  await sees(outer)
  await sees(section.getByText('Pausado'))
  await section.getByRole('button', { name: 'Configurar' }).click()
  await sees(dialog.getByText(/^Pausado.*410/))
  await dialog.getByRole('button', { name: 'Retomar' }).click()
  await misses(dialog.getByText(/^Pausado/))

  const row = dialog.getByRole('listitem').filter({ hasText: 'Mensagem recebida' })
  await row.getByRole('button').first().click()
  await sees(row.getByText('says 410'))
  await row.getByRole('button', { name: 'Enviar de novo' }).click()
  await sees(row.getByText('Entregue', { exact: true }))
  expect(receiver.received[2]?.body.id).toBe(receiver.received[1]?.body.id)

  await dialog.getByRole('button', { name: 'Nova chave' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Nova chave' }).click()
  await sees(dialog.getByText('Copie a chave agora'))
  expect(await dialog.getByText(/^whsec_/).innerText()).not.toBe(secret)
})
