import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'

interface Task {
  id: number
  state: string
  total: number
  done: number
  counts: Record<string, number>
  isUndoable: boolean
  options: { mapping: Record<string, unknown> } | null
}
interface Contact {
  id: number
  name: string
  number: string | null
  email: string | null
  tags: { id: number; name: string }[]
  wallets: { id: number }[]
  extraInfo: { name: string; value: string }[]
}
interface Item {
  line: number
  action: string | null
  problem: string | null
  undo: string | null
  diff: { field: string; before: string | null; after: string | null }[]
}

let app: TestApp
let company: Company
let other: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  other = await app.newTenant()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await app.newTenant()
})

const form = (text: string | Buffer, name = 'clientes.csv') => {
  const body = new FormData()
  body.append('file', new Blob([Buffer.from(text)], { type: 'text/csv' }), name)
  return body
}
const settled = (person: Person, id: number, ...states: string[]): Promise<Task> =>
  until(async () => {
    const { body } = await person.api.get<Task>(`/contacts/tasks/${id}`)
    return states.includes(body.state) ? body : null
  })
const upload = async (person: Person, text: string | Buffer): Promise<Task> => {
  const { status, body } = await person.api.post<Task>('/contacts/upload', form(text))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Uploads, checks with what the columns suggest, and applies. */
const runImport = async (person: Person, text: string, more: object = {}): Promise<Task> => {
  const { id, options } = await upload(person, text)
  expect((await person.api.put(`/contacts/imports/${id}`, { ...options, ...more })).status).toBe(200)
  await settled(person, id, 'checked')
  expect((await person.api.post(`/contacts/imports/${id}/apply`)).status).toBe(200)
  return settled(person, id, 'done')
}
const contactsOf = async ({ api }: Person, query = ''): Promise<Contact[]> =>
  (await api.get<{ contacts: Contact[] }>(`/contacts?pageSize=100${query}`)).body.contacts
const create = async (contact: object): Promise<Contact> => {
  const { status, body } = await company.admin.api.post<Contact>('/contacts', contact)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const says = (address: string, name: string, text: string, more: object = {}) =>
  fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events: [
        {
          kind: 'message',
          externalId: randomUUID(),
          direction: 'in',
          chat: { addresses: [{ kind: 'phone', value: address }], name },
          content: { type: 'text', text },
          at: Date.now(),
          ...more,
        },
      ],
    }),
  })
const ticketOf = (name: string) =>
  until(async () => {
    const { body } = await company.admin.api.get<{ tickets: { id: number; name: string }[] }>(
      '/tickets?showAll=true&status[]=open&status[]=pending',
    )
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })
const read = (text: string): string[][] => parse(text, { delimiter: ';', bom: true, relax_column_count: true })

