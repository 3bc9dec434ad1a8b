import { afterAll, beforeAll, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { party, said } from '../../core/test/merging.ts'
import { pushEvents } from '../../core/test/rich-company.ts'
import { sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp, until } from './support/people.ts'
const browser = startBrowser()
let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => { app = await startApp(); company = await app.newTenant(); channel = await company.channel('fake', {}, { name: 'WhatsApp Vendas' }) })
afterAll(() => app?.close())
const PHONE = 'phone:5511987650001', LID = 'lid:777000111222333'
const PIC = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mNk6J/EgA0wYRUdvBIAO4EBU2KQ6h8AAAAASUVORK5CYII='
it('shots', async () => {
  await pushEvents(channel.hookUrl, [said({ ...party('Rita de Cássia Albuquerque Lima e Silva', PHONE), avatarRef: PIC }, 'por telefone'), said(party('Rita L.', LID), 'por lid')])
  await pushEvents(channel.hookUrl, [said(party('Rita de Cássia Albuquerque Lima e Silva', PHONE, LID), 'pelos dois')])
  await pushEvents(channel.hookUrl, [said(party('Bruno Alves', 'telegram:99120', ), 'x'), said(party('Rita do telegram', 'telegram:881'), 'y'), said(party('Rita do telegram', 'phone:5521977776666'), 'z')])
  const id = await until(async () => { const { body } = await company.admin.api.get<{ contacts: { id: number; name: string }[] }>('/contacts?searchParam=Cássia'); return body.contacts[0]?.id })
  const tgs = await company.admin.api.get<{ contacts: { id: number; name: string }[] }>('/contacts?searchParam=Rita do telegram')
  console.log(JSON.stringify(tgs.body.contacts.map((c) => c.name)))
  const m = await company.admin.api.post<{ id: number }>(`/contacts/${id}/merge`, { contactId: tgs.body.contacts[0]?.id })
  console.log(m.status)
  const merges = await company.admin.api.get<{ id: number }[]>(`/contacts/${id}/merges`)
  await company.admin.api.post(`/contacts/merges/${merges.body[0]?.id}/undo`)
  const tag = await company.admin.api.post<{ id: number }>('/tags', { tag: 'Revenda', color: '#2266aa' })
  await company.admin.api.put(`/contact-tags/${tgs.body.contacts[1]?.id}`, { tags: [tag.body.id] })
  for (const scheme of ['dark'] as const)
    for (const [w, hgt] of [[1440, 1000], [400, 860]] as const) {
      const { page } = await browser.window({ viewport: { width: w, height: hgt }, colorScheme: scheme })
      const name = (what: string) => ({ path: `/tmp/cm-shots/${what}-${scheme}-${w}.png` })
      await page.goto(app.url)
      await sees(page.getByRole('heading', { name: 'Entrar' }))
      await page.keyboard.type(company.admin.email); await page.keyboard.press('Tab'); await page.keyboard.type('Ypê-roxo 7 vezes'); await page.keyboard.press('Enter')
      await page.waitForTimeout(1500)
      await page.goto(`${app.url}/#/contatos?id=${id}`)
      const dialog = page.getByRole('dialog')
      await sees(dialog.getByText('Unido de'))
      await dialog.getByText('Unir com…').scrollIntoViewIfNeeded()
      await page.waitForTimeout(500)
      await page.screenshot(name('dialog'))
      await dialog.getByRole('button', { name: 'Unir com…' }).click()
      const merge = page.getByRole('dialog', { name: /^Unir a/ })
      await merge.getByRole('combobox').fill('rita')
      await sees(page.getByRole('option'))
      await page.waitForTimeout(400)
      await page.screenshot(name('pick'))
      await page.getByRole('option').first().click()
      await sees(merge.getByText(/Dá para desfazer/))
      await page.waitForTimeout(400)
      await page.screenshot(name('preview'))
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      if (w === 1440) {
        await page.goto(`${app.url}/#/atendimento`)
        await page.getByRole('tab', { name: /^Pendentes/ }).click()
        await page.locator('[data-ticket]', { hasText: 'Cássia' }).first().click()
        await sees(page.getByText('WhatsApp (LID)'))
        await page.waitForTimeout(800)
        await page.screenshot(name('side'))
        await page.getByRole('button', { name: /Desfazer a união/ }).first().click()
        await page.waitForTimeout(400)
        await page.screenshot(name('undo'))
      }
    }
}, 200_000)
