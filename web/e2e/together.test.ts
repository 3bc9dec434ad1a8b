import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let channel: TestChannel
let ana: Person
let bia: Person
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel()
  ana = await company.user('user', { name: 'Ana Luz' })
  bia = await company.user('user', { name: 'Bia Reis' })
})
afterAll(() => app?.close())

const deskFor = async (person: Person) => {
  const { page } = await browser.window()
  await signIn(page, app.url, person.email)
  const desk = deskOf(page)
  return {
    ...desk,
    /** Nothing is typed into, so that single keys are commands. */
    command: (customer: string, keys: string) => page.getByRole('heading', { name: customer, exact: true }).press(keys),
    question: page.getByRole('alertdialog'),
    noteField: page.getByRole('textbox', { name: 'Escreva uma anotação' }),
    note: (text: string) => desk.history.locator('[data-message^="note-"]', { hasText: text }),
  }
}

it('two people work on one ticket: notes for each other, and no second answer unawares', async () => {
  const customers = customersOf(channel)
  await customers.says('Rita Prado', 'Cadê meu pedido?')
  const her = await deskFor(ana)
  await her.tab('Pendentes').click()
  await her.open('Rita Prado')
  await her.accept()
  const other = await deskFor(bia)

  // a note, by keyboard alone
  await her.command('Rita Prado', 'm')
  await sees(her.noteField)
  await her.noteField.pressSequentially('@bi')
  await sees(her.page.getByRole('option', { name: /Bia Reis/ }))
  await her.noteField.press('Enter')
  await expect.poll(() => her.noteField.inputValue()).toBe('@Bia Reis ')
  await her.noteField.pressSequentially('o estoque acabou')
  await her.noteField.press('Enter')
  await sees(her.note('o estoque acabou'), her.field)

  // whoever is named is told and gets there
  const toast = other.page.getByRole('status').filter({ hasText: 'Ana Luz citou você em uma nota' })
  await sees(toast)
  await other.page.goto(`${app.url}/#/atendimento/${await ticketId()}`)
  await sees(other.note('o estoque acabou'), other.message('Cadê meu pedido?'))
  // a note is walked to and opened as a message is
  await her.field.press('Shift+Tab')
  await sees(her.note('o estoque acabou').and(her.page.locator(':focus')))
  await her.page.keyboard.press('ArrowUp')
  await sees(her.message('Cadê meu pedido?').and(her.page.locator(':focus')))
  await her.page.keyboard.press('End')
  await sees(her.note('o estoque acabou').and(her.page.locator(':focus')))
  await her.page.keyboard.press('Shift+F10')
  await her.page.getByRole('menuitem', { name: 'Mudar' }).press('Enter')
  await her.noteField.fill('@Bia Reis chega amanhã')
  await her.noteField.press('Enter')
  await sees(other.note('chega amanhã'))
  await misses(other.note('o estoque acabou'))

  // why it is here: by key, and from the palette
  await her.command('Rita Prado', 'w')
  await sees(
    her.dialog.getByText('O atendimento é seu.'),
    her.dialog.getByText('Em atendimento com Ana Luz, sem fila.'),
  )
  await her.dialog.press('Escape')
  await misses(her.dialog)
  await other.command('Rita Prado', 'Control+k')
  await sees(other.dialog)
  await other.page.keyboard.type('por que esta aqui')
  await other.page.getByRole('option', { name: /Por que está aqui/ }).click()
  await sees(other.dialog.getByText('A empresa não tem filas: todos veem tudo.'))
  await other.dialog.press('Escape')
  await misses(other.dialog)

  // both begin to answer
  await her.field.fill('Vou verificar')
  await other.field.pressSequentially('O seu pedido')
  let isAsked = false
  // whoever pauses for long types no more
  const goesOn = async () => {
    while (!isAsked) await other.field.pressSequentially('.', { delay: 100 })
  }
  const asks = async () => {
    await sees(her.history.getByText(/^Bia( Reis)? está escrevendo/))
    await her.field.press('Enter')
    await sees(her.question.getByText('Bia Reis está respondendo'))
  }
  await Promise.all([
    goesOn(),
    asks().finally(() => {
      isAsked = true
    }),
  ])
  await her.question.getByRole('button', { name: 'Ainda não' }).click()
  await misses(her.question)
  await other.field.press('Enter')
  await sees(other.question.or(other.message('O seu pedido')))
  if (await other.question.isVisible()) await other.question.getByRole('button', { name: 'Enviar mesmo assim' }).click()
  await sees(her.message('O seu pedido'))
  await her.field.press('Enter')
  await sees(her.question.getByText('Bia Reis respondeu enquanto você escrevia'))
  await sees(her.question.locator('blockquote', { hasText: 'O seu pedido' }))
  await her.question.getByRole('button', { name: 'Enviar mesmo assim' }).click()
  await sees(her.message('Vou verificar'))
  await until(async () => (await customers.received()).some((text) => text.includes('Vou verificar')))
  expect((await customers.received()).some((text) => text.includes('estoque') || text.includes('amanhã'))).toBe(false)
})

