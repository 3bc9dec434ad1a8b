import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { type Desk, deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

/** Milliseconds in which even a slow machine gets there. */
const SLOW = { timeout: 20_000 }

const browser = startBrowser()
let app: TestApp
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  agent = await company.user('user', { name: 'Ana Souza' })
  channel = await company.channel()
})
afterAll(() => app?.close())

/** A conversation of this length, whose messages are numbered; some say something else. */
async function longConversation(name: string, length: number, special: Record<number, string>): Promise<void> {
  const customers = customersOf(channel)
  await customers.says(name, special[1] ?? 'mensagem 1')
  const { id } = await until(async () => {
    const path = `/tickets?status[]=pending&searchParam=${encodeURIComponent(name)}`
    return (await agent.api.get<{ tickets: { id: number }[] }>(path)).body.tickets[0]
  })
  await app.db.owner(
    `with more as (
       insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, type, body, content, status,
                            sent_at, created_at)
       select t.tenant_id, gen_random_uuid(), t.id, n, t.channel_id, t.contact_id, false, 'text', s.text,
              jsonb_build_object('type', 'text', 'text', s.text), 'received', s.at, s.at
         from ticket t cross join generate_series(2, $2::int) n
         cross join lateral (
           select coalesce($3::jsonb ->> n::text, 'mensagem ' || n) as text, now() + n * interval '1 millisecond' as at) s
        where t.id = $1 and t.tenant_id = $4)
     update ticket set seq = $2, last_message = 'mensagem ' || $2 where id = $1 and tenant_id = $4`,
    [id, length, JSON.stringify(special), company.tenantId],
  )
  await agent.api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })
}

/** Waits until the message stands where the person looks. */
async function showsInPlace({ history, message }: Desk, text: string): Promise<void> {
  await sees(message(text))
  const pane = history.getByRole('region', { name: 'Mensagens' })
  await expect
    .poll(async () => {
      const [box, around] = [await message(text).boundingBox(), await pane.boundingBox()]
      return box && around ? box.y >= around.y && box.y + box.height <= around.y + around.height : null
    }, SLOW)
    .toBe(true)
}

it('a word said long ago is found, shown in its place, and the way back is one key', async () => {
  await longConversation('Rui Prado', 400, { 20: 'Quero a RESCISÃO do contrato', 390: 'e a rescisão, como ficou?' })
  const desk = deskOf((await browser.window()).page)
  const { page } = desk
  await signIn(page, app.url, agent.email)
  await sees(desk.row('Rui Prado'))

  // over everything, from the list's search
  await desk.list.getByRole('searchbox').fill('rescisao')
  await desk.list.getByRole('radio', { name: 'Mensagens' }).click()
  const hits = desk.list.getByRole('list', { name: 'Mensagens' }).getByRole('link')
  await sees(hits.filter({ hasText: 'RESCISÃO do contrato' }))
  expect(await hits.locator('mark').allInnerTexts()).toEqual(['rescisão', 'RESCISÃO'])
  await hits.filter({ hasText: 'RESCISÃO do contrato' }).click()
  await showsInPlace(desk, 'Quero a RESCISÃO do contrato')
  await sees(desk.message('mensagem 21'))
  await misses(desk.message('mensagem 399'))
  await desk.button('Voltar às mais recentes').click()
  await sees(desk.message('mensagem 400'))
  await misses(desk.button('Voltar às mais recentes'))

  // in the conversation, by keyboard
  await page.keyboard.press('Control+f')
  const bar = page.getByRole('search', { name: 'Buscar na conversa' })
  await sees(bar)
  await bar.getByRole('searchbox').fill('Rescisão')
  await sees(bar.getByText('1 de 2'))
  await showsInPlace(desk, 'e a rescisão, como ficou?')
  await bar.getByRole('searchbox').press('Enter')
  await sees(bar.getByText('2 de 2'))
  await showsInPlace(desk, 'Quero a RESCISÃO do contrato')
  await bar.getByRole('searchbox').press('Shift+Enter')
  await sees(bar.getByText('1 de 2'))
  await showsInPlace(desk, 'e a rescisão, como ficou?')
  await bar.getByRole('searchbox').press('Escape')
  await misses(bar)

  // and from anywhere
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog').getByRole('combobox')
  await sees(palette)
  await palette.fill('rescisao contrato')
  await page.getByRole('option', { name: /RESCISÃO do contrato/ }).click()
  await showsInPlace(desk, 'Quero a RESCISÃO do contrato')

  // what is written goes to the end, and the end is shown
  await desk.say('Já vejo isso para você')
  await sees(desk.message('mensagem 400'))
})

