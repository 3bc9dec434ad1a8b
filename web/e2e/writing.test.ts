import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Company, Person, TestChannel } from '../../core/test/app.ts'
import { inboundText, newPhone, pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { customersOf } from './support/customers.ts'
import { choose, PHOTO } from './support/forms.ts'
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

interface Sent {
  content?: { type: string; text?: string; media?: { kind?: string; name?: string; mimeType?: string } }
  quoted?: unknown
}
const sent = async (): Promise<Sent[]> => {
  const answer = await fetch(`${channel.hookUrl}/sent?limit=20000`)
  return ((await answer.json()) as { sent: Sent[] }).sent
}

const accepted = async (name: string, options = {}) => {
  await customersOf(channel).says(name, 'Oi, vocês têm?')
  const { page } = await browser.window({ permissions: ['microphone'], ...options })
  const desk = deskOf(page)
  await signIn(page, app.url, agent.email)
  await desk.tab('Pendentes').click()
  await desk.open(name)
  await desk.accept()
  return desk
}

it('files come by button, by paste and by letting them fall on the conversation', async () => {
  const desk = await accepted('Ana Souza')
  const { page } = desk
  const tray = page.getByRole('list', { name: 'Arquivos para enviar' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'praia.png', mimeType: 'image/png', buffer: PHOTO },
      { name: 'tabela.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2') },
    ])
  await sees(tray.getByText('praia.png'), tray.getByText('tabela.csv'))
  await tray.getByRole('button', { name: 'Tirar tabela.csv' }).click()
  await misses(tray.getByText('tabela.csv'))
  const give = (kind: 'paste' | 'drop', name: string) => `{
    const bytes = Uint8Array.from(atob('${PHOTO.toString('base64')}'), (sign) => sign.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const at = document.activeElement
    const init = { bubbles: true, cancelable: true }
    if ('${kind}' === 'paste') at.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
    else for (const type of ['dragenter', 'dragover', 'drop'])
      at.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }))
  }`
  await desk.field.focus()
  await page.evaluate(give('paste', 'colada.png'))
  await sees(tray.getByText('colada.png'))
  await page.evaluate(give('drop', 'solta.png'))
  await sees(tray.getByText('solta.png'))
  await desk.field.press('Enter')
  await misses(tray)
  await until(async () => (await sent()).filter(({ content }) => content?.type === 'media').length === 3 || null)
  await expect.poll(() => desk.history.locator('[data-message] img').count()).toBeGreaterThanOrEqual(3)
})

