import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.close())

it('a queue supervisor moves work between people of the own queue without a mouse, and sees no other queue', async () => {
  const company = await app.newTenant()
  const { admin } = company
  const queue = async (name: string) => (await admin.api.post<{ id: number }>('/queue', { name })).body
  const [sales, support] = [await queue('Vendas'), await queue('Suporte')]
  const [ana, , caio] = await Promise.all([
    company.user('user', { name: 'Ana Luz', queues: [sales.id] }),
    company.user('user', { name: 'Bia Reis', queues: [sales.id] }),
    company.user('supervisorfila', { name: 'Caio Nunes', queues: [sales.id] }),
    company.user('user', { name: 'Dora Sá', queues: [support.id] }),
  ])
  // a company with more people than a page of the list of users has, all of them before hers by name
  await app.db.owner(
    `insert into app_user (tenant_id, name, email, password_hash, profile, updated_at)
      select tenant_id, 'Agente ' || n, 'agente-' || n || '@recado.test', password_hash, profile, now()
        from app_user, generate_series(1, 120) n where id = $1`,
    [ana.id],
  )
  // agents no longer see what a colleague has; who supervises the queue does
  await admin.api.put('/settings/NotViewAssignedTickets', { value: 'enabled' })
  await customersOf(await company.channel('fake', {}, { queueId: sales.id })).says('Rita Alves', 'Bom dia')
  await customersOf(await company.channel('fake', {}, { queueId: support.id })).says('Lia Prado', 'Boa tarde')
  const rita = await until(async () => {
    const { body } = await ana.api.get<{ tickets: { id: number }[] }>('/tickets?status[]=pending')
    return body.tickets[0]?.id
  })
  await ana.api.put(`/tickets/${rita}`, { status: 'open', userId: ana.id })

  const { page } = await browser.window()
  const desk = deskOf(page)
  const { keyboard } = page
  await signIn(page, app.url, caio.email)
  await sees(desk.row('Rita Alves'))
  // only what one person of the queue has
  await desk.button('Filtros').press('Enter')
  const whose = desk.dialog.getByRole('combobox', { name: 'Atendente' })
  await whose.press('ArrowDown')
  await page.getByRole('option', { name: 'Bia Reis' }).click()
  await misses(desk.row('Rita Alves'))
  await page.getByRole('option', { name: 'Ana Luz' }).click()
  await whose.press('Escape')
  await whose.press('Escape')
  await misses(desk.dialog)
  await sees(desk.row('Rita Alves'))
  await page.getByRole('button', { name: 'Remover @Ana Luz' }).press('Enter')
  await misses(page.getByRole('group', { name: 'Filtros ativos' }))
  await sees(desk.row('Rita Alves'))
  await desk.tab('Abertos').focus()
  await keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Rita Alves')
  await keyboard.press('Enter')
  await sees(page.getByRole('heading', { name: 'Rita Alves', exact: true }), desk.message('Bom dia'))
  await page.getByRole('heading', { name: 'Rita Alves', exact: true }).focus()
  await keyboard.press('t')
  await sees(desk.dialog.getByRole('combobox', { name: /^Pessoa/ }))
  await desk.dialog.getByRole('combobox', { name: /^Pessoa/ }).press('Enter')
  await sees(page.getByRole('option', { name: 'Bia Reis' }))
  await misses(page.getByRole('option', { name: 'Dora Sá' }))
  await page.getByRole('option', { name: 'Bia Reis' }).press('Enter')
  await misses(page.getByRole('option', { name: 'Bia Reis' }))
  await desk.dialog.getByRole('textbox', { name: /Recado/ }).press('Control+Enter')
  await sees(page.getByText('Transferido para Bia Reis.'))
  await misses(desk.dialog)

  await page.getByRole('heading', { name: 'Rita Alves', exact: true }).focus()
  await keyboard.press('g')
  await keyboard.press('v')
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  await sees(group('Bia Reis').getByRole('link', { name: 'Rita Alves' }), group('Ana Luz'))
  await misses(page.getByText('Lia Prado'), group('Dora Sá'))
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual(
    [],
  )

  await page.goto(`${app.url}/#/filas`)
  await sees(page.getByText('Acesso não autorizado.'))
})