it('messages are walked through by keyboard, into one and back, and are one stop on the way through the page', async () => {
  await longConversation('Nina Reis', 400, { 398: 'veja https://recado.test/a e diga' })
  const desk = deskOf((await browser.window()).page)
  const { page } = desk
  const { keyboard } = page
  await signIn(page, app.url, agent.email)
  await desk.open('Nina Reis')
  await sees(desk.message('mensagem 400'))
  const focused = () => page.locator('[data-message]:focus')
  const within = (text: string) => desk.message(text).locator(':focus')
  await desk.field.press('Shift+Tab')
  await sees(focused().filter({ hasText: 'mensagem 400' }))
  expect(await focused().getAttribute('aria-label')).toMatch(/^Nina Reis, .*: mensagem 400/)
  await keyboard.press('Tab')
  await sees(desk.field.and(page.locator(':focus')))
  await keyboard.press('Shift+Tab')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await sees(focused().filter({ hasText: 'veja' }))

  // into it: what it links to, then what can be done with it
  await keyboard.press('Enter')
  await sees(within('veja').and(page.getByRole('link')))
  await keyboard.press('Tab')
  await sees(within('veja').and(page.getByRole('button')))
  await keyboard.press('Escape')
  await sees(focused().filter({ hasText: 'veja' }))
  await keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  await sees(menu.getByRole('menuitem', { name: 'Copiar' }))
  await menu.getByRole('menuitem', { name: 'Copiar' }).press('Escape')
  await misses(menu)
  await sees(within('veja').and(page.getByRole('button')))
  await keyboard.press('Escape')
  await keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Encaminhar' }).press('Enter')
  await sees(desk.dialog)
  await desk.dialog.press('Escape')
  await misses(desk.dialog)
  await sees(focused().filter({ hasText: 'veja' }))
  await keyboard.press('Tab')
  await sees(desk.field.and(page.locator(':focus')))

  // however far one scrolls, one is still where one was
  await keyboard.press('Shift+Tab')
  await sees(focused().filter({ hasText: 'veja' }))
  await desk.message('mensagem 396').hover()
  await page.mouse.wheel(0, -9_000)
  await sees(desk.message('mensagem 352'))
  await misses(desk.message('mensagem 380'))
  await keyboard.press('ArrowUp')
  await sees(focused().filter({ hasText: 'mensagem 397' }))
  await showsInPlace(desk, 'mensagem 397')
  await keyboard.press('Home')
  await misses(desk.message('mensagem 397'))
  expect(await focused().count()).toBe(1)
  await keyboard.press('End')
  await sees(focused().filter({ hasText: 'mensagem 400' }))
  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Teclas de atalho' })
  await sees(sheet.getByText('Mensagem anterior ou seguinte'))
})

it('what was begun on one device goes on on another, and is gone once it was sent', async () => {
  await customersOf(channel).says('Lia Costa', 'Bom dia')
  const [one, two] = [deskOf((await browser.window()).page), deskOf((await browser.window()).page)]
  for (const desk of [one, two]) {
    await signIn(desk.page, app.url, agent.email)
    await desk.tab('Pendentes').click()
    await sees(desk.row('Lia Costa'))
  }
  await one.open('Lia Costa')
  await one.accept()
  await one.field.fill('Bom dia, Lia! Sobre o seu pedido')
  await two.tab('Abertos').click()
  await sees(two.row('Lia Costa').getByText('Bom dia, Lia! Sobre o seu pedido'))
  await two.open('Lia Costa')
  await expect.poll(() => two.field.inputValue(), SLOW).toBe('Bom dia, Lia! Sobre o seu pedido')
  await two.say('Bom dia, Lia! Sobre o seu pedido: saiu hoje.')
  await sees(one.message('saiu hoje.'))
  await expect.poll(() => one.field.inputValue(), SLOW).toBe('')
})

it('keys are changed, told when taken, shown everywhere and live in the other tab', async () => {
  const [here, there] = [(await browser.window()).page, (await browser.window()).page]
  for (const page of [here, there]) {
    await signIn(page, app.url, agent.email)
    await sees(page.getByRole('region', { name: 'Atendimentos' }))
  }
  await here.keyboard.press('?')
  await here.getByRole('button', { name: 'Trocar as teclas' }).click()
  const editor = here.getByRole('dialog', { name: 'Trocar as teclas' })
  const keyOf = (action: string) => editor.getByRole('button', { name: `Trocar a tecla de ${action}`, exact: true })
  const give = async (action: string, key: string) => {
    await keyOf(action).click()
    await sees(editor.getByText('Pressione a tecla nova'))
    await here.keyboard.press(key)
    await misses(editor.getByText('Pressione a tecla nova'))
  }
  await give('Buscar e comandar', 'Control+c')
  await sees(editor.getByText('Esta tecla serve para escrever.'))
  await give('Buscar e comandar', 'Control+b')
  await sees(editor.getByText('Esta tecla já é de “Expandir ou recolher o menu”.'))
  await give('Buscar e comandar', 'Control+j')
  await expect.poll(() => keyOf('Buscar e comandar').innerText(), SLOW).toMatch(/Ctrl\s*J/)
  await misses(editor.getByRole('alert'))
  await editor.press('Escape')
  await misses(editor)

  await there.keyboard.press('?')
  const sheet = there.getByRole('dialog', { name: 'Teclas de atalho' })
  await sees(sheet)
  await expect.poll(() => sheet.innerText(), SLOW).toMatch(/Buscar e comandar\s*Ctrl\s*J/)
  await sheet.press('Escape')
  await misses(sheet)
  await there.keyboard.press('Control+j')
  await sees(there.getByRole('dialog').getByRole('combobox'))

  await here.keyboard.press('?')
  await here.getByRole('button', { name: 'Trocar as teclas' }).click()
  await editor.getByRole('button', { name: 'Voltar tudo ao padrão' }).click()
  await expect.poll(() => keyOf('Buscar e comandar').innerText(), SLOW).toMatch(/Ctrl\s*K/)
})
