import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company } from '../../core/test/app.ts'
import { pushBook, pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
})
afterAll(() => app?.close())

it('an admin imports a list, sees what it would do, takes it back, exports, and deletes what is left', async () => {
  const { admin } = company
  await admin.api.post('/contacts', { name: 'Ana', number: '5511987650001' })
  const channel = await company.channel('fake', {}, { name: 'WhatsApp Vendas' })
  const party = { addresses: [{ kind: 'phone', value: '5511987650002' }], name: 'Rita Lima' }
  const content = { type: 'text', text: 'oi' }
  await pushEvents(channel.hookUrl, [
    { kind: 'message', externalId: 'r1', direction: 'in', chat: party, content, at: Date.now() },
  ])
  const { page } = await browser.window()
  await signIn(page, app.url, admin.email)
  await page.goto(`${app.url}/#/contatos`)
  const table = page.getByRole('table', { name: 'Contatos' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await sees(row('Ana'), row('Rita Lima'))

  await page.getByRole('button', { name: 'Importar' }).click()
  const start = page.getByRole('dialog', { name: 'Importar contatos' })
  await sees(start)
  const file = 'Nome;Telefone;Cidade\nAna Souza;11987650001;Recife\nJosé;11987650003;\nTorta;abc;\n'
  await start.locator('input[type=file]').setInputFiles({
    name: 'feira.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file, 'latin1'),
  })
  const task = page.getByRole('dialog', { name: 'Importação de feira.csv' })
  await sees(task.getByText('Recife'), task.getByRole('combobox', { name: /Telefone/ }).getByText('Número'))
  await task.getByRole('button', { name: 'Conferir' }).click()
  await sees(task.getByText('pronta para importar'), task.getByText(/Número inválido/))
  await task.getByRole('radio', { name: 'Alterados 1' }).check()
  await sees(task.getByText('Nome: Ana Ana Souza'), task.getByText('Cidade: Recife'))
  await task.getByRole('button', { name: 'Importar 2 contatos' }).click()
  await sees(task.getByText('concluída'))
  await task.press('Escape')
  await misses(task)
  await sees(row('Ana Souza'), row('José'))

  await page.getByRole('button', { name: 'Mais ações de contatos' }).click()
  await page.getByRole('menuitem', { name: 'Importações e exclusões' }).click()
  await page.getByRole('button', { name: /Importação de feira.csv/ }).click()
  await task.getByRole('button', { name: 'Desfazer a importação' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer a importação' }).click()
  await sees(task.getByText('desfeita'))
  await task.press('Escape')
  await misses(task, row('José'))
  await sees(row('Ana'))

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).toMatch(/^\ufeff"?ID"?;Nome;Numero/)
  expect(exported).toContain('Rita Lima;5511987650002')

  await table.getByRole('checkbox', { name: 'Selecionar todas as linhas' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  const removal = page.getByRole('dialog', { name: 'Exclusão de contatos' })
  await sees(removal.getByText('concluída'), removal.getByText(/tem atendimentos/))
  await removal.press('Escape')
  await misses(removal, row('Ana'))
  await sees(row('Rita Lima'))
})

it('an admin makes contacts of the address book of a channel, and takes them back', async () => {
  const other = await app.newTenant()
  const channel = await other.channel('fake', {}, { name: 'WhatsApp Loja' })
  await other.channel('fake-official', {}, { name: 'Oficial' })
  await pushBook(channel.hookUrl, [
    { addresses: [{ kind: 'phone', value: '5511987650041' }], name: 'Bento Dias' },
    { addresses: [{ kind: 'phone', value: '5511987650042' }], name: 'Clara Luz' },
    { addresses: [{ kind: 'lid', value: '777000111' }], name: 'Sem número' },
  ])
  const { page } = await browser.window()
  await signIn(page, app.url, other.admin.email)
  await page.goto(`${app.url}/#/contatos`)
  await sees(page.getByText('Nenhum contato ainda'))
  await page.getByRole('button', { name: 'Mais ações de contatos' }).click()
  await page.getByRole('menuitem', { name: 'Sincronizar contatos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sincronizar contatos' })
  await sees(dialog.getByRole('radio', { name: 'WhatsApp Loja', checked: true }))
  expect(await dialog.getByRole('radio').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Sincronizar', exact: true }).click()
  const task = page.getByRole('dialog', { name: 'Sincronização de WhatsApp Loja' })
  await sees(task.getByText('concluída'), task.getByText('Sem número'), task.getByText(/não diz o número/))
  await task.getByRole('radio', { name: 'Todas' }).check()
  await sees(task.getByText('Bento Dias'), task.getByText('Clara Luz'))
  await task.getByRole('button', { name: 'Desfazer a sincronização' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer a sincronização' }).click()
  await sees(task.getByText('desfeita'))
  await task.press('Escape')
  await misses(task)
  await sees(page.getByText('Nenhum contato ainda'))
})

it('a form says what is wrong with what is in it now, and what was added is written in at once', async () => {
  const { admin } = company
  await admin.api.post('/contacts', { name: 'Inês Prado', number: '5511987650010' })
  const { page } = await browser.window()
  await signIn(page, app.url, admin.email)
  await page.goto(`${app.url}/#/contatos`)
  await page.getByRole('button', { name: 'Novo contato' }).first().click()
  const form = page.getByRole('dialog', { name: 'Novo contato' })
  const summary = form.getByRole('alert')
  await form.getByRole('textbox', { name: 'Nome' }).fill('Inês')
  const number = form.getByRole('textbox', { name: 'Telefone' })
  await number.fill('11 98765-0010')
  const email = form.getByRole('textbox', { name: 'E-mail' })
  await email.fill('ines')
  await email.press('Control+Enter')
  await sees(summary.getByText('E-mail: Informe um e-mail válido, como nome@empresa.com.'))
  await email.fill('ines@casa.example')
  await email.press('Control+Enter')
  await sees(summary.getByText(/^Já existe um contato com este número/))
  await number.fill('123')
  await number.press('Control+Enter')
  await sees(summary.getByText('Telefone: Informe país, DDD e número, só com dígitos.'))
  await misses(summary.getByText(/^Já existe um contato com este número/))
  await number.fill('11 98765-0011')
  await form.getByRole('button', { name: 'Adicionar informação' }).press('Enter')
  await page.keyboard.type('CPF')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Control+Enter')
  await misses(form)
  const { body } = await admin.api.get<{ contacts: object[] }>('/contacts?searchParam=98765-0011')
  expect(body.contacts).toMatchObject([{ name: 'Inês', email: 'ines@casa.example' }])
})

it('a person is erased by typing the name, and the receipt stays', async () => {
  const { admin } = company
  const made = await admin.api.post<{ id: number }>('/contacts', { name: 'Moema Lira', number: '5511987650009' })
  const { page } = await browser.window()
  await signIn(page, app.url, admin.email)
  await page.goto(`${app.url}/#/contatos?id=${made.body.id}`)
  const form = page.getByRole('dialog', { name: 'Moema Lira' })
  await sees(form.getByText('Nenhum atendimento que você possa ver.'))
  await form.getByRole('button', { name: 'Adicionar informação' }).click()
  await form.getByRole('textbox', { name: 'Informação' }).fill('CPF')
  await form.getByRole('textbox', { name: 'Valor: CPF' }).fill('123')
  await form.getByRole('switch', { name: 'Não pedir avaliação' }).check()
  await form.press('Control+Enter')
  await misses(form)
  const { body } = await admin.api.get<{ disableRating: boolean; extraInfo: object[] }>(`/contacts/${made.body.id}`)
  expect(body).toMatchObject({ disableRating: true, extraInfo: [{ name: 'CPF', value: '123' }] })

  await page.getByRole('button', { name: 'Marcações' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sem avaliação' }).click()
  await page.keyboard.press('Escape')
  await misses(page.getByRole('row').filter({ hasText: 'Rita Lima' }))
  await page.getByText('Moema Lira').first().click()
  await form.getByRole('button', { name: 'Eliminar a pessoa' }).click()
  const question = page.getByRole('alertdialog')
  const go = question.getByRole('button', { name: 'Eliminar para sempre' })
  expect(await go.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('Moema Lira')
  await go.click()
  await sees(page.getByText(/^Dados eliminados. O recibo/))
  await misses(form)
  expect((await admin.api.get(`/contacts/${made.body.id}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Mais ações de contatos' }).click()
  await page.getByRole('menuitem', { name: 'Recibos de eliminação de dados' }).click()
  const receipts = page.getByRole('dialog', { name: 'Recibos de eliminação de dados' })
  await sees(receipts.getByText('Recibo nº 1'), receipts.getByText(/endereços: 1/))
  await until(async () => (await receipts.getByText('em andamento').count()) === 0)
})