describe('export', () => {
  it('has what the filter finds, as cells that no spreadsheet runs, and comes back by an import unchanged', async () => {
    const tag = await company.admin.api.post<{ id: number }>('/tags', { tag: 'VIP', color: '#112233' })
    const evil = { name: '=HYPERLINK("x")', number: '5511987650001', extraInfo: [{ name: 'CPF', value: '+1' }] }
    await create({ ...evil, tags: [tag.body.id] })
    await create({ name: 'Fora', number: '5511987650002' })
    const all = await company.admin.api.post<string>('/contacts/export', { tagsIds: [tag.body.id] })
    expect(all.headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = read(all.body)
    expect(head).toEqual(['ID', 'Nome', 'Numero', 'E-mail', 'Etiquetas', 'Carteira', 'Criado em', 'CPF'])
    expect(lines).toHaveLength(1)
    expect(lines[0]?.slice(1, 5)).toEqual([`'=HYPERLINK("x")`, '5511987650001', '', 'VIP'])
    expect(lines[0]?.at(-1)).toBe("'+1")
    const { id, options } = await upload(company.admin, all.body)
    await company.admin.api.put(`/contacts/imports/${id}`, options)
    expect((await settled(company.admin, id, 'checked')).counts).toEqual({ unchanged: 1 })
  })

  it('is for admins and supervisors, and never of another company', async () => {
    await create({ name: 'Só nossa', number: '5511987650003' })
    for (const profile of ['user', 'supervisorfila'] as const)
      expect((await (await company.user(profile)).api.post('/contacts/export', {})).status).toBe(403)
    const theirs = await other.admin.api.post<string>('/contacts/export', {})
    expect(theirs.body).not.toContain('Só nossa')
  })
})

describe('import', () => {
  it('is tried out line by line, done, and taken back whole', async () => {
    const { admin } = company
    const tag = await admin.api.post<{ id: number }>('/tags', { tag: 'Feira', color: '#112233' })
    const known = await create({ name: 'Ana', number: '5511987650010', extraInfo: [{ name: 'CPF', value: '1' }] })
    await create({ name: 'Rui', number: '5511987650011' })
    const file = [
      'Nome;Número;E-mail;CPF;Etiquetas',
      'Ana Souza;11 98765-0010;ana@x.test;2;feira',
      'Rui;+55 11 8765-0011;;;',
      'José;11987650012;;9;Feira',
      ';11987650013;;;',
      'Torta;abc;;;',
      'Outra vez;5511987650012;;;',
      'Sem etiqueta;11987650014;;;Nada',
    ].join('\r\n')
    const started = await upload(admin, Buffer.from(file, 'latin1'))
    expect(started).toMatchObject({
      state: 'draft',
      total: 7,
      options: { mapping: { name: 0, number: 1, email: 2, tags: 4 } },
    })
    await admin.api.put(`/contacts/imports/${started.id}`, started.options)
    const checked = await settled(admin, started.id, 'checked')
    expect(checked.counts).toEqual({ new: 2, changed: 1, unchanged: 1, wrong: 3 })
    expect(await contactsOf(admin)).toHaveLength(2)
    const items = (query = '') =>
      admin.api.get<{ items: Item[]; count: number }>(`/contacts/tasks/${started.id}/items?${query}`)
    expect((await items('action=changed')).body.items[0]?.diff).toEqual([
      { field: 'name', before: 'Ana', after: 'Ana Souza' },
      { field: 'email', before: null, after: 'ana@x.test' },
      { field: 'tags', before: null, after: 'Feira' },
      { field: 'CPF', before: '1', after: '2' },
    ])
    const wrong = (await items('action=wrong')).body
    expect(wrong.items.map(({ line, problem }) => [line, problem])).toEqual([
      [6, 'ERR_WAPP_INVALID_CONTACT'],
      [7, 'ERR_IMPORT_TWICE'],
      [8, 'ERR_NO_TAG_FOUND'],
    ])
    const problems = read((await admin.api.get<string>(`/contacts/tasks/${started.id}/problems`)).body)
    expect(problems.map((line) => line[2])).toEqual(['Nome', 'Torta', 'Outra vez', 'Sem etiqueta'])
    expect(problems[2]?.[1]).toContain('linha 4')

    await admin.api.post(`/contacts/imports/${started.id}/apply`)
    const done = await settled(admin, started.id, 'done')
    expect(done).toMatchObject({ counts: { created: 2, updated: 1 }, total: 3, done: 3, isUndoable: true })
    const made = await contactsOf(admin)
    expect(made.map(({ name }) => name)).toEqual(['5511987650013', 'Ana Souza', 'José', 'Rui'])
    expect(made.find(({ id }) => id === known.id)).toMatchObject({ email: 'ana@x.test', tags: [{ id: tag.body.id }] })

    // what somebody changed since stays: José’s name, Ana’s CPF
    const jose = made.find(({ name }) => name === 'José')
    await admin.api.put(`/contacts/${jose?.id}`, { name: 'José Dias' })
    await admin.api.put(`/contacts/${known.id}`, { extraInfo: [{ name: 'CPF', value: '3' }] })
    await admin.api.post(`/contacts/tasks/${started.id}/undo`)
    const undone = await settled(admin, started.id, 'undone')
    expect(undone).toMatchObject({ counts: { removed: 1, left: 2 }, isUndoable: false })
    const left = await contactsOf(admin)
    expect(left.map(({ name }) => name)).toEqual(['Ana', 'José Dias', 'Rui'])
    expect(left[0]).toMatchObject({ email: null, tags: [], extraInfo: [{ name: 'CPF', value: '3' }] })
    expect((await admin.api.post<{ error: string }>(`/contacts/tasks/${started.id}/undo`)).body.error).toBe(
      'ERR_CONTACT_TASK_STATE',
    )
  })

  it('undoes nobody who got a ticket', async () => {
    channel = await company.channel()
    const done = await runImport(company.admin, 'Nome;Numero\nLia;11987650020\nTom;11987650021')
    await says('5511987650020', 'Lia', 'oi')
    await ticketOf('Lia')
    await company.admin.api.post(`/contacts/tasks/${done.id}/undo`)
    expect((await settled(company.admin, done.id, 'undone')).counts).toMatchObject({ removed: 1, left: 1 })
    const { body } = await company.admin.api.get<{ items: Item[] }>(`/contacts/tasks/${done.id}/items?trouble=true`)
    expect(body.items).toMatchObject([{ line: 2, problem: 'ERR_CONTACT_TICKETS_REGISTERED', undo: 'left' }])
  })

  it('gives tags and owners to every line, besides or instead of those that are there', async () => {
    const { admin } = company
    const owner = await company.user()
    const tags = await Promise.all(
      ['A', 'B'].map((tag) => admin.api.post<{ id: number }>('/tags', { tag, color: '#112233' })),
    )
    const [a, b] = tags.map(({ body }) => body.id)
    const { id } = await create({ name: 'Eva', number: '5511987650030', tags: [a], wallets: [admin.id] })
    const file = 'Nome;Numero\nEva;11987650030'
    await runImport(admin, file, { tags: [b], wallets: [owner.id] })
    const both = (await admin.api.get<Contact>(`/contacts/${id}`)).body
    expect([both.tags.length, both.wallets.length]).toEqual([2, 2])
    await runImport(admin, file, { tags: [b], wallets: [owner.id], replace: true })
    const one = (await admin.api.get<Contact>(`/contacts/${id}`)).body
    expect([one.tags.map((tag) => tag.id), one.wallets.map((user) => user.id)]).toEqual([[b], [owner.id]])
  })

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004'), 'ERR_IMPORT_FILE'],
    ['nothing but a head', 'Nome;Numero\n', 'ERR_IMPORT_EMPTY'],
    ['nothing', ' ', 'ERR_IMPORT_EMPTY'],
  ])('refuses %s and leaves nothing', async (_what, bytes, error) => {
    const { status, body } = await company.admin.api.post<{ error: string }>('/contacts/upload', form(bytes))
    expect([status, body.error]).toEqual([400, error])
    expect((await company.admin.api.get<{ count: number }>('/contacts/tasks')).body.count).toBe(0)
  })

  it('is for admins and supervisors, of one company alone, and of columns that are there', async () => {
    const supervisor = await company.user('supervisor')
    const { id, options } = await upload(supervisor, 'Nome;Numero\nX;11987650040')
    for (const path of [`/contacts/tasks/${id}`, `/contacts/tasks/${id}/items`, `/contacts/tasks/${id}/problems`])
      expect((await other.admin.api.get(path)).status).toBe(404)
    expect((await other.admin.api.put(`/contacts/imports/${id}`, options)).status).toBe(404)
    expect((await other.admin.api.get<{ count: number }>('/contacts/tasks')).body.count).toBe(0)
    expect((await (await company.user()).api.post('/contacts/upload', form('a;b\n1;2'))).status).toBe(403)
    const wrong = { mapping: { name: 0, number: 7, email: null, tags: null, extra: [] } }
    const refused = await supervisor.api.put<{ error: string }>(`/contacts/imports/${id}`, wrong)
    expect(refused.body.error).toBe('ERR_IMPORT_COLUMNS')
  })
})

