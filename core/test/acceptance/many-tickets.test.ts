import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { pdfText } from '../pdf-text.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

interface Task {
  id: number
  state: string
  total: number
  done: number
  counts: Record<string, number>
  isUndoable: boolean
  files: number
}
interface Begun {
  count: number
  task: Task
}
interface Item {
  ticketId: number
  outcome: string | null
  undo: string | null
  problem: string | null
  why: string | null
}
interface Ticket {
  id: number
  status: string
  userId: number | null
  closingReasonId: number | null
  name: string
}
interface View {
  id: number
  name: string
  sharing: string
  mayEdit: boolean
  isForMe: boolean
}

let app: TestApp
let company: Company
let admin: Person
let agent: Person
let channel: TestChannel
let queueId: number
let reasonId: number
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  admin = company.admin
  queueId = (await admin.api.post<{ id: number }>('/queue', { name: 'Suporte', color: '#123456' })).body.id
  reasonId = (await admin.api.post<{ id: number }>('/closing-reasons', { name: 'Resolvido', color: '#123456' })).body.id
  agent = await company.user('user', { name: 'Ana Reis', queues: [queueId] })
  channel = await company.channel('fake', {}, { farewellMessage: 'Até logo', queueId })
}, 60_000)
afterAll(() => app.close())

const get = async <T>(path: string, who = admin): Promise<T> => {
  const { status, body } = await who.api.get<T>(path)
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  return body
}
const post = async <T>(path: string, json: unknown, who = admin): Promise<T> => {
  const { status, body } = await who.api.post<T>(path, json)
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  return body
}
const ticket = (id: number) => get<Ticket>(`/tickets/${id}`)

/** So many customers write; the ids of their tickets. */
const arrive = async (
  count: number,
  text = 'preciso de ajuda',
): Promise<{ id: number; phone: string; name: string }[]> => {
  const mark = randomUUID().slice(0, 8)
  const people = Array.from({ length: count }, (_, at) => ({ phone: newPhone(), name: `Cliente ${mark} ${at}` }))
  await pushEvents(
    channel.hookUrl,
    people.map(({ phone, name }) => inboundText(phone, name, text)),
  )
  return until(async () => {
    const { tickets } = await get<{ tickets: Ticket[] }>(
      `/tickets?showAll=true&status[]=pending&pageSize=100&searchParam=${mark}`,
    )
    const found = people.flatMap((person) => {
      const id = tickets.find(({ name }) => name === person.name)?.id
      return id === undefined ? [] : [{ ...person, id }]
    })
    return found.length === count && found
  })
}
const settled = (id: number, who = admin): Promise<Task> =>
  until(async () => {
    const task = await get<Task>(`/tickets/tasks/${id}`, who)
    return !['running', 'undoing'].includes(task.state) && task
  })
