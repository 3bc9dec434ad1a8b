import { type MetaStandIn as Messenger, startMessenger } from '@recado/plugin-facebook/stand-in'
import { type MetaStandIn as Instagram, startInstagram } from '@recado/plugin-instagram/stand-in'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { choose, PHOTO } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let instagram: Instagram
let messenger: Messenger
beforeAll(async () => {
  instagram = await startInstagram()
  messenger = await startMessenger()
  app = await startApp({
    env: {
      RECADO_ENDPOINT_INSTAGRAM_GRAPH: instagram.url,
      RECADO_ENDPOINT_FACEBOOK_GRAPH: messenger.url,
      RECADO_ENDPOINT_FACEBOOK_DIALOG: messenger.url,
    },
  })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await Promise.all([instagram?.close(), messenger?.close()])
})

const field = (panel: Locator, name: string) => panel.getByRole('textbox', { name: new RegExp(`^${name}`) })

async function newChannel(page: Page, type: string, name: string): Promise<Locator> {
  await page.goto(`${app.url}/#/sessoes`)
  await page.getByRole('button', { name: 'Novo canal' }).first().click()
  await page.getByRole('button', { name: new RegExp(`^${type}`) }).click()
  const panel = page.getByRole('dialog', { name: `Novo canal: ${type}` })
  await panel.getByLabel('Nome', { exact: true }).fill(name)
  return panel
}

const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

it('an admin connects Instagram by a token; customers write in direct, from a story and below a post', async () => {
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  const panel = await newChannel(page, 'Instagram', 'Insta da loja')
  await choose(page, panel, /^Acesso/, 'Colar o token da página do Facebook')
  await field(panel, 'Token de acesso').fill('um token velho')
  const test = panel.getByRole('button', { name: 'Testar conexão' })
  await test.click()
  await sees(panel.getByText(/^Falta a chave secreta do aplicativo/))
  // the field that is missing is far below, and is where to write now
  await page.keyboard.type(instagram.app.secret)
  await test.click()
  await sees(panel.getByText('A Meta não aceitou este token. Confira se foi copiado inteiro e se ainda vale.'))
  await field(panel, 'Token de acesso').fill(instagram.token)
  await test.click()
  await sees(panel.getByText('Tudo certo: esta é a conta @padaria.sol.'))
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  const saved = page.getByRole('dialog', { name: 'Insta da loja' })
  await sees(saved.getByText('Conectado', { exact: true }))
  expect(await page.content()).not.toContain(instagram.token)
  instagram.deliverTo(await field(saved, 'Endereço do webhook').inputValue())

  const bia = instagram.person({ name: 'Bia Souza', username: 'bia' })
  await bia.says('Vocês entregam?')
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open('Bia Souza')
  await desk.accept()
  await desk.say('Entregamos, Bia.')
  const { mid } = await instagram.sent.waitFor(({ message }) => String(message.text).includes('Entregamos, Bia.'))
  await sees(desk.message('Entregamos, Bia.').getByText('Enviada', { exact: true }))
  await bia.reads({ mid })
  await sees(desk.message('Entregamos, Bia.').getByText('Lida', { exact: true }))
  const story = instagram.file(PHOTO, 'image/png')
  await bia.says('Lindo!', { reply_to: { story: { id: '17900', url: story } } })
  await sees(desk.message('Lindo!').getByText('Resposta a um story'))
  await bia.sends([{ type: 'story_mention', payload: { url: story } }])
  await sees(desk.message('Menção em um story').getByRole('img'))

  // a comment is a ticket of its own, beside that of the direct messages
  const comment = await bia.comments('Quanto é este?', '17990000000000003')
  await desk.tab('Pendentes').click()
  await desk.open('Bia Souza')
  await sees(desk.message('Quanto é este?').getByText('Comentário em uma publicação'))
  await desk.accept()
  await desk.say('Dez reais')
  expect(await instagram.answers.waitForCount(1)).toMatchObject([
    { comment, text: expect.stringContaining('Dez reais') },
  ])
  await page.getByRole('radio', { name: 'No privado' }).check()
  await desk.say('Te chamei no direct')
  await instagram.sent.waitFor((sent) => sent.comment === comment)
  await sees(desk.message('Te chamei no direct').getByText('Enviada', { exact: true }))
  // which answer everybody reads and which one does not is there to see
  await page.reload()
  await sees(desk.message('Te chamei no direct').getByText('No privado'))
  expect(await desk.message('Dez reais').getByText('No privado').count()).toBe(0)
  await page.getByRole('radio', { name: 'No privado' }).check()
  await desk.say('Viu?')
  await sees(desk.history.getByText(/Este comentário já foi respondido em particular/))
})