it('a message waits a moment and is undone, whatever becomes of the page', async () => {
  const customers = customersOf(channel)
  await customers.says('Davi Melo', 'Oi')
  const desk = await deskFor(ana)
  await desk.tab('Pendentes').click()
  await desk.open('Davi Melo')
  await desk.accept()
  await desk.button('Opções da tela').click()
  await desk.page.getByRole('menuitemradio', { name: '10 segundos' }).click()
  await desk.page.keyboard.press('Escape')

  const undo = desk.history.getByRole('button', { name: 'Desfazer', exact: true })
  /** However slow the machine: the time of what waits is up when the test says so. */
  const letWait = (due: string) =>
    until(async () => {
      const sql = `update delivery set due_at = ${due} where state = 'queued' returning id`
      return (await app.db.owner(sql)).length > 0
    })
  await Promise.all([desk.say('Resposta errada'), letWait(`now() + interval '1 hour'`)])
  await sees(undo)
  await desk.page.reload()
  await sees(desk.message('Resposta errada'), undo)
  await desk.field.press('Control+z')
  await misses(desk.message('Resposta errada'))
  await expect.poll(() => desk.field.inputValue()).toBe('Resposta errada')

  await desk.field.fill('Resposta certa')
  await Promise.all([desk.field.press('Enter'), letWait(`now() + interval '1 hour'`)])
  await sees(desk.message('Resposta certa'), undo)
  await letWait('now()')
  await misses(undo)
  await until(async () => (await customers.received()).some((text) => text.includes('Resposta certa')))
  expect((await customers.received()).some((text) => text.includes('Resposta errada'))).toBe(false)
})

it('tags that one gives stand on the other’s screen at once, and panes are as wide as each likes them', async () => {
  await customersOf(channel).says('Nair Dias', 'Bom dia')
  for (const [name, color] of [
    ['Urgente', '#b00020'],
    ['Boleto', '#0f766c'],
  ])
    await company.admin.api.post('/tags', { name, color })
  const her = await deskFor(ana)
  await her.tab('Pendentes').click()
  await her.open('Nair Dias')
  const other = await deskFor(bia)
  await other.tab('Pendentes').click()
  await other.open('Nair Dias')
  const tagsOf = ({ page }: typeof her) => page.getByRole('combobox', { name: 'Etiquetas' })
  const chip = ({ page }: typeof her, name: string) => page.getByRole('button', { name: `Remover ${name}` })
  await tagsOf(her).click()
  await her.page.getByRole('option', { name: 'Urgente' }).click()
  await sees(chip(her, 'Urgente'), chip(other, 'Urgente'))
  await sees(other.row('Nair Dias').getByTitle('Urgente', { exact: true }))
  await chip(other, 'Urgente').click()
  await misses(chip(her, 'Urgente'), her.row('Nair Dias').getByTitle('Urgente', { exact: true }))

  const { page } = her
  const handle = page.getByRole('separator', { name: 'Largura de Atendimentos' })
  const width = async () => Number(await handle.getAttribute('aria-valuenow'))
  const box = await handle.boundingBox()
  if (!box) throw new Error('no handle')
  await page.mouse.move(box.x, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 200)
  await page.mouse.move(box.x + 60, box.y + 200)
  await page.mouse.up()
  await expect.poll(width).toBe(420)
  await expect.poll(async () => (await her.list.boundingBox())?.width).toBe(420)
  await handle.press('ArrowLeft')
  await expect.poll(width).toBe(404)
  // without dragging: a click brings the buttons
  await page.getByRole('button', { name: 'Estreitar Atendimentos' }).click()
  await expect.poll(width).toBe(356)
  await page.reload()
  await sees(page.getByRole('heading', { name: 'Nair Dias', exact: true }))
  await expect.poll(width).toBe(356)
  await handle.dblclick()
  await expect.poll(width).toBe(360)
})

const ticketId = async (): Promise<number> => {
  const { body } = await ana.api.get<{ tickets: { id: number; name: string }[] }>('/tickets?status[]=open&pageSize=100')
  const found = body.tickets.find(({ name }) => name === 'Rita Prado')
  if (!found) throw new Error('no ticket')
  return found.id
}