describe('deleting many', () => {
  it('leaves those with tickets, each with its reason, and wants the number that was seen', async () => {
    const { admin } = company
    channel = await company.channel()
    await says('5511987650050', 'Com atendimento', 'oi')
    await ticketOf('Com atendimento')
    await create({ name: 'Sem um', number: '5511987650051' })
    await create({ name: 'Sem dois', number: '5511987650052' })
    const refused = await admin.api.post<{ error: string }>('/contacts/bulk-delete', { all: true, expected: 2 })
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_CONTACT_SELECTION'])
    const foreign = (await contactsOf(admin)).map(({ id }) => id)
    const theirs = await other.admin.api.post<{ error: string }>('/contacts/bulk-delete', { ids: foreign, expected: 3 })
    expect(theirs.body.error).toBe('ERR_CONTACT_SELECTION')
    const { body } = await admin.api.post<Task>('/contacts/bulk-delete', { all: true, filter: {}, expected: 3 })
    expect((await settled(admin, body.id, 'done')).counts).toMatchObject({ deleted: 2, kept: 1 })
    expect((await contactsOf(admin)).map(({ name }) => name)).toEqual(['Com atendimento'])
    const supervisor = await company.user('supervisor')
    expect((await supervisor.api.post('/contacts/bulk-delete', { all: true, expected: 1 })).status).toBe(403)
  })
})

