import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { deskOf, signIn, startApp, type TestApp, until, visitorOn } from './support/people.ts'
import { startSite } from './support/site.ts'

const browser = startBrowser()
let app: TestApp
let site: Awaited<ReturnType<typeof startSite>>
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel('webchat')
  site = await startSite(app.url, channel.hookUrl)
})
afterAll(async () => {
  await site?.close()
  await app?.close()
})

const queue = async (name: string): Promise<number> => {
  const { body } = await company.admin.api.post<{ id: number }>('/queue', { name, color: '#0f766c' })
  return body.id
}

describe('a visitor and an agent', () => {
  it('talk live, from the first word to a second ticket', async () => {
    const [sales, support] = [await queue('Vendas'), await queue('Suporte')]
    await company.admin.api.post('/closing-reasons', { name: 'Resolvido no chat', color: '#0f766c' })
    const bia = await company.user('user', { name: 'Bia Lemos', queues: [sales] })
    const caio = await company.user('user', { name: 'Caio Reis', queues: [support] })

    const { page } = await browser.window()
    const desk = deskOf(page)
    await signIn(page, app.url, bia.email)
    await sees(page.getByText('Nenhum atendimento aberto'))
    await desk.tab('Pendentes').click()
    await sees(page.getByText('Ninguém esperando'))

    const visit = await browser.window()
    let chat = await visitorOn(visit.page, site.url)
    await chat.open()
    await chat.say('Bom dia, vocês entregam em Belém?')
    await sees(desk.list.getByText('Bom dia, vocês entregam em Belém?'))
    const name = (await desk.list.locator('[data-ticket] .row-name').first().innerText()).trim()
    expect(name).toMatch(/^Visitante [0-9A-F]{4}$/)
    await desk.list.getByRole('button', { name: /^Aceitar/ }).click()
    await sees(page.getByRole('heading', { name, exact: true }), desk.message('vocês entregam em Belém?'))

    await desk.field.pressSequentially('Bom dia')
    await sees(chat.frame.locator('.typing:not([hidden])'))
    await desk.say('Bom dia! Entregamos, sim.')
    await sees(chat.bubble('Entregamos, sim.'))
    await sees(desk.message('Entregamos, sim.').getByText('Lida', { exact: true }))
    await sees(chat.frame.locator('.state.read'))

    // told at most every three seconds, so the visitor writes on
    await until(async () => {
      await chat.composer.press('o')
      return desk.history.getByText('digitando…').isVisible()
    })

    await chat.frame.locator('input[type=file]').setInputFiles({
      name: 'pedido.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('2 kg de café'),
    })
    await sees(desk.message('pedido.txt'))

    chat = await chat.reload()
    await chat.open()
    await sees(chat.bubble('pedido.txt'))
    expect((await chat.bubbles()).map((text) => text.split('\n')[0])).toEqual([
      expect.stringContaining('Bom dia, vocês entregam em Belém?'),
      expect.stringContaining('Bom dia! Entregamos, sim.'),
      expect.stringContaining('pedido.txt'),
    ])

    const second = await browser.window()
    const other = deskOf(second.page)
    await signIn(second.page, app.url, caio.email)
    await other.tab('Pendentes').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await desk.dialog.getByRole('combobox', { name: 'Fila' }).click()
    await page.getByRole('option', { name: 'Suporte' }).click()
    await desk.dialog.getByRole('button', { name: /^Transferir/ }).click()
    await sees(page.getByText('Transferido para Suporte.'))
    await misses(desk.row(name))
    await other.list.getByRole('button', { name: /^Aceitar/ }).click()
    await sees(other.message('Entregamos, sim.'))
    await other.say('Aqui é o Caio, do suporte.')
    await sees(chat.bubble('Aqui é o Caio'))
    await other.button('Resolver').click()
    await other.dialog.getByRole('combobox', { name: /Motivo/ }).click()
    await second.page.getByRole('option', { name: 'Resolvido no chat' }).click()
    await other.dialog.getByRole('button', { name: /^Resolver/ }).click()
    await sees(second.page.getByText('Atendimento resolvido.'))
    await sees(chat.frame.locator('.notice', { hasText: 'encerrada' }))

    await chat.say('Só mais uma coisa')
    await desk.tab('Pendentes').click()
    await sees(desk.row('Só mais uma coisa'))
    const tickets = await until(async () => {
      const { body } = await company.admin.api.get<{ tickets: { id: number }[] }>('/tickets?showAll=true')
      return body.tickets.length === 2 && body.tickets
    })
    expect(new Set(tickets.map(({ id }) => id)).size).toBe(2)
  })

  it('talk even where the browser lets the chat store nothing', async () => {
    const { page } = await browser.window()
    const chat = await visitorOn(page, site.foreignUrl)
    expect(
      await chat.frame.evaluate(`(() => { try { return localStorage.length } catch { return 'refused' } })()`),
    ).toBe('refused')
    await chat.open()
    await chat.say('Sem cookies por aqui')
    await sees(chat.frame.locator('.state.delivered, .state.sent'))
    await until(async () => {
      const { body } = await company.admin.api.get<{ tickets: { lastMessage: string }[] }>('/tickets?showAll=true')
      return body.tickets.some(({ lastMessage }) => lastMessage === 'Sem cookies por aqui')
    })
  })
})
