import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, TestChannel } from '../../core/test/app.ts'
import { LID, PHONE, party, said } from '../../core/test/merging.ts'
import { pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { deskOf, signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel('fake', {}, { name: 'WhatsApp Vendas' })
})
afterAll(() => app?.close())

it('a channel tells that two contacts are one person; a supervisor reads why and takes them apart', async () => {
  await pushEvents(channel.hookUrl, [
    said(party('Rita Lima', PHONE), 'por telefone'),
    said(party('Rita L.', LID), 'por lid'),
  ])
  const supervisor = await company.user('supervisor')
  const { page } = await browser.window()
  await signIn(page, app.url, supervisor.email)
  await page.goto(`${app.url}/#/atendimento`)
  const desk = deskOf(page)
  await desk.tab('Pendentes').click()
  await sees(desk.row('Rita Lima'), desk.row('Rita L.'))
  await pushEvents(channel.hookUrl, [said(party('Rita Lima', PHONE, LID), 'pelos dois')])
  await until(async () => (await desk.row('Rita').count()) === 1)
  await desk.open('Rita Lima')
  await sees(page.getByText('WhatsApp (LID)'), page.getByText('+55 11 98765-0001').first())
  await sees(
    page.getByText('Porque o canal WhatsApp Vendas informou que o telefone e o LID do WhatsApp são da mesma pessoa.'),
  )

  await page.getByRole('button', { name: 'Desfazer a união de Rita L.' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Separar' }).click()
  await until(async () => (await desk.row('Rita').count()) === 2)
  // the conversation went back to whom it was
  await sees(page.getByRole('heading', { name: 'Rita L.', exact: true }))
  await desk.open('Rita Lima')
  await sees(page.getByText(/^Desfeita por Benedito Luz/))
})

it('a supervisor merges two contacts by hand, after seeing what moves', async () => {
  const { admin } = company
  const tag = await admin.api.post<{ id: number }>('/tags', { tag: 'Revenda', color: '#2266aa' })
  await admin.api.post('/contacts', { name: 'Bruno Alves', number: '21 97777-0001' })
  await admin.api.post('/contacts', {
    name: 'Bruno A. (antigo)',
    number: '21 97777-0002',
    email: 'bruno@x.test',
    tags: [tag.body.id],
  })
  const supervisor = await company.user('supervisor')
  const { page } = await browser.window()
  await signIn(page, app.url, supervisor.email)
  await page.goto(`${app.url}/#/contatos`)
  await page.getByText('Bruno Alves').first().click()
  const form = page.getByRole('dialog', { name: 'Bruno Alves' })
  await form.getByRole('button', { name: 'Unir com…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unir a Bruno Alves' })
  const pick = dialog.getByRole('combobox', { name: 'Outro contato' })
  await pick.fill('b')
  await sees(page.getByText('Digite pelo menos 2 letras.'))
  await pick.fill('bruno')
  await sees(page.getByRole('option', { name: /antigo/ }))
  expect(await page.getByRole('option').count()).toBe(1)
  await pick.press('Enter')
  await sees(
    dialog.getByText('1 endereço'),
    dialog.getByText('etiquetas: Revenda'),
    dialog.getByText('e-mail, que faltava'),
  )
  await page.keyboard.press('Control+Enter')
  await misses(dialog)
  await sees(form.getByText('Porque Benedito Luz uniu os dois contatos.'), form.getByText('+55 21 97777-0002').first())
  expect(await form.getByLabel('E-mail').inputValue()).toBe('bruno@x.test')
  await page.keyboard.press('Escape')
  await misses(form)
  await misses(page.getByText('Bruno A. (antigo)'))
})
