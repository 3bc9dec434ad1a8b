import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { PHOTO } from './support/forms.ts'
import { signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let ana: Person
let bia: Person
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  ana = await company.user('user', { name: 'Ana Souza' })
  bia = await company.user('user', { name: 'Bia Conceição' })
})
afterAll(() => app?.close())

/** What somebody sees and does in the internal chat. */
function chatOf(page: Page) {
  const list = page.getByRole('region', { name: 'Chat interno' })
  const history = page.getByRole('region', { name: /^Mensagens com/ })
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true })
  return {
    page,
    list,
    history,
    field,
    dialog: page.getByRole('dialog'),
    row: (name: string) => list.locator('[data-chat]', { hasText: name }),
    message: (text: string) => history.locator('[data-message]', { hasText: text }),
    async say(text: string): Promise<void> {
      await field.fill(text)
      await field.press('Enter')
      await sees(history.locator('[data-message]', { hasText: text }))
    },
    async open(email: string): Promise<void> {
      await signIn(page, app.url, email)
      await page.goto(`${app.url}/#/chat-interno`)
      await sees(list)
    },
  }
}

it('two people talk, live, each in their own window', async () => {
  const one = chatOf((await browser.window()).page)
  const two = chatOf((await browser.window()).page)
  await one.open(ana.email)
  await signIn(two.page, app.url, bia.email)
  await sees(two.page.getByRole('region', { name: 'Atendimentos' }).or(two.page.getByRole('heading', { level: 1 })))

  // found by typing, begun by keyboard
  await one.page.keyboard.press('n')
  await sees(one.dialog)
  await one.dialog.getByRole('searchbox').fill('conceicao')
  const person = one.dialog.getByRole('button', { name: 'Bia Conceição' })
  await sees(person)
  await person.press('Enter')
  await sees(one.field)
  await one.say('Bom dia, Bia')

  // the other one hears of it on another screen
  const rail = two.page.getByRole('navigation', { name: 'Menu principal' })
  await rail.getByRole('link', { name: 'Chat interno' }).click()
  await sees(two.row('Ana Souza').getByText('1 não lida'))
  await two.row('Ana Souza').click()
  await sees(two.message('Bom dia, Bia'))
  await sees(one.message('Bom dia, Bia').getByRole('img', { name: 'Lida' }))
  await misses(two.row('Ana Souza').getByText('não lida'))

  await two.field.pressSequentially('Bom')
  await sees(one.page.getByText('digitando…'))
  await two.field.press('Shift+Enter')
  await two.field.pressSequentially('dia')
  await two.field.press('Enter')
  await sees(one.message('dia'))
  await misses(one.page.getByText('digitando…'))

  // changed and taken back, for both
  await two.say('às onse')
  // by keyboard: to the newest message, up and down again, and into its menu
  const focused = two.page.locator('[data-message]:focus')
  await two.field.press('Shift+Tab')
  await two.page.getByRole('button', { name: 'Anexar arquivo' }).press('Shift+Tab')
  await sees(focused.filter({ hasText: 'às onse' }))
  await two.page.keyboard.press('ArrowUp')
  await sees(focused.filter({ hasText: 'dia' }))
  await two.page.keyboard.press('ArrowDown')
  await sees(focused.filter({ hasText: 'às onse' }))
  await two.page.keyboard.press('Shift+F10')
  await two.page.getByRole('menuitem', { name: 'Editar' }).press('Enter')
  await sees(two.page.getByText('Editando a mensagem'))
  await two.field.fill('às onze')
  await two.field.press('Enter')
  await sees(one.message('às onze').getByText('editada'))
  await two.message('às onze').hover()
  await two.message('às onze').getByRole('button', { name: 'Ações da mensagem' }).click()
  await two.page.getByRole('menuitem', { name: 'Apagar' }).click()
  await two.page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click()
  await sees(one.message('Mensagem apagada'))
  await misses(one.message('às onze'))

  await two.say('No auditório')
  await sees(two.message('No auditório').getByRole('img', { name: 'Lida' }))
  // answered from the history, and from the answer to what it answers
  await two.message('No auditório').focus()
  await two.page.keyboard.press('Enter')
  await two.page.keyboard.press('Enter')
  await two.page.keyboard.type('levo café')
  await two.page.keyboard.press('Enter')
  await sees(two.message('levo café').getByRole('img', { name: 'Lida' }))
  await two.message('levo café').focus()
  await two.page.keyboard.press('Enter')
  await two.page.keyboard.press('Enter')
  await sees(focused.filter({ hasText: 'No auditório' }).filter({ hasNotText: 'levo café' }))

  // files
  await one.page.locator('input[type=file]').setInputFiles({ name: 'praia.png', mimeType: 'image/png', buffer: PHOTO })
  await sees(one.page.getByRole('list', { name: 'Arquivos anexados' }).getByText('praia.png'))
  await one.field.fill('olha a foto')
  await one.field.press('Enter')
  await sees(two.message('olha a foto').getByRole('img', { name: 'praia.png' }))
})

