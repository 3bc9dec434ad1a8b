import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { pushBook } from '../rich-company.ts'

interface Task {
  id: number
  state: string
  total: number
  counts: Record<string, number>
  error: string | null
  why: string | null
  isUndoable: boolean
}
interface Contact {
  id: number
  name: string
  number: string | null
  tags: { id: number }[]
  addresses: { kind: string; value: string }[]
}
type Problem = { error: string }

let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await app.newTenant()
  channel = await company.channel()
})

const phone = (value: string) => ({ kind: 'phone', value })
const lid = (value: string) => ({ kind: 'lid', value })
const hook = async (path: string, body: object, of = channel): Promise<void> => {
  const { status } = await fetch(`${of.hookUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBe(200)
}
const has = (...contacts: object[]) => pushBook(channel.hookUrl, contacts)
const tells = (addresses: object[], name?: string) =>
  hook('', {
    events: [
      {
        kind: 'message',
        externalId: crypto.randomUUID(),
        direction: 'in',
        chat: { addresses, ...(name ? { name } : {}) },
        content: { type: 'text', text: 'oi' },
        at: Date.now(),
      },
    ],
  })
const begin = (more: object = {}) =>
  company.admin.api.post<{ tasks: Task[] } & Problem>('/contacts/sync', { channelId: channel.id, ...more })
const settled = (id: number, ...states: string[]): Promise<Task> =>
  until(async () => {
    const { body } = await company.admin.api.get<Task>(`/contacts/tasks/${id}`)
    return states.includes(body.state) ? body : null
  })
const sync = async (more: object = {}): Promise<Task> => {
  const { status, body } = await begin(more)
  expect(status, JSON.stringify(body)).toBe(200)
  return settled(body.tasks[0]?.id ?? 0, 'done', 'failed')
}
const contacts = async (query = ''): Promise<Contact[]> =>
  (await company.admin.api.get<{ contacts: Contact[] }>(`/contacts?pageSize=100${query}`)).body.contacts
const nameByNumber = async () =>
  Object.fromEntries((await contacts()).map(({ name, number }) => [number ?? '', name] as const))

describe('the address book of a channel', () => {
  it('makes contacts of strangers, names the nameless, changes no name that is there, and doubles nobody', async () => {
    const { admin } = company
    await admin.api.post('/contacts', { name: 'Ana do RH', number: '5511987650001' })
    await tells([phone('551187650002')])
    await tells([lid('777000111')], 'Caio')
    await until(async () => (await contacts()).length === 3)
    await has(
      { addresses: [phone('5511987650001')], name: 'Ana' },
      { addresses: [phone('5511987650002')], name: 'Bruna Dias' },
      { addresses: [phone('5511987650003'), lid('777000111')], name: 'Caio da obra' },
      { addresses: [phone('5511987650004')], name: 'Davi' },
      { addresses: [phone('551187650004')], name: 'Davi outra vez' },
      { addresses: [phone('5511987650005')] },
      { addresses: [lid('777000999')], name: 'Sem número' },
    )
    const task = await sync()
    expect(task).toMatchObject({ state: 'done', total: 7, isUndoable: true })
    expect(task.counts).toMatchObject({ created: 2, updated: 2, kept: 2, wrong: 1 })
    expect(await nameByNumber()).toEqual({
      '5511987650001': 'Ana do RH',
      '5511987650002': 'Bruna Dias',
      '5511987650003': 'Caio',
      '5511987650004': 'Davi',
      '5511987650005': '5511987650005',
    })
    const again = await sync()
    expect(again).toMatchObject({ counts: { kept: 6, wrong: 1 }, isUndoable: false })
    const { body } = await admin.api.get<{ items: { problem: string; name: string }[] }>(
      `/contacts/tasks/${again.id}/items?trouble=true`,
    )
    expect(body.items).toMatchObject([{ problem: 'ERR_CONTACT_SYNC_NUMBER', name: 'Sem número' }])
  })

  it('of many comes whole with the tags for everybody, and is taken back whole but for whom somebody has', async () => {
    const { admin } = company
    const tag = (await admin.api.post<{ id: number }>('/tags', { tag: 'Agenda', color: '#ff0000' })).body.id
    await tells([phone('5511987659000')])
    const [nameless] = await until(async () => ((await contacts()).length === 1 ? contacts() : null))
    const book = Array.from({ length: 260 }, (_, n) => ({
      addresses: [phone(`55119876${51000 + n}`)],
      name: `Pessoa ${n}`,
    }))
    await has(...book, { addresses: [phone('5511987659000')], name: 'Zilda' })
    const task = await sync({ tags: [tag] })
    expect(task).toMatchObject({ total: 261, counts: { created: 260, updated: 1 } })
    const found = await admin.api.get<{ count: number }>(`/contacts?tagsIds[]=${tag}`)
    expect(found.body.count).toBe(261)

    const kept = (await contacts('&searchParam=Pessoa%207')).find(({ name }) => name === 'Pessoa 7')
    await admin.api.put(`/contacts/${kept?.id}`, { email: 'sete@exemplo.com.br' })
    expect((await admin.api.post(`/contacts/tasks/${task.id}/undo`)).status).toBe(200)
    expect((await settled(task.id, 'undone')).counts).toMatchObject({ removed: 259, restored: 1, left: 1 })
    expect((await contacts()).map(({ name, tags }) => [name, tags.length])).toEqual([
      [nameless?.name, 0],
      ['Pessoa 7', 1],
    ])
  })

  it('leaves out the channel’s own number, however it is spelt', async () => {
    const own = ['5511987650090', company.tenantId, channel.id]
    await app.db.owner('update channel set number = $1 where tenant_id = $2 and id = $3', own)
    await has(
      { addresses: [phone('5511987650090')], name: 'Minha loja' },
      { addresses: [phone('551187650090')], name: 'Minha loja, sem o nono dígito' },
      { addresses: [phone('5511987650091')], name: 'Nara' },
    )
    expect(await sync()).toMatchObject({ total: 1, counts: { created: 1 } })
    expect((await contacts()).map(({ name }) => name)).toEqual(['Nara'])
  })

  it('brings nobody back who was erased', async () => {
    const { admin } = company
    await has({ addresses: [phone('5511987650070')], name: 'Moema Lira' })
    await sync()
    const [moema] = await contacts()
    const erased = await admin.api.post<{ taskId: number }>(`/contacts/${moema?.id}/erase`, { confirm: 'Moema Lira' })
    await settled(erased.body.taskId, 'done')
    expect((await sync()).counts).toMatchObject({ wrong: 1 })
    expect(await contacts()).toEqual([])
  })

  it('is read once at a time, and not to its end when somebody stops it', async () => {
    const { admin } = company
    await has({ addresses: [phone('5511987650080')], name: 'Lenta' })
    await hook('/control', { slowMs: 3000 })
    const { body } = await begin()
    const id = body.tasks[0]?.id ?? 0
    const second = await begin()
    expect([second.status, second.body.error]).toEqual([409, 'ERR_CONTACT_SYNC_RUNNING'])
    expect((await admin.api.post(`/contacts/tasks/${id}/cancel`)).status).toBe(200)
    await settled(id, 'cancelled')
    expect(await contacts()).toEqual([])
    await hook('/control', { reset: true })
    expect(await sync()).toMatchObject({ state: 'done', counts: { created: 1 } })
    expect((await settled(id, 'cancelled')).counts).toEqual({})
  })

  it('is read anew where a node died over it, and nobody of the first reading is left', async () => {
    await has({ addresses: [phone('5511987650085')], name: 'Nova' })
    const params = { channelId: channel.id, scope: 0, own: null, run: 'dead', isListed: false, isTooLong: false }
    const [task] = await app.db.owner<{ id: number }>(
      `insert into contact_task (tenant_id, kind, state, params, total, due_at)
       values ($1, 'sync', 'running', $2, 1, now() - interval '1 minute') returning id`,
      [company.tenantId, JSON.stringify({ ...params, tags: [], wallets: [] })],
    )
    await app.db.owner(`insert into contact_task_item (tenant_id, task_id, line, input) values ($1, $2, 1, $3)`, [
      ...[company.tenantId, task?.id],
      JSON.stringify(['Velha', '5511987650086', 'phone 5511987650086']),
    ])
    // what every node does now and then
    await app.node.services.contactTasks.work.worker.scan()
    expect(await settled(task?.id ?? 0, 'done')).toMatchObject({ total: 1, counts: { created: 1 } })
    expect((await contacts()).map(({ name }) => name)).toEqual(['Nova'])
  })

  it('that cannot be read says why, in the language of whoever asks', async () => {
    const empty = await sync()
    expect(empty).toMatchObject({ state: 'failed', error: 'ERR_CONTACTS_NOT_EXISTS_WHATSAPP', isUndoable: false })
    await hook('/control', { failNext: { code: 'AUTH_EXPIRED', count: 1 } })
    const refused = await sync()
    expect(refused).toMatchObject({ state: 'failed', error: 'ERR_WAPP_NOT_INITIALIZED' })
    expect(refused.why).toMatch(/O canal não está conectado/)
  })

  it('is for admins, of a channel of theirs that is connected and has one', async () => {
    const { admin } = company
    const request = { channelId: channel.id }
    expect((await (await company.user('supervisor')).api.post('/contacts/sync', request)).status).toBe(403)
    const stranger = await app.newTenant()
    expect((await stranger.admin.api.post<Problem>('/contacts/sync', request)).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await stranger.admin.api.post<Problem>('/contacts/sync', {})).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
    const official = await company.channel('fake-official')
    const unable = await begin({ channelId: official.id })
    expect([unable.status, unable.body.error]).toEqual([400, 'ERR_CONTACT_SYNC_UNSUPPORTED'])
    // of every connected one that has one
    await has({ addresses: [phone('5511987650090')], name: 'Todas' })
    const all = await admin.api.post<{ tasks: Task[] }>('/contacts/sync', {})
    expect(all.body.tasks).toHaveLength(1)
    await settled(all.body.tasks[0]?.id ?? 0, 'done')
    await admin.api.delete(`/whatsappsession/${channel.id}`)
    const gone = await until(async () => {
      const answer = await begin()
      return answer.body.error === 'ERR_WAPP_NOT_INITIALIZED' ? answer : null
    })
    expect(gone.status).toBe(400)
  })
})
