import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
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

/** @param rules all of them when none is named */
async function report(page: Page, ...rules: string[]): Promise<string[]> {
  // what passed is not looked up in the page
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' · ')}`)
}

async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-joy-color-scheme="${colorScheme}"]`).waitFor()
}

/** What would keep somebody from using the screen: everything in the light theme, and in the dark one its colours. */
async function findings(page: Page): Promise<string[]> {
  const light = await report(page)
  await paint(page, 'dark')
  const dark = await report(page, 'color-contrast')
  await paint(page, 'light')
  return [...light, ...dark.map((finding) => `dark: ${finding}`)]
}

describe('nothing keeps people out', () => {
  it('on the screens', { timeout: LONG }, async () => {
    const { page } = await browser.window({ colorScheme: 'light' })
    const found: string[] = []
    const look = async (...states: Parameters<typeof sees>) => {
      await sees(...states)
      found.push(...(await findings(page)))
    }
    await page.goto(app.url)
    await look(page.getByRole('heading', { name: 'Entrar' }))
    await signIn(page, app.url, company.admin.email)
    const desk = deskOf(page)
    const { dialog } = desk
    await look(page.getByText('Nenhum atendimento aberto'))
    await desk.tab('Pendentes').click()
    await desk.open('Ana Souza')
    await look(desk.message('tudo'))
    const screens: [path: string, state: ReturnType<Page['getByRole']>, open?: string][] = [
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
    ]
    for (const [path, state, open] of screens) {
      await page.goto(`${app.url}/#/${path}`)
      await look(state)
      if (!open) continue
      await page.getByRole('button', { name: open }).first().click()
      await look(dialog.getByRole('button', { name: /^Salvar/ }))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.goto(`${app.url}/#/sessoes`)
    await page.getByRole('button', { name: channel.name, exact: true }).click()
    await look(dialog.getByRole('button', { name: /^Salvar/ }))
    expect(found).toEqual([])
  })

  it('in the dialogs of a conversation', { timeout: LONG }, async () => {
    const { page } = await browser.window({ colorScheme: 'light' })
    const found: string[] = []
    const desk = deskOf(page)
    await signIn(page, app.url, company.admin.email)
    await desk.tab('Pendentes').click()
    await desk.open('Ana Souza')
    await desk.accept()
    await desk.say('Bom dia!')
    found.push(...(await findings(page)))
    await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
    for (const key of ['t', 'z', 'd', 'e', 'l', 'n', 'w', '?', 'Control+k']) {
      await page.keyboard.press(key)
      await sees(desk.dialog)
      found.push(...(await findings(page)))
      await page.keyboard.press('Escape')
      await desk.dialog.waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('m')
    await sees(page.getByRole('textbox', { name: 'Escreva uma anotação' }))
    found.push(...(await findings(page)))
    await page.keyboard.press('Escape')
    await sees(desk.field)
    await page.keyboard.press('Control+f')
    await sees(page.getByRole('search', { name: 'Buscar na conversa' }))
    await desk.list.getByRole('searchbox').fill('tudo')
    await desk.list.getByRole('radio', { name: 'Mensagens' }).click()
    await sees(desk.list.getByRole('list', { name: 'Mensagens' }))
    found.push(...(await findings(page)))
    await page.getByRole('heading', { name: 'Ana Souza', exact: true }).focus()
    await page.keyboard.press('?')
    await desk.dialog.getByRole('button', { name: 'Trocar as teclas' }).click()
    await sees(page.getByRole('dialog', { name: 'Trocar as teclas' }))
    found.push(...(await findings(page)))
    expect(found).toEqual([])
  })
})