it('a group: names by keyboard, search, people coming and going', async () => {
  const one = chatOf((await browser.window()).page)
  const two = chatOf((await browser.window()).page)
  await one.open(ana.email)
  await two.open(bia.email)
  await one.page.getByRole('button', { name: 'Novo grupo' }).click()
  await sees(one.dialog)
  await one.dialog.getByLabel('Nome').fill('Plantão')
  await one.dialog.getByRole('combobox').click()
  await one.page.getByRole('option', { name: 'Bia Conceição' }).click()
  await one.dialog.getByRole('combobox').press('Escape')
  await one.dialog.getByRole('button', { name: /^Criar grupo/ }).click()
  await sees(one.history.getByText(/Você criou o grupo/), two.row('Plantão'))

  await one.field.pressSequentially('Reunião às dez, @bi')
  await sees(one.page.getByRole('option', { name: 'Bia Conceição' }))
  await one.field.press('Enter')
  await expect.poll(() => one.field.inputValue(), { timeout: 15_000 }).toBe('Reunião às dez, @Bia Conceição ')
  await one.field.press('Enter')
  await sees(two.row('Plantão').getByRole('img', { name: 'Você foi mencionado' }))

  await two.list.getByRole('searchbox').fill('reuniao')
  await two.list.getByRole('region', { name: 'Mensagens' }).getByRole('button').first().click()
  await sees(two.message('Reunião às dez'))
  await two.message('Reunião às dez').hover()
  await two.message('Reunião às dez').getByRole('button', { name: 'Responder' }).click()
  await two.say('combinado')
  await sees(one.message('combinado').getByRole('button', { name: 'Ir para a mensagem de Você' }))

  await one.page.getByRole('button', { name: 'Ações do grupo' }).click()
  await one.page.getByRole('menuitem', { name: 'Excluir grupo' }).click()
  const confirm = one.page.getByRole('alertdialog')
  await confirm.getByRole('textbox').fill('Plantão')
  await confirm.getByRole('button', { name: 'Excluir grupo' }).click()
  await sees(two.page.getByText('Você não participa mais deste grupo'))
})

it('keeps the place of the reader while older pages come and others write', async () => {
  const davi = await company.user('user', { name: 'Davi Rocha' })
  for (let turn = 1; turn <= 120; turn++) {
    const body = `linha ${turn}. ${turn % 10 === 8 ? 'palavra '.repeat(120) : ''}`
    await davi.api.post('/chat-interno/messages', { userId: ana.id, body })
  }
  const one = chatOf((await browser.window()).page)
  await one.open(ana.email)
  await one.row('Davi Rocha').click()
  const fromEnd = () => one.history.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await sees(one.message('linha 120.'))
  await expect.poll(fromEnd, { timeout: 15_000 }).toBeLessThan(2)
  await misses(one.row('Davi Rocha').getByText('não lidas'))
  // what was read opens at its end, too
  await one.page.reload()
  await sees(one.message('linha 120.'))
  await expect.poll(fromEnd, { timeout: 15_000 }).toBeLessThan(2)
  // up to the beginning, page by page
  await expect
    .poll(
      async () => {
        await one.history.evaluate((box) => box.scrollTo({ top: 0 }))
        return one.message('linha 1.').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  const top = () => one.message('linha 3.').evaluate((line) => line.getBoundingClientRect().top)
  // what came above has pushed the rest down by now
  let before = await top()
  await expect
    .poll(async () => {
      const last = before
      before = await top()
      return before - last
    })
    .toBe(0)
  await davi.api.post('/chat-interno/messages', { userId: ana.id, body: 'e mais uma' })
  await sees(one.page.getByRole('button', { name: '1 nova' }))
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
  await one.page.getByRole('button', { name: '1 nova' }).click()
  await sees(one.message('e mais uma'))
})
