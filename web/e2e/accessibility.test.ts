import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

/** Milliseconds: many screens, each looked at twice. */
const LONG = 300_000

const browser = startBrowser()
let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  company = await app.newTenant()
  channel = await company.channel()
  await company.admin.api.post('/queue', { name: 'Vendas', color: '#0f766c' })
  await customersOf(channel).says('Ana Souza', 'Olá, *tudo* bem?')
})
afterAll(() => app?.close())

/** Of a page that stays: what a screen brings, or the dialog in front of it; the rail is looked at once. */
const SCREEN = '#content'
const DIALOG = '[aria-modal="true"]'
type Place = typeof SCREEN | typeof DIALOG | 'body'

/** @param rules all of them when none is named */
async function report(page: Page, place: Place, ...rules: string[]): Promise<string[]> {
  // what passed is not looked up in the page, and no page of its own is opened to put results together
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(place)
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' · ')}`)
}

/** Somebody who looks at screens for what would keep people from using them. */
async function lookerIn(page: Page) {
  const found: string[] = []
  let scheme: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: scheme })
  /** Everything in the theme that is on, and the colours in the other one, which stays on. */
  const lookAt = async (place: Place) => {
    found.push(...(await report(page, place)).map((finding) => `${scheme}: ${finding}`))
    scheme = scheme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-joy-color-scheme="${scheme}"]`).waitFor()
    found.push(...(await report(page, place, 'color-contrast')).map((finding) => `${scheme}: ${finding}`))
  }
  const look = async (...states: Locator[]) => {
    await sees(...states)
    await lookAt((await page.locator(DIALOG).count()) > 0 ? DIALOG : SCREEN)
  }
  return {
    found,
    look,
    /** With the rail, or where there is none. */
    async lookAtAll(...states: Locator[]): Promise<void> {
      await sees(...states)
      await lookAt('body')
    },
    /** Screens by their addresses, each once it shows that, and some with the dialog that a button opens. */
    async goThrough(screens: readonly [path: string, state: Locator, open?: string][]): Promise<void> {
      const dialog = page.getByRole('dialog')
      for (const [path, state, open] of screens) {
        await page.goto(`${app.url}/#/${path}`)
        await look(state)
        if (!open) continue
        await page.getByRole('button', { name: open }).first().click()
        await look(dialog.getByRole('button', { name: /^Salvar/ }))
        await dialog.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
    },
  }
}