describe('a person’s rights', () => {
  const SECRET = 'meu segredo 4711'

  it('to their data: everything in one file at an address that ends', async () => {
    const { admin } = company
    channel = await company.channel()
    await says('5511987650060', 'Iara', SECRET)
    const ticket = await ticketOf('Iara')
    await admin.api.put(`/tickets/${ticket}`, { status: 'open', userId: admin.id })
    await admin.api.post(`/messages/${ticket}`, { body: 'nossa resposta' })
    await admin.api.post(`/tickets/${ticket}/notes`, { notes: 'cliente antiga' })
    const [iara] = await contactsOf(admin)
    const made = await admin.api.post<{ url: string; expiresAt: string }>(`/contacts/${iara?.id}/personal-data`)
    expect(made.status).toBe(200)
    expect(Date.parse(made.body.expiresAt)).toBeGreaterThan(app.clock.now())
    const file = (await (await fetch(`${app.url}${made.body.url}`)).json()) as {
      contact: object
      tickets: { ticket: { notes: object[] }; messages: { text: string; from: string }[] }[]
    }
    expect(file.contact).toMatchObject({ name: 'Iara', addresses: [{ value: '5511987650060' }] })
    expect(file.tickets[0]?.ticket.notes).toMatchObject([{ by: 'Zuleica Prado', text: 'cliente antiga' }])
    const texts = file.tickets.flatMap(({ messages }) => messages.map(({ text, from }) => [from, text]))
    expect(texts).toContainEqual(['contact', SECRET])
    expect(texts.some(([, text]) => text?.includes('nossa resposta'))).toBe(true)
    for (const person of [await company.user('supervisor'), other.admin])
      expect([403, 404]).toContain((await person.api.post(`/contacts/${iara?.id}/personal-data`)).status)
  })

  it('to be forgotten: nothing of them is left, their tickets stay, and a file does not bring them back', async () => {
    const { admin } = company
    channel = await company.channel()
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const image = { ref: `data:image/png;base64,${pixel}`, mimeType: 'image/png', fileName: 'foto.png' }
    await says('5511987650070', 'Moema Lira', SECRET)
    await says('5511987650070', 'Moema Lira', '', {
      content: { type: 'media', kind: 'image', media: image, text: SECRET },
    })
    const ticket = await ticketOf('Moema Lira')
    const messages = () =>
      admin.api.get<{ messages: { mediaUrl: string | null; media: { state: string } | null }[] }>(`/messages/${ticket}`)
    const fileUrl = await until(async () => {
      const ready = (await messages()).body.messages.find(({ media }) => media?.state === 'ready')
      return ready?.mediaUrl
    })
    const [moema] = await contactsOf(admin)
    const path = `/contacts/${moema?.id}/erase`
    const live = await admin.api.post<{ error: string }>(path, { confirm: 'Moema Lira' })
    expect([live.status, live.body.error]).toEqual([409, 'ERR_CONTACT_TICKETS_LIVE'])
    await admin.api.post(`/tickets/${ticket}/notes`, { notes: `${SECRET} da Moema` })
    await app.db.owner(`insert into ticket_task (tenant_id, kind, state, params) values ($1, 'pdf', 'done', $2)`, [
      company.tenantId,
      JSON.stringify({ ticketId: ticket, files: [] }),
    ])
    await admin.api.put(`/tickets/${ticket}`, { status: 'closed' })
    expect((await admin.api.post<{ error: string }>(path, { confirm: 'Moema' })).body.error).toBe('ERR_CONTACT_CONFIRM')
    expect((await other.admin.api.post(path, { confirm: 'Moema Lira' })).status).toBe(404)
    expect((await (await company.user('supervisor')).api.post(path, { confirm: 'Moema Lira' })).status).toBe(403)

    const begun = await admin.api.post<{ id: number; taskId: number }>(path, { confirm: 'Moema Lira' })
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    await settled(admin, begun.body.taskId, 'done')
    expect(await contactsOf(admin)).toEqual([])
    expect((await admin.api.get(`/contacts/${moema?.id}`)).status).toBe(404)
    const shown =
      JSON.stringify((await admin.api.get<object>(`/tickets/${ticket}`)).body) + JSON.stringify((await messages()).body)
    for (const trace of ['Moema', '987650070', SECRET]) expect(shown).not.toContain(trace)
    expect(shown).toContain('Dados eliminados')
    expect((await fetch(`${app.url}${fileUrl}`)).status).toBe(404)
    const rows = await app.db.owner(
      `select (select count(*)::int from message where tenant_id = ${company.tenantId} and (body || content::text) like '%4711%') words,
              (select count(*)::int from ticket_note where tenant_id = ${company.tenantId}) notes,
              (select count(*)::int from ticket_task where tenant_id = ${company.tenantId}) papers,
              (select count(*)::int from contact_address where tenant_id = ${company.tenantId} and value like '%50070%') addresses,
              (select count(*)::int from media where tenant_id = ${company.tenantId}) files`,
    )
    expect(rows).toEqual([{ words: 0, notes: 0, papers: 0, addresses: 0, files: 0 }])

    const receipts = await admin.api.get<{
      erasures: { userName: string; counts: object; finishedAt: string | null }[]
    }>('/contacts/erasures')
    expect(receipts.body.erasures).toMatchObject([
      { userName: 'Zuleica Prado', counts: { messages: 2, tickets: 1, files: 1 }, finishedAt: expect.any(String) },
    ])
    expect(JSON.stringify(receipts.body)).not.toContain('Moema')
    const { id, options } = await upload(admin, 'Nome;Numero\nMoema;11987650070')
    await admin.api.put(`/contacts/imports/${id}`, options)
    expect((await settled(admin, id, 'checked')).counts).toMatchObject({ wrong: 1 })
    // they may come back by themselves, as somebody new
    await says('5511987650070', 'De volta', 'oi de novo')
    await ticketOf('De volta')
    expect((await contactsOf(admin)).map(({ name }) => name)).toEqual(['De volta'])
  })
})
