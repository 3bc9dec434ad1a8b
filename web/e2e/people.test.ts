import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, PASSWORD } from '../../core/test/app.ts'
import { appCode } from '../../core/test/authenticator.ts'
import { startOpenidProvider } from '../../core/test/openid-provider.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { choose } from './support/forms.ts'
import { signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let provider: Awaited<ReturnType<typeof startOpenidProvider>>
let app: TestApp
let company: Company
beforeAll(async () => {
  // another site than the application's, as in life
  provider = await startOpenidProvider('localhost')
  app = await startApp({ env: { RECADO_EGRESS_ALLOW: provider.host } })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})

it('somebody sets up a second step, signs in with it, and with a recovery code when the phone is gone', async () => {
  const agent = await company.user('user', { name: 'Rita Sá' })
  const { page } = await browser.window()
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  await signIn(page, app.url, agent.email)
  await page.getByRole('button', { name: 'Sua conta' }).first().click()
  await page.getByRole('menuitem', { name: 'Segurança' }).click()
  const security = dialog('Segurança')
  await sees(security.getByText('Desligada'), security.getByText('Este aparelho'))
  await security.getByRole('button', { name: 'Ligar', exact: true }).click()
  const setup = dialog('Verificação em duas etapas')
  await setup.getByRole('textbox', { name: 'Senha atual' }).fill(PASSWORD)
  await setup.getByRole('button', { name: /^Continuar/ }).click()
  await sees(setup.getByRole('img', { name: /^Código QR/ }))
  const secret = (await setup.locator('[data-secret]').getAttribute('data-secret')) ?? ''
  await setup.getByRole('textbox', { name: 'Código' }).fill(appCode(secret, app.clock.now()))
  await setup.getByRole('button', { name: /^Confirmar/ }).click()
  const codes = dialog('Códigos de recuperação')
  await sees(codes.getByRole('listitem'))
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  expect(recovery).toHaveLength(10)
  await codes.getByRole('button', { name: 'Já guardei' }).click()
  await sees(security.getByText('Ligada', { exact: true }), security.getByText('Restam 10 códigos de recuperação.'))

  const other = await browser.window()
  const enter = async (code: string) => {
    await other.page.goto(app.url)
    await sees(other.page.getByRole('heading', { name: 'Entrar' }))
    await other.page.getByLabel('E-mail').fill(agent.email)
    await other.page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD)
    await other.page.keyboard.press('Enter')
    await sees(other.page.getByRole('heading', { name: 'Segundo passo' }))
    await other.page.getByRole('textbox', { name: 'Código' }).fill(code)
    await other.page.keyboard.press('Enter')
  }
  await enter('000000')
  await sees(other.page.getByRole('alert').getByText(/^Código incorreto/))
  app.clock.advance(30_000)
  await other.page.getByRole('textbox', { name: 'Código' }).fill(appCode(secret, app.clock.now()))
  await other.page.keyboard.press('Enter')
  await sees(other.page.getByRole('navigation', { name: 'Menu principal' }))
  await other.page.getByRole('button', { name: 'Sua conta' }).first().click()
  await other.page.getByRole('menuitem', { name: 'Sair' }).click()
  await enter(recovery[0] ?? '')
  await sees(other.page.getByRole('navigation', { name: 'Menu principal' }))
})

it('an admin makes a team, sets up the company account, and finds all of it in the audit log', async () => {
  const agent = await company.user('user', { name: 'Davi Luna' })
  const { page } = await browser.window()
  const dialog = page.getByRole('dialog')
  await signIn(page, app.url, company.admin.email)
  // who is in no queue is pointed out
  await company.admin.api.post('/queue', { name: 'Vendas' })
  await page.goto(`${app.url}/#/usuarios`)
  await sees(page.getByRole('row', { name: /Davi Luna/ }).getByText('Nenhuma fila'))
  await page.getByRole('radio', { name: 'Equipes' }).click()
  await page.getByRole('button', { name: 'Nova equipe' }).first().click()
  await dialog.getByLabel('Nome', { exact: true }).fill('Campo')
  await choose(page, dialog, 'Pessoas da equipe', 'Davi Luna')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await misses(dialog)
  await sees(page.getByRole('row', { name: /Campo.*Davi Luna/ }))

  await page.getByRole('radio', { name: 'Entrada' }).click()
  const form = page.locator('form')
  await form.getByRole('switch', { name: 'Entrar com a conta da empresa' }).click()
  await form.getByLabel('Emissor').fill(provider.issuer)
  await form.getByLabel('Identificador do cliente').fill(provider.client.id)
  await form.getByRole('textbox', { name: 'Segredo do cliente' }).fill(provider.client.secret)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await sees(page.getByText('Salvo.'))

  Object.assign(provider.person, { email: agent.email, email_verified: true })
  const hers = await browser.window()
  await hers.page.goto(app.url)
  await hers.page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click()
  await hers.page.getByLabel('E-mail').fill(agent.email)
  await hers.page.getByRole('button', { name: 'Continuar' }).click()
  await sees(hers.page.getByRole('navigation', { name: 'Menu principal' }))
  provider.person.email_verified = false
  const stranger = await browser.window()
  await stranger.page.goto(app.url)
  await stranger.page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click()
  await stranger.page.getByLabel('E-mail').fill(agent.email)
  await stranger.page.getByRole('button', { name: 'Continuar' }).click()
  await sees(stranger.page.getByRole('alert').getByText('A conta da empresa não trouxe um e-mail verificado.'))

  await page.goto(`${app.url}/#/auditoria`)
  await sees(
    page.getByRole('row', { name: /Davi Luna.*Entrou/ }),
    page.getByRole('row', { name: /Zuleica.*Equipe: criação.*Campo/ }),
  )
  await choose(page, page.getByRole('main'), 'Assunto', 'Conta da empresa')
  await misses(page.getByRole('row', { name: /Equipe: criação/ }))
  await page.getByRole('row', { name: /Alterou a entrada com a conta/ }).click()
  await sees(dialog.getByText(provider.issuer))
  await dialog.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('auditoria.csv')
})