describe('nothing keeps people out', () => {
  it('on the screens', { timeout: LONG }, async () => {
    const { page } = await browser.window({ colorScheme: 'light' })
    const { found, look, lookAtAll, goThrough } = await lookerIn(page)
    await page.goto(app.url)
    await lookAtAll(page.getByRole('heading', { name: 'Entrar' }))
    await signIn(page, app.url, company.admin.email)
    const desk = deskOf(page)
    const { dialog } = desk
    await lookAtAll(page.getByText('Nenhum atendimento aberto'))
    await desk.tab('Pendentes').click()
    await desk.open('Ana Souza')
    await look(desk.message('tudo'))
    await goThrough([
      ['atendimento?tab=pending&naolidas=1', desk.row('Ana Souza'), 'Salvar visão'],
      ['sessoes', page.getByRole('listitem').filter({ hasText: channel.name })],
      ['usuarios', page.getByRole('row').filter({ hasText: 'Zuleica' }), 'Novo usuário'],
      ['usuarios?aba=equipes', page.getByText('Nenhuma equipe ainda'), 'Nova equipe'],
      ['usuarios?aba=entrada', page.getByLabel('Emissor')],
      ['auditoria', page.getByRole('row').filter({ hasText: 'Zuleica' })],
      ['contatos', page.getByRole('row').filter({ hasText: 'Ana Souza' }), 'Novo contato'],
      ['contatos?trabalho=novo', page.getByRole('button', { name: 'Escolher arquivo' })],
      ['contatos?trabalho=lista', page.getByText('Nada por aqui.')],
      ['contatos?trabalho=recibos', page.getByText('Nenhuma eliminação até agora.')],
      ['filas', page.getByRole('row').filter({ hasText: 'Vendas' }), 'Nova fila'],
      ['horario-atendimento', page.getByRole('group', { name: 'Segunda', exact: true })],
      ['horario-atendimento?ver=feriados', page.getByText('Nenhum feriado ainda'), 'Novo feriado'],
      ['horario-atendimento?ver=testar', page.getByLabel('Momento')],
      ['chat-interno', page.getByText('Nenhuma conversa ainda')],
      ['tarefas', page.getByText('Nenhuma tarefa ainda'), 'Nova tarefa'],
      ['configuracoes', page.getByText('Quem vê o quê')],
      ['mensagens-rapidas', page.getByText('Nenhuma mensagem rápida ainda'), 'Nova mensagem rápida'],
      ['despedida', page.getByText('Nenhuma despedida ainda'), 'Nova despedida'],
      ['agendamentos', page.getByText('Nenhuma mensagem agendada')],
      ['plugins', page.getByRole('switch')],
      ['painel-atendimentos', page.getByRole('link', { name: 'Ana Souza' })],
      ['?periodo=7', page.getByRole('table', { name: 'Comparar' })],
    ])
    await page.goto(`${app.url}/#/sessoes`)
    await page.getByRole('button', { name: channel.name, exact: true }).click()
    await look(dialog.getByRole('button', { name: /^Salvar/ }))
    expect(found).toEqual([])
  })

  it('in the dialogs of a conversation', { timeout: LONG }, async () => {
    const { page } = await browser.window({ colorScheme: 'light' })
    const { found, look } = await lookerIn(page)
    const desk = deskOf(page)
    await signIn(page, app.url, company.admin.email)
    await desk.tab('Pendentes').click()
    await desk.open('Ana Souza')
    await desk.accept()
    await desk.say('Bom dia!')
    await look()
    await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
    for (const key of ['t', 'z', 'd', 'e', 'l', 'n', 'w', '?', 'Control+k']) {
      await page.keyboard.press(key)
      await look(desk.dialog)
      await desk.dialog.press('Escape')
      await desk.dialog.waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('m')
    await look(page.getByRole('textbox', { name: 'Escreva uma anotação' }))
    await page.keyboard.press('Escape')
    await sees(desk.field)
    await page.keyboard.press('Control+f')
    await sees(page.getByRole('search', { name: 'Buscar na conversa' }))
    await desk.list.getByRole('searchbox').fill('tudo')
    await desk.list.getByRole('radio', { name: 'Mensagens' }).click()
    await look(desk.list.getByRole('list', { name: 'Mensagens' }))
    await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
    await page.keyboard.press('?')
    await desk.dialog.getByRole('button', { name: 'Trocar as teclas' }).click()
    await look(page.getByRole('dialog', { name: 'Trocar as teclas' }))
    expect(found).toEqual([])
  })

  it('where an agent and a supervisor have screens of their own', { timeout: LONG }, async () => {
    const [agent, boss] = [await company.user(), await company.user('supervisor')]
    const { page } = await browser.window({ colorScheme: 'light' })
    const one = await lookerIn(page)
    const desk = deskOf(page)
    await signIn(page, app.url, agent.email)
    await one.lookAtAll(desk.tab('Pendentes'))
    await desk.tab('Pendentes').click()
    await desk.open('Ana Souza')
    await desk.accept()
    await one.look(desk.field)
    await one.goThrough([
      ['', page.getByRole('heading', { name: 'Seus números no período' })],
      ['tarefas', page.getByText('Nenhuma tarefa ainda'), 'Nova tarefa'],
      ['mensagens-rapidas', page.getByText('Nenhuma mensagem rápida ainda'), 'Nova mensagem rápida'],
    ])
    const { page: other } = await browser.window({ colorScheme: 'light' })
    const two = await lookerIn(other)
    await signIn(other, app.url, boss.email)
    await two.goThrough([
      ['atendimento', deskOf(other).row('Ana Souza')],
      ['painel-atendimentos', other.getByRole('link', { name: 'Ana Souza' })],
      ['contatos', other.getByRole('row').filter({ hasText: 'Ana Souza' })],
    ])
    expect([...one.found, ...two.found]).toEqual([])
  })
})