const itemsOf = async (id: number): Promise<Item[]> => {
  const pages = await Promise.all(
    [1, 2].map((page) => get<{ items: Item[] }>(`/tickets/tasks/${id}/items?pageNumber=${page}`)),
  )
  return pages.flatMap(({ items }) => items)
}
const textsOf = async (id: number) =>
  (await get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${id}`)).messages
    .filter(({ fromMe }) => fromMe)
    .map(({ body }) => body)
const idsOf = (tickets: { id: number }[]) => tickets.map(({ id }) => id)

describe('closing and deleting many', () => {
  it('closes what may be closed at once, says why the rest may not, and writes to nobody unasked', async () => {
    const [one, two, gone] = idsOf(await arrive(3)) as [number, number, number]
    await admin.api.put(`/tickets/${gone}`, { status: 'closed', sendFarewellMessage: false, closingReasonId: reasonId })
    const asked = { ticketIds: [one, two, gone], closingReasonId: reasonId }
    const { count, task } = await post<Begun>('/tickets/close-tickets', asked)
    expect([count, task.state, task.counts]).toEqual([3, 'done', { closed: 2, refused: 1 }])
    const refused = (await itemsOf(task.id)).find(({ problem }) => problem !== null)
    expect(refused).toMatchObject({ ticketId: gone, problem: 'ERR_TICKET_STATE', why: expect.stringMatching(/\w/) })
    expect(await ticket(one)).toMatchObject({ status: 'closed', closingReasonId: reasonId })
    const logs = await get<{ type: string; cause: string; userId: number }[]>(`/tickets/${one}/logs`)
    expect(logs).toContainEqual(expect.objectContaining({ type: 'closed', cause: 'person', userId: admin.id }))
    expect(await textsOf(one)).toEqual([])

    const [asking] = await arrive(1)
    const asks = { ticketIds: [asking?.id], sendFarewellMessage: true }
    expect((await post<Begun>('/tickets/close-tickets', asks)).task.counts).toEqual({ closed: 1 })
    expect(await textsOf(asking?.id ?? 0)).toEqual(['Até logo'])
  })

  it('is for admins, and all or nothing where the selection itself is wrong', async () => {
    const [own] = idsOf(await arrive(1)) as [number]
    const foreign = await app.newTenant()
    const other = await foreign.channel()
    await pushEvents(other.hookUrl, [inboundText(newPhone(), 'Fora', 'oi')])
    const outside = await until(async () => {
      const { body } = await foreign.admin.api.get<{ tickets: Ticket[] }>('/tickets?showAll=true&status[]=pending')
      return body.tickets[0]?.id
    })
    const supervisor = await company.user('supervisor')
    for (const path of ['/tickets/close-tickets', '/tickets/del-tickets']) {
      for (const who of [agent, supervisor]) expect((await who.api.post(path, { ticketIds: [own] })).status).toBe(403)
      const refusals: [object, number, string][] = [
        [{ ticketIds: [own, outside] }, 404, 'ERR_NO_TICKET_FOUND'],
        [{ ticketIds: [] }, 400, 'ERR_TICKET_SELECTION_EMPTY'],
        [{}, 400, 'ERR_TICKET_SELECTION_EMPTY'],
        [{ filter: {} }, 400, 'ERR_TICKET_SELECTION_EMPTY'],
        [{ ticketIds: [own], expected: 2 }, 409, 'ERR_TICKET_SELECTION'],
      ]
      for (const [body, status, error] of refusals)
        expect(await admin.api.post(path, body)).toMatchObject({ status, body: { error } })
    }
    const wrongReason = { ticketIds: [own], closingReasonId: 2_000_000_000 }
    expect((await admin.api.post('/tickets/close-tickets', wrongReason)).status).toBe(404)
    expect((await ticket(own)).status).toBe('pending')
    expect((await foreign.admin.api.get(`/tickets/${outside}`)).status).toBe(200)
  })

  it('closes all of a filter as work of its own with news, and opens again what nobody has touched since', async () => {
    const many = await arrive(26)
    const [held, touched, back] = many as [(typeof many)[0], (typeof many)[0], (typeof many)[0]]
    await agent.api.put(`/tickets/${held.id}`, { status: 'open', userId: agent.id })
    const socket = await app.socket(admin.token)
    const filter = { showAll: true, status: ['open', 'pending'], searchParam: held.name.split(' ')[1] }
    const begun = await post<Begun>('/tickets/close-tickets', { filter, expected: 26 })
    expect(await settled(begun.task.id)).toMatchObject({
      state: 'done',
      done: 26,
      counts: { closed: 26 },
      isUndoable: true,
    })
    await until(() => socket.received.some(({ event }) => event === `${company.tenantId}:ticketTask`))

    await admin.api.put(`/tickets/${touched.id}`, { status: 'open' })
    await admin.api.put(`/tickets/${touched.id}`, { status: 'closed', sendFarewellMessage: false, askRating: false })
    await pushEvents(channel.hookUrl, [inboundText(back.phone, back.name, 'voltei')])
    await until(async () => {
      const { tickets } = await get<{ tickets: Ticket[] }>(
        `/tickets?showAll=true&status[]=pending&searchParam=${back.phone}`,
      )
      return tickets.some(({ id }) => id !== back.id)
    })
    await post(`/tickets/tasks/${begun.task.id}/undo`, {})
    const undone = await settled(begun.task.id)
    expect(undone).toMatchObject({ state: 'undone', isUndoable: false, counts: { closed: 26, reopened: 24, left: 2 } })
    const left = (await itemsOf(undone.id)).filter(({ undo }) => undo === 'left')
    expect(left.map(({ ticketId, problem }) => [ticketId, problem])).toEqual([
      [touched.id, 'ERR_TICKET_CHANGED'],
      [back.id, 'ERR_OTHER_OPEN_TICKET'],
    ])
    expect(await ticket(held.id)).toMatchObject({ status: 'open', userId: agent.id })
    expect(await ticket(many[5]?.id ?? 0)).toMatchObject({ status: 'pending', userId: null })
    expect((await admin.api.post(`/tickets/tasks/${undone.id}/undo`)).status).toBe(409)
  })

  it('goes on where a node died, and does nothing twice', async () => {
    const ids = idsOf(await arrive(4))
    const [first] = ids as [number]
    await admin.api.put(`/tickets/${first}`, { status: 'closed', sendFarewellMessage: false, askRating: false })
    const by = JSON.stringify({
      by: { kind: 'user', id: admin.id, name: '', locale: 'pt' },
      toSay: [],
      farewell: false,
    })
    const [task] = await app.db.owner<{ id: number }>(
      `insert into ticket_task (tenant_id, kind, state, params, total, done, position, counts, due_at, user_id)
       values ($1, 'close', 'running', $2::jsonb || '{"closingReasonId":null}', 4, 1, 1, '{"closed":1}',
               now() - interval '1 minute', $3) returning id`,
      [company.tenantId, by, admin.id],
    )
    await app.db.owner(
      `insert into ticket_task_item (tenant_id, task_id, line, ticket_id, protocol, outcome)
       select $1, $2, o.line, o.id, '', case when o.line = 1 then 'closed' end
         from unnest($3::int[]) with ordinality o(id, line)`,
      [company.tenantId, task?.id, ids],
    )
    // what every node does now and then
    await app.node.services.ticketTasks.work.worker.scan()
    expect(await settled(task?.id ?? 0)).toMatchObject({ state: 'done', done: 4, counts: { closed: 4 } })
    for (const id of ids) {
      const logs = await get<{ type: string }[]>(`/tickets/${id}/logs`)
      expect(logs.filter(({ type }) => type === 'closed')).toHaveLength(1)
    }
  })

  it('deletes for good, with a trace', async () => {
    const ids = idsOf(await arrive(2))
    const { task } = await post<Begun>('/tickets/del-tickets', { ticketIds: ids, expected: 2 })
    expect(task).toMatchObject({ state: 'done', counts: { deleted: 2 }, isUndoable: false })
    for (const id of ids) expect((await admin.api.get(`/tickets/${id}`)).status).toBe(404)
    expect((await admin.api.post(`/tickets/tasks/${task.id}/undo`)).status).toBe(409)
    const { rows } = await get<{ rows: { action: string; object: string }[] }>('/audit-log?area=ticket')
    const traces = rows.map(({ action, object }) => `${action} ${object}`)
    expect(traces).toContain(`ticket.bulk-delete ticket-task:${task.id}`)
    expect(traces).toContain(`ticket.delete ticket:${ids[0]}`)
  })
})

describe('conversations on paper', () => {
  const fetched = async (path: string, who: Person) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${who.token}` } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, text: answer.ok ? pdfText(bytes) : '' }
  }

  it('hold what the caller may see, and hide what they may not', async () => {
    const [{ id, phone } = { id: 0, phone: '' }] = await arrive(1, 'Olá, coração 😀 {{name}} <b>')
    await agent.api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })
    const form = new FormData()
    form.append('body', 'segue a tabela')
    form.append('medias', new Blob(['a;b'], { type: 'text/csv' }), 'tabela.csv')
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f766c' } })
      .png()
      .toBuffer()
    form.append('medias', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'loja.png')
    await agent.api.post(`/messages/${id}`, form)
    await agent.api.post(`/tickets/${id}/notes`, { notes: 'pediu desconto ontem' })
    const open = await fetched(`/messages/pdf/${id}`, admin)
    expect([open.status, open.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(open.headers.get('content-disposition')).toBe(`attachment; filename="atendimento-${id}.pdf"`)
    for (const part of ['Olá, coração 😀 {{name}} <b>', 'segue a tabela', 'tabela.csv', 'loja.png', 'Ana Reis', phone])
      expect(open.text).toContain(part)
    expect(open.text).toMatch(/NOTA INTERNA · [^\n]*pediu desconto ontem/)
    expect(open.bytes.includes('/Subtype /Image\n/BitsPerComponent 8\n/Width 360'), 'the picture, small').toBe(true)
    await admin.api.put('/settings/hidePhoneNumbers', { value: 'enabled' })
    const hidden = await fetched(`/messages/pdf/${id}`, agent)
    expect(hidden.text).toContain('segue a tabela')
    expect(hidden.text).not.toContain(phone)
    const stranger = await company.user('user')
    expect((await fetched(`/messages/pdf/${id}`, stranger)).status).toBe(404)
    await admin.api.put('/settings/hidePhoneNumbers', { value: 'disabled' })
  })

  it('are made by themselves when they are long, for whoever asked for them', async () => {
    const [{ id } = { id: 0 }] = await arrive(1)
    const count = 1_010
    await app.db.owner(
      `insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, send_type, type, body, content, status, sent_at)
       select t.tenant_id, gen_random_uuid(), t.id, n, t.channel_id, t.contact_id, false, 'chat', 'text', 'linha ' || n,
              jsonb_build_object('type', 'text', 'text', 'linha ' || n), 'received', now()
         from ticket t, generate_series(2, $2::int) n where t.id = $1`,
      [id, count],
    )
    await app.db.owner('update ticket set seq = $2 where id = $1', [id, count])
    await agent.api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })
    const asked = await agent.api.get<Task>(`/messages/pdf/${id}`)
    expect([asked.status, asked.body.total]).toEqual([202, count])
    expect(await settled(asked.body.id, agent)).toMatchObject({ state: 'done', files: 1 })
    const path = `/tickets/tasks/${asked.body.id}/files/1`
    const file = await fetched(path, agent)
    expect(file.text).toContain('linha 1010')
    const { notifications } = await get<{ notifications: { type: string; link: string }[] }>('/notifications', agent)
    expect(notifications[0]).toMatchObject({ type: 'pdf.ready', link: `/atendimento/${id}?pdf=${asked.body.id}` })
    expect((await fetched(path, admin)).status).toBe(404)
    await admin.api.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false, askRating: false })
    await admin.api.put(`/users/${agent.id}`, { queues: [] })
    await admin.api.put(`/tickets/${id}`, { status: 'open' })
    expect((await fetched(path, agent)).status).toBe(404)
    await admin.api.put(`/users/${agent.id}`, { queues: [queueId] })
  })
})

