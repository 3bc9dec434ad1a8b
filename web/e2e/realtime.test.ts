import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const DISCONNECTS = 30

const browser = startBrowser()
const live = new Set<Duplex>()
let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel()
  app.node.app.server.on('upgrade', (_request, socket) => {
    live.add(socket)
    socket.once('close', () => live.delete(socket))
  })
})
afterAll(() => app?.close())

it('shows every message in order, without a reload, whatever the connection does', async () => {
  const agent = await company.user()
  const customers = customersOf(channel)
  await customers.says('Ana Souza', 'mensagem 0.')
  // high enough for the whole conversation, since only what is near the screen stands in the page
  const { page } = await browser.window({ viewport: { width: 1280, height: 3_000 } })
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').click()
  await desk.open('Ana Souza')
  await desk.accept()
  await page.evaluate('window.stillHere = true')

  for (let round = 1; round <= DISCONNECTS; round++) {
    const isOffline = round % 3 === 0
    if (isOffline) await page.context().setOffline(true)
    else for (const socket of live) socket.destroy()
    await customers.says('Ana Souza', `mensagem ${round}.`)
    if (isOffline) await page.context().setOffline(false)
    if (round % 10 === 0) await sees(desk.message(`mensagem ${round}.`))
  }
  const wanted = Array.from({ length: DISCONNECTS + 1 }, (_, index) => `mensagem ${index}`)
  await expect
    .poll(async () => (await desk.messages()).map((text) => text.split('.')[0]), { timeout: 20_000 })
    .toEqual(wanted)
  expect(await page.evaluate('window.stillHere')).toBe(true)
  await sees(desk.row('Ana Souza').getByText(`mensagem ${DISCONNECTS}.`))
})

it('sends an agent whose session an admin ended to the login, with the reason', async () => {
  const agent = await company.user()
  const { page } = await browser.window()
  await signIn(page, app.url, agent.email)
  await sees(page.getByRole('region', { name: 'Atendimentos' }))
  await company.admin.api.put(`/users/${agent.id}`, { isActive: false })
  await sees(page.getByRole('heading', { name: 'Entrar' }))
  await sees(page.getByText(/sessão/i))
})