it('a voice message is recorded, can be thrown away, and arrives as one', async () => {
  const desk = await accepted('Bruno Lins')
  const { page } = desk
  const bar = page.getByRole('group', { name: 'Gravação' })
  await desk.button('Gravar mensagem de voz').click()
  await sees(bar)
  await page.keyboard.press('Escape')
  await misses(bar)
  await desk.button('Gravar mensagem de voz').click()
  const send = bar.getByRole('button', { name: 'Enviar voz' })
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
  await misses(bar)
  await sees(desk.history.locator('[data-message]').getByRole('button', { name: /Tocar|Ouvir|Reproduzir/ }))
  const voice = await until(async () =>
    (await sent()).find(({ content }) => JSON.stringify(content ?? {}).includes('"voice"')),
  )
  expect(JSON.stringify(voice.content)).toMatch(/audio\//)
})

it('a message is answered by quoting it, with an emoji, and the quote stays on both sides', async () => {
  const desk = await accepted('Célia Dias')
  const { page } = desk
  const said = desk.message('Oi, vocês têm?')
  await said.hover()
  await said.getByRole('button', { name: 'Responder' }).first().click()
  await desk.field.fill('Temos, sim ')
  await desk.button('Emoji').click()
  await sees(page.getByRole('searchbox').or(page.getByRole('textbox', { name: /emoji/i })))
  await page.keyboard.press('Escape')
  await desk.field.press('Enter')
  const answer = desk.message('Temos, sim')
  await sees(answer.getByText('Oi, vocês têm?'))
  await until(async () => JSON.stringify(await sent()).includes('Temos, sim'))
})

it('who else looks at a ticket is shown before one types', async () => {
  const desk = await accepted('Davi Melo')
  const boss = await company.user('supervisor', { name: 'Nádia Reis' })
  const { page } = await browser.window({ viewport: { width: 360, height: 740 } })
  const hers = deskOf(page)
  await signIn(page, app.url, boss.email)
  await hers.open('Davi Melo')
  await sees(desk.history.getByText('Nádia também está vendo'))
  await sees(hers.history.getByText('Benedito também está vendo'))
  await page.goto(`${app.url}/#/contatos`)
  await misses(desk.history.getByText('Nádia também está vendo'))
})

it('a new ticket needs channel and queue, and says which one is in its way', async () => {
  const { body: queue } = await company.admin.api.post<{ id: number }>('/queue', { name: 'Vendas', color: '#0f766c' })
  const ana = await company.user('user', { name: 'Ana Luz', queues: [queue.id] })
  const caio = await company.user('user', { name: 'Caio Reis', queues: [queue.id] })
  await customersOf(channel).says('Enzo Maia', 'Preciso de ajuda')
  const ticket = await until(async () => {
    const { body } = await company.admin.api.get<{ tickets: { id: number; name: string }[] }>(
      '/tickets?status[]=pending&showAll=true',
    )
    return body.tickets.find(({ name }) => name === 'Enzo Maia')
  })
  await company.admin.api.put(`/tickets/${ticket.id}`, { queueId: queue.id })
  await caio.api.put(`/tickets/${ticket.id}`, { status: 'open', userId: caio.id })

  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, ana.email)
  await sees(desk.tab('Abertos'))
  await desk.tab('Abertos').press('n')
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
  await sees(dialog)
  await dialog.getByRole('button', { name: /^Começar/ }).click()
  await sees(dialog.getByRole('alert'))
  for (const label of ['Contato', 'Canal']) await sees(dialog.getByRole('alert').getByText(new RegExp(label)))
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Enzo')
  await page.getByRole('option', { name: /Enzo Maia/ }).click()
  await choose(page, dialog, 'Canal', channel.name)
  await dialog.getByRole('button', { name: /^Começar/ }).click()
  await sees(dialog.getByText('Este contato já está em atendimento com Caio Reis.'))
  // somebody whom this channel cannot reach is told in words about them, not about a number that nobody typed
  await company.admin.api.post('/contacts', { name: 'Zeca Sem Número', email: 'zeca@recado.test' })
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Zeca')
  await page.getByRole('option', { name: /Zeca Sem Número/ }).click()
  await dialog.getByRole('button', { name: /^Começar/ }).click()
  await sees(dialog.getByText('Não há como escrever primeiro para este contato por este canal'))
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Enzo')
  await page.getByRole('option', { name: /Enzo Maia/ }).click()
  await dialog.getByRole('button', { name: /^Começar/ }).click()
  await dialog.getByRole('button', { name: `Abrir #${ticket.id}` }).click()
  await misses(dialog)
  await sees(page.getByRole('heading', { name: 'Enzo Maia', exact: true }))
})

it('filters of the list go with the person to other devices', async () => {
  const boss = await company.user('supervisor')
  await customersOf(channel).says('Fábio Nunes', 'Bom dia')
  const open = async () => {
    const { page } = await browser.window()
    const desk = deskOf(page)
    await signIn(page, app.url, boss.email)
    await desk
      .button('Filtros')
      .or(page.getByRole('button', { name: /^Filtros: / }))
      .first()
      .click()
    return { page, desk, unread: desk.dialog.getByRole('switch', { name: 'Só não lidos' }) }
  }
  const first = await open()
  expect(await first.unread.isChecked()).toBe(false)
  await first.unread.press('Space')
  await until(async () => {
    const { body } = await boss.api.get<{ configs: { filtrosAtendimento: { withUnreadMessages: boolean } } }>(
      '/auth/me',
    )
    return body.configs.filtrosAtendimento.withUnreadMessages
  })
  const second = await open()
  await expect.poll(() => second.unread.isChecked()).toBe(true)
})

it('groups have a tab of their own, which comes with the first that writes, and show who says what', async () => {
  await company.admin.api.put('/settings/ignoreGroupMsg', { value: false })
  const open = await company.channel('fake', {}, { ignoreGroups: false })
  const boss = await company.user('supervisor')
  const { page } = await browser.window({ viewport: { width: 360, height: 740 } })
  const desk = deskOf(page)
  await signIn(page, app.url, boss.email)
  await sees(desk.tab('Pendentes'))
  expect(await desk.tab('Grupos').count()).toBe(0)
  const sender = { addresses: [{ kind: 'phone', value: newPhone() }], name: 'Iara Campos' }
  await pushEvents(open.hookUrl, [
    inboundText(newPhone(), 'Turma do café', 'Bom dia, turma', { isGroup: true, sender }),
  ])
  await desk.tab('Grupos').click()
  await sees(desk.row('Turma do café').getByText('Bom dia, turma'))
  await desk.open('Turma do café')
  await sees(desk.message('Bom dia, turma').getByText('Iara Campos'))
})
