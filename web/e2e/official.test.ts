import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Company, type Person, type TestChannel, until } from '../../core/test/app.ts'
import { inboundText, pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

interface Sent {
  to: { value: string }
  content?: { type: string; text?: string }
  comment?: { reply: string }
  forwarded?: boolean
}

const browser = startBrowser()
let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user('user', { name: 'Bruno Sá' })
})
beforeEach(async () => {
  channel = await company.channel('fake-official')
})
afterAll(() => app?.close())

const phone = () => `5511${String(Math.floor(Math.random() * 1e9)).padStart(9, '9')}`
const sentTo = async (to: string): Promise<Sent[]> => {
  const answer = await fetch(`${channel.hookUrl}/sent`)
  return ((await answer.json()) as { sent: Sent[] }).sent.filter((one) => one.content && one.to.value === to)
}

it('an admin makes a template, sees the diagnosis and sends a test message; a channel goes by its name', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/sessoes?id=${channel.id}`)
  const panel = page.getByRole('dialog').first()
  await sees(panel.getByText('Tudo certo: o canal está conectado e nada está parado.'))

  await panel.getByRole('button', { name: 'Modelos de mensagem' }).click()
  const templates = page.getByRole('dialog', { name: 'Modelos de mensagem' })
  await sees(templates.getByText('Nenhum modelo ainda'))
  await templates.getByRole('button', { name: 'Novo modelo' }).click()
  const editor = page.getByRole('dialog', { name: 'Novo modelo' })
  await editor.getByLabel('Nome', { exact: true }).fill('pedido_pronto')
  await editor.getByLabel('Texto', { exact: true }).fill('Olá {{1}}, seu pedido está pronto.')
  await editor.getByRole('textbox', { name: 'Exemplo de 1' }).fill('Rita')
  await sees(editor.getByText('Olá Rita, seu pedido está pronto.'))
  await editor.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await misses(editor)
  await sees(templates.getByText('pedido_pronto'), templates.getByText('Aprovado'))
  await templates.getByRole('button', { name: 'Sincronizar' }).click()
  await sees(page.getByText('1 modelo sincronizado.'))
  await templates.press('Escape')
  await misses(templates)

  await panel.getByRole('button', { name: 'Mensagem de teste' }).click()
  const test = page.getByRole('dialog', { name: 'Mensagem de teste' })
  await test.getByLabel('Para', { exact: true }).fill('+55 11 98888-7777')
  await page.keyboard.press('Control+Enter')
  await misses(test)
  expect(await sentTo('5511988887777')).toHaveLength(1)

  await page.goto(`${app.url}/#/sessoes`)
  const card = page.getByRole('listitem').filter({ hasText: channel.name })
  await card.getByRole('button', { name: `Ações de ${channel.name}` }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const confirm = page.getByRole('alertdialog')
  expect(await confirm.getByRole('button', { name: 'Excluir' }).isDisabled()).toBe(true)
  await confirm.getByRole('textbox').fill(channel.name)
  await page.keyboard.press('Enter')
  await misses(card)
})

it('an agent sends an approved template when the window has closed', async () => {
  const draft = {
    name: 'retomada',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá {{1}}, ainda precisa de ajuda?' }],
  }
  await company.admin.api.post(`/whatsapp/${channel.id}/templates`, draft)
  const from = phone()
  await pushEvents(channel.hookUrl, [inboundText(from, 'Rita Sousa', 'Bom dia')])
  const { page } = await browser.window()
  await signIn(page, app.url, agent.email)
  const desk = deskOf(page)
  await desk.tab('Pendentes').click()
  await desk.open('Rita Sousa')
  await desk.accept()
  await app.db.owner("update ticket set last_inbound_at = now() - interval '25 hours' where channel_id = $1", [
    channel.id,
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Enviar modelo' }).click()
  await page.getByRole('searchbox', { name: 'Buscar modelo' }).fill('ajuda')
  await page.getByRole('button', { name: /^retomada/ }).click()
  const form = page.getByRole('dialog', { name: 'retomada' })
  await form.getByRole('textbox', { name: 'Campo 1' }).fill('Rita')
  await page.keyboard.press('Control+Enter')
  await misses(form)
  await sees(desk.message('Olá Rita, ainda precisa de ajuda?'))
  await until(async () => (await sentTo(from)).some(({ content }) => content?.type === 'template'))
})

it('an agent answers a comment in private, sends buttons and forwards a message', async () => {
  const from = phone()
  await pushEvents(channel.hookUrl, [
    {
      kind: 'comment',
      externalId: randomUUID(),
      post: { id: 'post-1', url: 'https://example.org/p/1' },
      author: { addresses: [{ kind: 'phone', value: from }], name: 'Caio Reis' },
      content: { type: 'text', text: 'Quanto custa a mesa?' },
      at: Date.now(),
    },
  ])
  const { page } = await browser.window()
  await signIn(page, app.url, agent.email)
  const desk = deskOf(page)
  await desk.tab('Pendentes').click()
  await desk.open('Caio Reis')
  await sees(desk.history.getByText('Comentário em uma publicação'))
  await desk.accept()
  await page.getByRole('radio', { name: 'No privado' }).check()
  await desk.say('Te chamei no direct')
  const [answer] = await until(async () => {
    const found = await sentTo(from)
    return found.length > 0 ? found : null
  })
  expect(answer?.comment).toMatchObject({ reply: 'private' })

  const other = phone()
  await pushEvents(channel.hookUrl, [inboundText(other, 'Nina Alves', 'Segue o comprovante')])
  await desk.tab('Pendentes').click()
  await desk.open('Nina Alves')
  await desk.accept()
  await page.getByRole('button', { name: 'Outros tipos de mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Botões' }).click()
  const buttons = page.getByRole('dialog', { name: 'Botões' })
  await buttons.getByLabel('Texto', { exact: true }).fill('Posso ajudar em algo mais?')
  await buttons.getByRole('textbox', { name: 'Botão 1' }).fill('Sim')
  await buttons.getByRole('textbox', { name: 'Botão 2' }).fill('sim')
  await page.keyboard.press('Control+Enter')
  await sees(buttons.getByText('Cada um precisa ser diferente dos outros.'))
  await buttons.getByRole('textbox', { name: 'Botão 2' }).fill('Não')
  await page.keyboard.press('Control+Enter')
  await misses(buttons)
  await until(async () => (await sentTo(other)).some(({ content }) => content?.type === 'buttons'))

  await desk.message('Segue o comprovante').hover()
  await desk.message('Segue o comprovante').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Encaminhar…' }).click()
  const forward = page.getByRole('dialog', { name: 'Encaminhar' })
  await forward.getByRole('combobox').fill('Caio')
  await page.getByRole('option', { name: /Caio Reis/ }).click()
  await forward.getByRole('button', { name: /^Encaminhar/ }).click()
  await misses(forward)
  await until(async () => (await sentTo(from)).some(({ forwarded }) => forwarded === true))
})
