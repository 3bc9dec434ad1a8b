import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user()
  channel = await company.channel()
})
afterAll(() => app?.close())

/** The agent at a ticket that waited, taken without a mouse. */
async function takes(name: string) {
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').press('Enter')
  await desk.row(name).press('Enter')
  await page.getByRole('heading', { name, exact: true }).press('a')
  return { page, desk }
}

it('a ticket goes from the list to its end without a mouse', async () => {
  const customers = customersOf(channel)
  await customers.says('Ana Souza', 'Meu pedido não chegou')
  const { page } = await browser.window()
  const desk = deskOf(page)
  const { keyboard } = page
  await signIn(page, app.url, agent.email)
  await sees(desk.tab('Abertos'))

  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Teclas de atalho' })
  await sees(sheet.getByText('Próximo da lista'), sheet.getByText('Buscar e comandar'))
  await keyboard.press('Escape')
  await misses(sheet)

  await desk.tab('Abertos').focus()
  await keyboard.press('ArrowRight')
  await sees(desk.row('Ana Souza'))
  await keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Ana Souza')
  await keyboard.press('Enter')
  await sees(page.getByRole('heading', { name: 'Ana Souza', exact: true }))
  await keyboard.press('a')
  await sees(desk.button('Resolver'))
  // the cursor already stands in the field
  await keyboard.type('Vou verificar, um instante.')
  await keyboard.press('Enter')
  await sees(desk.message('Vou verificar, um instante.'))
  await until(async () => (await customers.received()).some((text) => text.includes('Vou verificar')))
  await keyboard.press('Escape')
  await keyboard.press('e')
  await sees(desk.dialog.getByRole('heading', { name: 'Resolver o atendimento de Ana Souza' }))
  await keyboard.press('Control+Enter')
  await sees(page.getByText('Atendimento resolvido.'))
  await misses(desk.dialog)

  await customers.says('Rui Prado', 'Quero a segunda via')
  await keyboard.press('Control+k')
  await sees(page.getByRole('dialog').getByRole('combobox'))
  await keyboard.type('rui prado')
  await sees(page.getByRole('option', { name: /Rui Prado/ }))
  await keyboard.press('Enter')
  await sees(page.getByRole('heading', { name: 'Rui Prado', exact: true }), desk.message('Quero a segunda via'))
})

it('notices leave free what one writes in and the buttons of the head, and are read out beside a dialog', async () => {
  await customersOf(channel).says('Nina Salles', 'Oi')
  const { page } = await browser.window({ viewport: { width: 360, height: 640 } })
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').click()
  await desk.open('Nina Salles')
  await desk.accept()
  await desk.field.fill('Bom dia.\nVou olhar agora.\nUm instante, por favor.\nJá volto.')
  const notice = page.getByRole('status').filter({ hasText: /protocolo|copiar/i })
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  for (const width of [360, 1_000]) {
    await page.setViewportSize({ width, height: 640 })
    await desk.button('Mais ações').click()
    await page.getByRole('menuitem', { name: 'Copiar o protocolo' }).click()
    await sees(notice)
    const box = await notice.locator('> *').last().boundingBox()
    const head = await desk.history.locator('header').boundingBox()
    expect(box && head && box.y - head.y - head.height).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(await top(desk.history.getByRole('form')))
    await page.getByRole('heading', { name: 'Nina Salles', exact: true }).press('t')
    await sees(page.getByRole('dialog', { name: /^Transferir/ }), notice)
    // to where it is already
    await page.keyboard.press('Control+Enter')
    await sees(desk.dialog.getByRole('alert').getByText('Fila: Já está assim. Escolha outra opção.'))
    await page.keyboard.press('Escape')
    await misses(desk.dialog)
  }
})

it('says what a button does to who gets to it by keyboard, and goes through tags with arrows', async () => {
  for (const [name, color] of [
    ['Atacado', '#0f766c'],
    ['Urgente', '#b00020'],
  ])
    await company.admin.api.post('/tags', { name, color })
  await customersOf(channel).says('Enzo Maia', 'Olá')
  const { page, desk } = await takes('Enzo Maia')
  const { keyboard } = page
  const tags = page.getByRole('combobox', { name: 'Etiquetas' })
  const taken = (name: string) => page.getByRole('button', { name: `Remover ${name}` })
  await tags.focus()
  await tags.press('ArrowDown')
  await keyboard.type('urg')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await sees(taken('Urgente'))
  await keyboard.press('Escape')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Backspace')
  await misses(taken('Urgente'))

  await desk.field.press('Tab')
  const tip = page.getByRole('tooltip')
  await sees(tip.getByText('Emoji'))
  await keyboard.press('Tab')
  await sees(tip.getByText('Anexar arquivo'))
  await keyboard.press('Escape')
  await misses(tip)
})