describe('views of the list', () => {
  const viewsOf = (who: Person) => get<View[]>('/ticket-views', who)
  const view = (name: string, more: object = {}) => ({ name, tab: 'pending', filters: { showAll: true }, ...more })

  it('count what the list under the same filters holds, each for whoever looks', async () => {
    const [{ name } = { name: '' }] = await arrive(2)
    const search = name.split(' ')[1]
    const wanted = [
      { tab: 'open', filters: { showAll: true }, query: 'status[]=open&showAll=true&isGroup=false' },
      { tab: 'pending', filters: { queuesIds: [queueId] }, query: `status[]=pending&queuesIds[]=${queueId}` },
      { tab: 'pending', filters: { searchParam: search }, query: `status[]=pending&searchParam=${search}` },
      { tab: 'closed', filters: { showAll: true }, query: 'status[]=closed&showAll=true' },
      { tab: 'open', filters: { mine: true }, query: `status[]=open&useradmId=${agent.id}` },
    ]
    const made: View[] = []
    for (const [at, { query, ...rest }] of wanted.entries())
      made.push(await post<View>('/ticket-views', { name: `Visão ${at}`, ...rest }, agent))
    const counts = await get<{ id: number; count: number }[]>('/ticket-views/counts', agent)
    for (const [at, { query }] of wanted.entries()) {
      const { count } = await get<{ count: number }>(`/tickets?${query}`, agent)
      expect(counts.find(({ id }) => id === made[at]?.id)?.count, query).toBe(count)
    }
    expect(counts[2]?.count).toBe(2)
  })

  it('are shared by admins alone, with everybody or a team', async () => {
    const leaver = await company.user('user')
    const team = await post<{ id: number }>('/teams', { name: 'Noite', users: [leaver.id] })
    const own = await post<View>('/ticket-views', view('Só minha'), leaver)
    expect((await leaver.api.post('/ticket-views', view('SÓ MINHA'))).status).toBe(400)
    for (const more of [{ sharing: 'all' }, { sharing: 'team', teamId: team.id }])
      expect((await leaver.api.post('/ticket-views', view('Nossa', more))).status).toBe(403)
    expect((await admin.api.post('/ticket-views', view('x', { sharing: 'team', teamId: 2e9 }))).status).toBe(404)
    const all = await post<View>('/ticket-views', view('Todos', { sharing: 'all' }))
    const night = await post<View>('/ticket-views', view('Noite', { sharing: 'team', teamId: team.id }))
    expect(night).toMatchObject({ mayEdit: true, isForMe: false })
    expect((await viewsOf(leaver)).map(({ name }) => name)).toEqual(['Todos', 'Noite', 'Só minha'])
    expect((await viewsOf(agent)).map(({ name }) => name)).not.toContain('Noite')
    expect((await leaver.api.put(`/ticket-views/${all.id}`, { name: 'Meus' })).status).toBe(403)
    expect((await admin.api.put(`/ticket-views/${own.id}`, { name: 'Dele' })).status).toBe(404)
    await admin.api.put('/ticket-views/order', { ids: [night.id, all.id] })
    expect((await leaver.api.put('/ticket-views/order', { ids: [all.id] })).status).toBe(403)
    expect((await viewsOf(leaver)).map(({ name }) => name)).toEqual(['Noite', 'Todos', 'Só minha'])
    expect((await admin.api.delete(`/users/${leaver.id}`)).status).toBe(200)
    const rows = await app.db.owner<{ name: string }>('select name from ticket_view where id = $1', [own.id])
    expect(rows).toEqual([])
    expect((await admin.api.delete(`/ticket-views/${all.id}`)).status).toBe(200)
    expect((await viewsOf(agent)).map(({ name }) => name)).not.toContain('Todos')
  })
})
