import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, PASSWORD } from '../../core/test/app.ts'
import { startMailServer } from '../../core/test/mail-server.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let mails: Awaited<ReturnType<typeof startMailServer>>
let app: TestApp
let company: Company
beforeAll(async () => {
  mails = await startMailServer()
  app = await startApp({ env: { RECADO_MAIL_URL: mails.url, RECADO_MAIL_FROM: 'Recado <nao-responda@recado.test>' } })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await mails?.close()
})

const NEW_PASSWORD = 'Jabuticaba 9 pés'

it('somebody who forgot the password gets a code by mail, sets a new one and is out everywhere else', async () => {
  const agent = await company.user()
  const elsewhere = await browser.window()
  await signIn(elsewhere.page, app.url, agent.email)
  const { page } = await browser.window({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const { keyboard } = page
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Esqueci a senha' }).press('Enter')
  await sees(page.getByRole('heading', { name: 'Recuperar a senha' }))
  await keyboard.type(agent.email)
  await keyboard.press('Enter')
  await sees(page.getByText(`Enviamos um código para ${agent.email}`))
  const mail = await until(() => mails.taken.find(({ to }) => to.includes(agent.email)))
  const code = /\b\d{8}\b/.exec(mail.data)?.[0] ?? ''
  await keyboard.type('00000000')
  await keyboard.press('Enter')
  await sees(page.getByRole('alert'))
  await page.getByRole('textbox', { name: 'Código' }).fill(code)
  await keyboard.press('Enter')
  await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repita a nova senha', { exact: true }).fill('Outra coisa 1')
  await keyboard.press('Enter')
  await sees(page.getByText(/não (são iguais|conferem)|diferente/i))
  await page.getByLabel('Repita a nova senha', { exact: true }).fill(NEW_PASSWORD)
  await keyboard.press('Enter')
  await sees(page.getByText('Senha trocada. Entre com a nova senha.'), page.getByRole('heading', { name: 'Entrar' }))
  await sees(elsewhere.page.getByRole('heading', { name: 'Entrar' }))
  await signIn(page, app.url, agent.email, NEW_PASSWORD)
})

it('an admin is told when no mail can be sent, and the operator what to set', async () => {
  const without = await startApp({ db: app.db })
  try {
    const { page } = await browser.window({ locale: 'pt-BR' })
    await signIn(page, without.url, company.admin.email)
    await page.goto(`${without.url}/#/configuracoes`)
    await sees(page.getByText(/O envio de e-mail não está configurado/), page.getByText(/RECADO_MAIL_URL/))
  } finally {
    await without.close()
  }
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/configuracoes`)
  await sees(page.getByRole('searchbox', { name: 'Buscar configuração' }))
  await misses(page.getByText(/RECADO_MAIL_URL/))
})

it('the language picked at the door stays, here and on other devices', async () => {
  const agent = await company.user()
  const { page } = await browser.window({ locale: 'en-GB' })
  await page.goto(app.url)
  await sees(page.getByRole('heading', { name: 'Sign in' }))
  await page.getByRole('button', { name: 'Español' }).click()
  await sees(page.getByRole('heading', { name: 'Entrar' }))
  await page.getByRole('textbox', { name: 'Correo' }).fill(agent.email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await sees(page.getByRole('navigation', { name: 'Menú principal' }))
  expect(await page.evaluate('document.documentElement.lang')).toBe('es')
  // what the server says in words follows at once, in what is open already too
  await sees(page.getByRole('tab', { name: /^Abiertas/ }))
  expect(await agent.api.get('/contacts/999999999')).toMatchObject({
    status: 404,
    body: { message: expect.stringMatching(/contacto/i) },
  })
  await until(async () => (await agent.api.get<{ locale: string }>('/auth/me')).body.locale === 'es')
  const other = await browser.window()
  await other.page.goto(app.url)
  await other.page.getByRole('textbox', { name: 'E-mail' }).fill(agent.email)
  await other.page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD)
  await other.page.keyboard.press('Enter')
  await sees(other.page.getByRole('navigation', { name: 'Menú principal' }))
})

it('an address that nothing has says so, and leads home', async () => {
  const { page } = await browser.window()
  await page.goto(`${app.url}/#/nada-aqui`)
  await sees(page.getByRole('heading', { name: 'Página não encontrada' }))
  await signIn(page, app.url, company.admin.email)
  await page.goto(`${app.url}/#/tambem/nao`)
  await sees(page.getByRole('heading', { name: 'Página não encontrada' }))
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await misses(page.getByRole('heading', { name: 'Página não encontrada' }))
  await sees(page.getByRole('navigation', { name: 'Menu principal' }))
})

it('hours of access close the screens of who is signed in, and say why', async () => {
  const agent = await company.user()
  const { page } = await browser.window()
  await signIn(page, app.url, agent.email)
  const days = Array.from({ length: 7 }, (_, day) => ({ day, allowed: day === 0, start: '03:00', end: '03:01' }))
  await company.admin.api.post(`/users/${agent.id}/login-schedule`, { horarioLogin: days })
  await app.node.services.auth.closeOutsideHours()
  await sees(page.getByText(/Seu acesso não está liberado (hoje|neste horário)/))
  await sees(page.getByRole('heading', { name: 'Entrar' }))
  await page.getByLabel('E-mail').fill(agent.email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await sees(page.getByRole('alert').getByText(/Seu acesso não está liberado/))
})

it('who may be signed in once is signed out where they were, and told why', async () => {
  const agent = await company.user('user', { blockMultipleLogins: true })
  const [first, second] = [await browser.window(), await browser.window()]
  await signIn(first.page, app.url, agent.email)
  await signIn(second.page, app.url, agent.email)
  await sees(first.page.getByText(/Sua conta foi acessada em outro dispositivo/))
  await sees(first.page.getByRole('heading', { name: 'Entrar' }))
  await sees(second.page.getByRole('navigation', { name: 'Menu principal' }))
})

it('the program can be installed like an application', async () => {
  const { page } = await browser.window()
  await signIn(page, app.url, company.admin.email)
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await fetch(new URL(link ?? '', `${app.url}/`))).json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: './' })
  const sizes = manifest.icons.map(({ sizes }) => sizes)
  expect(sizes).toEqual(expect.arrayContaining(['128x128', '192x192', '512x512']))
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src } of manifest.icons) {
    const icon = await fetch(new URL(src, `${app.url}/`))
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
  // Chromium offers it to people who came back; the offer waits in the menu until it is wanted
  await page.evaluate(`{
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    offer.prompt = () => { window.wasAsked = true; return Promise.resolve() }
    window.dispatchEvent(offer)
  }`)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Instalar o aplicativo' }).click()
  expect(await page.evaluate('window.wasAsked')).toBe(true)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await sees(page.getByRole('menuitem', { name: 'Sair' }))
  expect(await page.getByRole('menuitem', { name: 'Instalar o aplicativo' }).count()).toBe(0)
})