it('has its keys where the side of a conversation does not fit, and gives them to the side while that is drawn', async () => {
  await customersOf(channel).says('Lia Couto', 'Oi')
  const { page } = await browser.window({ viewport: { width: 1000, height: 760 } })
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').click()
  await desk.open('Lia Couto')
  await desk.accept()
  const title = page.getByRole('heading', { name: 'Lia Couto', exact: true })
  const snooze = page.getByRole('dialog', { name: /^Adiar/ })
  await title.press('z')
  await sees(snooze)
  await snooze.press('Escape')
  await misses(snooze)
  await title.press('i')
  const side = page.getByRole('dialog', { name: 'Dados do contato' })
  await sees(side.getByText('Lia Couto'))
  await side.press('Escape')
  await misses(side)
  await title.press('z')
  await sees(snooze)
  await snooze.press('Escape')
  await misses(snooze)

  // one key too many is taken back
  await title.press('b')
  const said = page.getByRole('status').filter({ hasText: 'Devolvido à fila.' })
  await said.getByRole('button', { name: 'Desfazer' }).press('Enter')
  await sees(desk.button('Resolver'))
  await misses(said)
  await title.press('z')
  await sees(snooze)
  await snooze.getByRole('radio', { name: '1 dia' }).press('Control+Enter')
  await misses(snooze)
  await sees(page.getByRole('note').filter({ hasText: 'Adiado até' }))
  const aside = page.getByRole('status').filter({ hasText: /Adiado até .*Desfazer/s })
  await aside.getByRole('button', { name: 'Desfazer' }).press('Enter')
  await misses(page.getByRole('note').filter({ hasText: 'Adiado até' }))
  await sees(desk.button('Resolver'))
  await misses(aside)
  await title.press('Shift+E')
  await sees(desk.button('Reabrir'))
  const done = page.getByRole('status').filter({ hasText: 'Atendimento resolvido.' })
  await done.getByRole('button', { name: 'Reabrir' }).press('Enter')
  await sees(desk.button('Resolver'))
})

it('notes in a conversation are read, changed and deleted without a mouse', async () => {
  await customersOf(channel).says('Olga Reis', 'Preciso da nota fiscal')
  const { page, desk } = await takes('Olga Reis')
  const { keyboard } = page
  await desk.button('Anotar para a equipe').press('Enter')
  const note = page.getByRole('textbox', { name: 'Escreva uma anotação' })
  await note.fill('Pediu ontem também')
  await note.press('Enter')
  const card = desk.message('Pediu ontem também')
  await sees(card)
  await page.getByRole('region', { name: 'Mensagens', exact: true }).focus()
  const focused = page.locator('[data-message]:focus')
  await sees(focused.filter({ hasText: 'Pediu ontem também' }))
  await keyboard.press('ArrowUp')
  await sees(focused.filter({ hasText: 'Preciso da nota fiscal' }))
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Mudar' }).press('Enter')
  await note.fill('Pediu na segunda também')
  await note.press('Enter')
  const changed = desk.message('Pediu na segunda também')
  await sees(changed)
  await changed.focus()
  await keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Excluir anotação' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir anotação' }).press('Enter')
  await misses(changed)
  // what had the focus is gone, and what stood before it has it
  await sees(focused.filter({ hasText: 'Preciso da nota fiscal' }))
})

it('a supervisor finds what a colleague has, hands it on and resolves it without a mouse', async () => {
  const { body: sales } = await company.admin.api.post<{ id: number }>('/queue', { name: 'Vendas' })
  const [boss, her] = [
    await company.user('supervisor'),
    await company.user('user', { name: 'Ana Luz', queues: [sales.id] }),
  ]
  await customersOf(channel).says('Nilo Brito', 'Preciso de um orçamento')
  const ticket = await until(async () => {
    const { body } = await her.api.get<{ tickets: { id: number; name: string }[] }>('/tickets?status[]=pending')
    return body.tickets.find(({ name }) => name === 'Nilo Brito')
  })
  await her.api.put(`/tickets/${ticket.id}`, { status: 'open', userId: her.id })

  const { page } = await browser.window()
  const desk = deskOf(page)
  const { keyboard } = page
  await signIn(page, app.url, boss.email)
  await sees(desk.row('Nilo Brito'))
  await desk.button('Filtros').press('Enter')
  const onlyMine = desk.dialog.getByRole('switch', { name: 'Só os meus' })
  await onlyMine.press('Space')
  await misses(desk.row('Nilo Brito'))
  await onlyMine.press('Space')
  await onlyMine.press('Escape')
  await misses(desk.dialog)
  await sees(page.getByRole('button', { name: 'Filtros' }).and(page.locator(':focus')), desk.row('Nilo Brito'))
  await desk.row('Nilo Brito').press('Enter')
  const title = page.getByRole('heading', { name: 'Nilo Brito', exact: true })
  await sees(title, desk.message('Preciso de um orçamento'))

  await title.press('t')
  const queue = desk.dialog.getByRole('combobox', { name: 'Fila' })
  await queue.press('Enter')
  await page.getByRole('option', { name: 'Vendas' }).press('Enter')
  await misses(page.getByRole('option', { name: 'Vendas' }))
  await desk.dialog.getByRole('textbox', { name: /Recado/ }).press('Control+Enter')
  await sees(page.getByText(/^Transferido para Vendas/))
  await misses(desk.dialog)
  await desk.tab('Pendentes').press('Enter')
  await desk.row('Nilo Brito').press('Enter')
  await title.press('a')
  await sees(desk.button('Resolver'))
  await title.press('e')
  await sees(desk.dialog.getByRole('heading', { name: 'Resolver o atendimento de Nilo Brito' }))
  await keyboard.press('Control+Enter')
  await misses(desk.dialog)
  await sees(desk.button('Reabrir'))
})