it('a token that dies is told where people look, and a new one brings the channel back', async () => {
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/sessoes`)
  const card = cardOf(page, 'Insta da loja')
  await sees(card.getByText('Conectado', { exact: true }))
  const rui = instagram.person({ name: 'Rui Costa', username: 'rui' })
  await rui.says('Abrem hoje?')
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open('Rui Costa')
  await desk.accept()
  const token = instagram.revokeToken()
  await desk.say('Abrimos às nove.')
  await sees(page.getByText('O canal Insta da loja está desconectado. As mensagens saem quando ele voltar.'))

  // the list was looked at a moment ago, and is right nevertheless
  await page.goto(`${app.url}/#/sessoes`)
  await sees(card.getByText('Desconectado', { exact: true }))
  await sees(card.getByText(/^A Meta não aceita mais o acesso deste canal/))
  await card.getByRole('button', { name: 'Autorizar de novo' }).click()
  const panel = page.getByRole('dialog', { name: 'Insta da loja' })
  await sees(panel.getByText(/^O canal está desconectado. A Meta não aceita mais/))
  const access = panel.getByRole('group', { name: /^Token de acesso/ })
  await access.getByRole('button', { name: 'Trocar' }).click()
  await access.getByRole('textbox').fill(token)
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  await misses(panel)
  await sees(card.getByText('Conectado', { exact: true }))
  await instagram.sent.waitFor(({ message }) => String(message.text).includes('Abrimos às nove.'))
  expect(instagram.sent.items.filter(({ to }) => to === rui.id)).toHaveLength(1)
})

it('an admin logs in with Facebook, for the first time and again, with the app of the installation', async () => {
  const operator = await app.operator()
  const settings = { appId: messenger.app.id, appSecret: messenger.app.secret, verifyToken: 'palavra da casa' }
  expect(await operator.api.put('/admin/plugins/facebook/app', { settings })).toMatchObject({ status: 200 })
  messenger.deliverTo(`${app.url}/hooks/app/facebook`)

  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  const logIn = async (channel: Locator) => {
    await channel.getByRole('button', { name: 'Entrar com o Facebook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Entrar com o Facebook' })
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Abrir o link' }).click()
    const facebook = await opened
    await sees(facebook.getByText('Autorizado. Feche esta janela e volte ao canal: lá você escolhe a página.'))
    expect(new URL(facebook.url()).pathname).toMatch(/^\/hooks\/[^/]+\/oauth$/)
    await facebook.close()
    // the window in the channel has gone on by itself
    const question = page.getByRole('dialog', { name: 'Qual página?' })
    await sees(question.getByRole('combobox', { name: 'Página' }).filter({ hasText: 'Padaria Sol' }))
    await question.getByRole('button', { name: 'Usar esta página' }).click()
    const chosen = page.getByText('Padaria Sol foi escolhida. O canal se conecta em seguida.')
    await sees(chosen)
    await page.keyboard.press('Enter')
    await misses(chosen)
  }

  const panel = await newChannel(page, 'Facebook Messenger', 'Página da loja')
  await panel.getByRole('button', { name: /^Salvar/ }).click()
  const saved = page.getByRole('dialog', { name: 'Página da loja' })
  await sees(saved.getByText(/^O canal está desconectado. Entre com o Facebook e escolha a página/))
  await logIn(saved)
  await sees(saved.getByText('Conectado', { exact: true }))
  await sees(saved.getByText('Tudo certo: o canal está conectado e nada está parado.'))

  const ana = messenger.person({ name: 'Ana Lima' })
  await ana.says('Tem bolo?')
  await page.goto(`${app.url}/#/atendimento`)
  await desk.tab('Pendentes').click()
  await desk.open('Ana Lima')
  await desk.accept()
  await desk.say('Tem de fubá.')
  const { mid } = await messenger.sent.waitFor(({ message }) => String(message.text).includes('Tem de fubá.'))
  await ana.receives([mid])
  await sees(desk.message('Tem de fubá.').getByText('Entregue', { exact: true }))

  messenger.revokeToken()
  await desk.say('E de milho.')
  await page.goto(`${app.url}/#/sessoes`)
  const card = cardOf(page, 'Página da loja')
  await card.getByRole('button', { name: 'Autorizar de novo' }).click()
  await logIn(saved)
  await sees(saved.getByText('Conectado', { exact: true }))
  await messenger.sent.waitFor(({ message }) => String(message.text).includes('E de milho.'))
})
