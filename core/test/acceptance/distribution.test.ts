import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Assignment, Preview } from '../../src/modules/distribution/contract.ts'
import type { Notification } from '../../src/modules/notifications/contract.ts'
import type { Ticket, TicketLog } from '../../src/modules/tickets/contract.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

let app: TestApp
let company: Company
let admin: Person
let queue: { id: number }
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await app.newTenant()
  admin = company.admin
  queue = await ok<{ id: number }>(admin.api.post('/queue', { name: 'Vendas', distribution: 'fifo' }))
  channel = await company.channel('fake', {}, { queueId: queue.id, acceptMessage: 'Aqui é {{user}}.' })
})

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const agent = (name: string, more: object = {}) => company.user('user', { name, queues: [queue.id], ...more })
const shown = (by: Person, id: number) => ok<Ticket>(by.api.get(`/tickets/${id}`))
const explained = (by: Person, id: number) => ok<Assignment>(by.api.get(`/tickets/${id}/assignment`))
const reasons = ({ candidates }: { candidates: Assignment['candidates'] }) =>
  Object.fromEntries(candidates.map(({ name, reason }) => [name, reason]))
const given = (id: number, to: Person) => until(async () => (await shown(admin, id)).userId === to.id)
const silence = (person: Person, doNotDisturb: string) =>
  ok(person.api.put('/notifications/preferences', { doNotDisturb }))

/** A customer writes; answers their ticket. */
async function customer(phone = newPhone()): Promise<number> {
  const name = `Cliente ${phone}`
  await pushEvents(channel.hookUrl, [inboundText(phone, name, 'bom dia')])
  return until(async () => {
    const { body } = await admin.api.get<{ tickets: Ticket[] }>('/tickets?status=open&status=pending&showAll=true')
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })
}

describe('a ticket of a queue', () => {
  it('goes to an agent who is there, as if they had accepted it, and tells them', async () => {
    const ana = await agent('Ana Luz')
    const screen = await app.socket(ana.token)
    const id = await customer()
    await given(id, ana)
    expect(await shown(ana, id)).toMatchObject({ status: 'open', unreadMessages: 1, username: 'Ana Luz' })
    const logs = await ok<TicketLog[]>(ana.api.get(`/tickets/${id}/logs`))
    expect(logs.find(({ type }) => type === 'userDefine')).toMatchObject({
      ...{ cause: 'rule', userId: null, toUserId: ana.id, queueId: queue.id },
    })
    await until(async () => {
      const { body } = await ana.api.get<{ messages: { body: string }[] }>(`/messages/${id}`)
      return body.messages.some((message) => message.body === 'Aqui é Ana Luz.')
    })
    const notice = await until(async () => {
      const { notifications } = await ok<{ notifications: Notification[] }>(ana.api.get('/notifications'))
      return notifications.find(({ type }) => type === 'assigned')
    })
    expect(notice).toMatchObject({ event: 'transfer', ticketId: id, link: `/atendimento/${id}` })
    await until(() =>
      screen.received.some(
        ({ event, payload }) => event.endsWith(':ticketList') && JSON.stringify(payload).includes(`"userId":${ana.id}`),
      ),
    )
    expect(await explained(ana, id)).toMatchObject({ state: 'assigned', by: 'fifo', waitingSince: null })
  })

  it('waits with a reason for everybody, and is given away as soon as somebody is there', async () => {
    const other = await company.channel()
    const ana = await agent('Ana Luz')
    const bia = await agent('Bia Reis', { channels: [other.id] })
    await company.user('supervisorfila', { name: 'Caio Nunes', queues: [queue.id] })
    const id = await customer()
    expect(await until(async () => explained(ana, id))).toMatchObject({ state: 'nobody', by: 'fifo', ahead: 0 })
    expect(reasons(await explained(ana, id))).toEqual({
      'Ana Luz': 'offline',
      'Bia Reis': 'noChannel',
      'Caio Nunes': 'profile',
    })
    await silence(ana, 'always')
    await Promise.all([app.socket(ana.token), app.socket(bia.token)])
    await until(async () => reasons(await explained(ana, id))['Ana Luz'] === 'doNotDisturb')
    await silence(ana, 'off')
    await given(id, ana)
    // the other channel is a right that takes effect at once
    const second = await customer()
    await given(second, ana)
    await ok(admin.api.put(`/users/${ana.id}`, { ticketCapacity: 2 }))
    const third = await customer()
    expect(reasons(await explained(admin, third))).toMatchObject({ 'Ana Luz': 'full', 'Bia Reis': 'noChannel' })
    await ok(admin.api.put(`/users/${bia.id}`, { channels: [] }))
    await given(third, bia)
  })

  it('goes to who has room: limits of the company, the queue and the person, and room that comes free', async () => {
    await ok(admin.api.put(`/queue/${queue.id}`, { distribution: null, agentCapacity: 1 }))
    const ana = await agent('Ana Luz')
    await app.socket(ana.token)
    const [first, second] = [await customer(), await customer()]
    expect(await explained(ana, first)).toMatchObject({ state: 'off', by: 'off' })
    expect((await explained(ana, second)).ahead).toBe(1)
    await ok(admin.api.put('/settings/distribution', { value: 'balanced' }))
    await given(first, ana)
    const held = await explained(ana, second)
    expect(held).toMatchObject({ state: 'nobody', by: 'balanced', ahead: 0 })
    expect(held.candidates).toEqual([
      ...[{ userId: ana.id, name: 'Ana Luz', reason: 'full', place: null }].map((who) => ({
        ...who,
        ...{ open: 1, capacity: null, openInQueue: 1, queueCapacity: 1 },
      })),
    ])
    await ok(ana.api.put(`/tickets/${first}`, { status: 'closed' }))
    await given(second, ana)
    await ok(admin.api.put('/settings/distributionCapacity', { value: 2 }))
    await ok(admin.api.put(`/queue/${queue.id}`, { agentCapacity: 5 }))
    const [third, fourth] = [await customer(), await customer()]
    await given(third, ana)
    expect((await explained(admin, fourth)).candidates).toMatchObject([{ reason: 'full', open: 2, capacity: 2 }])
    // whoever gives a ticket back is not given it again
    await ok(ana.api.put(`/tickets/${third}`, { status: 'pending' }))
    await given(fourth, ana)
    expect(reasons(await explained(ana, third))).toEqual({ 'Ana Luz': 'returned' })
  })

  it('can be asked who would get the next one, also with settings that are not saved yet', async () => {
    const [ana, bia] = [await agent('Ana Luz'), await agent('Bia Reis')]
    const path = `/queue/${queue.id}/distribution`
    const asked = (query = '') => ok<Preview>(admin.api.get(`${path}${query}`))
    expect(reasons(await asked())).toEqual({ 'Ana Luz': 'offline', 'Bia Reis': 'offline' })
    await Promise.all([app.socket(ana.token), app.socket(bia.token)])
    const id = await customer()
    await until(async () => (await shown(admin, id)).userId !== null)
    const places = ({ candidates }: Preview) => candidates.map(({ place }) => place)
    const next = await until(async () => {
      const preview = await asked()
      return preview.candidates.every(({ reason }) => reason === null) ? preview : null
    })
    expect(next).toMatchObject({ distribution: 'fifo', waiting: 0, ticketId: null })
    expect(places(next)).toEqual([1, 2])
    const { userId } = await shown(admin, id)
    expect(next.candidates[0]?.userId).not.toBe(userId)
    expect(places(await asked('?distribution=random'))).toEqual([1, 1])
    expect(await asked('?distribution=company')).toMatchObject({ distribution: 'off' })
    expect(reasons(await asked('?agentCapacity=1'))[userId === ana.id ? 'Ana Luz' : 'Bia Reis']).toBe('full')
    expect((await ana.api.get(path)).status).toBe(403)
    expect((await admin.api.get('/queue/2000000000/distribution')).status).toBe(404)
    expect((await admin.api.get(`${path}?distribution=chance`)).status).toBe(400)
    for (const bad of [{ distribution: 'chance' }, { agentCapacity: -1 }, { headStartMinutes: 1441 }])
      expect((await admin.api.put(`/queue/${queue.id}`, bad)).status).toBe(400)
    expect((await admin.api.put(`/users/${ana.id}`, { ticketCapacity: 1001 })).status).toBe(400)
  })
})

describe('a contact of somebody’s wallet', () => {
  it('goes to its owner alone; who leads the queue sees who waits for them', async () => {
    await ok(admin.api.put('/settings/DirectTicketsToWallets', { value: 'enabled' }))
    const [owner, other] = [await agent('Ana Luz'), await agent('Bia Reis')]
    const leader = await company.user('supervisorfila', { name: 'Caio Nunes', queues: [queue.id] })
    await app.socket(other.token)
    const phone = newPhone()
    await ok(admin.api.post('/contacts', { name: `Cliente ${phone}`, number: phone, wallets: [owner.id] }))
    const id = await customer(phone)
    await until(async () => {
      const logs = await ok<TicketLog[]>(admin.api.get(`/tickets/${id}/logs`))
      return logs.some(({ type, cause }) => type === 'walletAway' && cause === 'rule')
    })
    expect(await shown(leader, id)).toMatchObject({ status: 'pending', queueId: queue.id, userId: null })
    expect((await other.api.get(`/tickets/${id}`)).status).toBe(404)
    expect((await other.api.get(`/tickets/${id}/assignment`)).status).toBe(404)
    const why = await explained(leader, id)
    expect([why.state, why.by, reasons(why)]).toEqual(['nobody', 'wallet', { 'Ana Luz': 'offline' }])
    await app.socket(owner.token)
    await given(id, owner)
  })

  it('goes at once to whom it is given while it waits', async () => {
    await ok(admin.api.put('/settings/DirectTicketsToWallets', { value: 'enabled' }))
    const [away, here] = [await agent('Ana Luz'), await agent('Bia Reis')]
    await app.socket(here.token)
    const phone = newPhone()
    const body = { name: `Cliente ${phone}`, number: phone, wallets: [away.id] }
    const contact = await ok<{ id: number }>(admin.api.post('/contacts', body))
    const id = await customer(phone)
    await ok(admin.api.put(`/contact-wallet/${contact.id}`, { wallets: [here.id] }))
    // what is written down starts the rule; the look around that comes every half a minute would only find it later
    const facts = await app.db.owner<{ payload: object }>(
      `select payload from domain_event where tenant_id = $1 and name = 'contact.wallets' order by id`,
      [company.tenantId],
    )
    expect(facts.at(-1)?.payload).toEqual({ contactId: contact.id, former: [away.id] })
    await given(id, here)
  })

  it('goes back to its queue at once when its owner is deleted, and comes to the screens of the others', async () => {
    await ok(admin.api.put('/settings/DirectTicketsToWallets', { value: 'enabled' }))
    const [owner, here] = [await agent('Ana Luz'), await agent('Bia Reis')]
    const screen = await app.socket(here.token)
    const phone = newPhone()
    const body = { name: `Cliente ${phone}`, number: phone, wallets: [owner.id] }
    const contact = await ok<{ id: number }>(admin.api.post('/contacts', body))
    const id = await customer(phone)
    expect((await here.api.get(`/tickets/${id}`)).status).toBe(404)
    const shows = () =>
      screen.received.some(({ payload }) =>
        JSON.stringify(payload).startsWith(`{"type":"ticket:update","payload":{"id":${id},`),
      )
    expect(shows()).toBe(false)
    await ok(admin.api.delete(`/users/${owner.id}`))
    await until(shows)
    // what gives tickets away looks again
    const facts = await app.db.owner<{ payload: object }>(
      `select payload from domain_event where tenant_id = $1 and name = 'contact.wallets' order by id`,
      [company.tenantId],
    )
    expect(facts.at(-1)?.payload).toEqual({ contactId: contact.id, former: [owner.id] })
    await given(id, here)
  })

  it('goes at once to whom a file or a merge gives it, and leaves the screens of the others', async () => {
    await ok(admin.api.put('/settings/DirectTicketsToWallets', { value: 'enabled' }))
    const [away, here, third] = [await agent('Ana Luz'), await agent('Bia Reis'), await agent('Duda Sá')]
    const screen = await app.socket(third.token)
    const hides = (id: number) =>
      screen.received.some(({ payload }) => JSON.stringify(payload) === `{"type":"ticket:hide","payload":{"id":${id}}}`)
    const owned = async (phone: string, wallets: number[]) =>
      (await ok<{ id: number }>(admin.api.post('/contacts', { name: `Cliente ${phone}`, number: phone, wallets }))).id
    const [imported, merged, other] = [newPhone(), newPhone(), newPhone()]
    const owner = await owned(merged, [away.id])
    await owned(imported, [away.id, third.id])
    const into = await owned(other, [here.id])
    await ok(admin.api.put(`/users/${third.id}`, { channels: [(await company.channel()).id] }))
    const [byFile, byMerge] = [await customer(imported), await customer(merged)]
    await ok(third.api.get(`/tickets/${byFile}`))
    await app.socket(here.token)
    // the rule that looks around every half a minute finds them too; what starts it at once is written down
    const written = async (name: string) =>
      (await app.db.owner('select 1 from domain_event where tenant_id = $1 and name = $2', [company.tenantId, name]))
        .length
    const file = new FormData()
    file.append('file', new Blob([`Nome;Numero\nCliente ${imported};${imported}`]), 'lista.csv')
    const task = await ok<{ id: number; options: object }>(admin.api.post('/contacts/upload', file))
    const state = (wanted: string) =>
      until(async () => (await ok<{ state: string }>(admin.api.get(`/contacts/tasks/${task.id}`))).state === wanted)
    await ok(
      admin.api.put(`/contacts/imports/${task.id}`, { ...task.options, wallets: [here.id], tags: [], replace: true }),
    )
    await state('checked')
    const before = await written('contact.wallets')
    await ok(admin.api.post(`/contacts/imports/${task.id}/apply`))
    await state('done')
    expect(await written('contact.wallets')).toBe(before + 1)
    await given(byFile, here)
    await until(() => hides(byFile))
    expect((await third.api.get(`/tickets/${byFile}`)).status).toBe(404)

    await ok(admin.api.post(`/contacts/${into}/merge`, { contactId: owner }))
    expect(await written('contact.merged')).toBe(1)
    await given(byMerge, here)
  })

  it('goes at once to whom an address book gives it, and back to its queue when a file or a merge is taken back', async () => {
    await ok(admin.api.put('/settings/DirectTicketsToWallets', { value: 'enabled' }))
    const [away, here] = [await agent('Ana Luz'), await agent('Bia Reis')]
    const [inBook, inFile, into, merged] = [newPhone(), newPhone(), newPhone(), newPhone()]
    const owned = async (phone: string, wallets: number[]) =>
      (await ok<{ id: number }>(admin.api.post('/contacts', { name: `Cliente ${phone}`, number: phone, wallets }))).id
    await owned(inBook, [away.id])
    await owned(inFile, [])
    const [intoId, mergedId] = [await owned(into, []), await owned(merged, [away.id])]
    const [byBook, byFile, byMerge] = [await customer(inBook), await customer(inFile), await customer(into)]

    const done = (id: number, wanted: string) =>
      until(async () => (await ok<{ state: string }>(admin.api.get(`/contacts/tasks/${id}`))).state === wanted)
    const file = new FormData()
    file.append('file', new Blob([`Nome;Numero\nCliente ${inFile};${inFile}`]), 'lista.csv')
    const task = await ok<{ id: number; options: object }>(admin.api.post('/contacts/upload', file))
    await ok(admin.api.put(`/contacts/imports/${task.id}`, { ...task.options, wallets: [away.id], tags: [] }))
    await done(task.id, 'checked')
    await ok(admin.api.post(`/contacts/imports/${task.id}/apply`))
    await done(task.id, 'done')
    await ok(admin.api.post(`/contacts/${intoId}/merge`, { contactId: mergedId }))
    await app.socket(here.token)

    const book = [{ addresses: [{ kind: 'phone', value: inBook }], name: `Cliente ${inBook}` }]
    await fetch(`${channel.hookUrl}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contacts: book }),
    })
    await ok(admin.api.post('/contacts/sync', { channelId: channel.id, wallets: [here.id] }))
    await given(byBook, here)
    for (const id of [byFile, byMerge])
      expect(await explained(admin, id)).toMatchObject({ state: 'nobody', by: 'wallet' })

    // the rule that looks around every half a minute would find them too; what starts it at once is written down
    const written = async (name: string) =>
      (await app.db.owner('select 1 from domain_event where tenant_id = $1 and name = $2', [company.tenantId, name]))
        .length
    const before = await written('contact.wallets')
    await ok(admin.api.post(`/contacts/tasks/${task.id}/undo`))
    await given(byFile, here)
    expect(await written('contact.wallets')).toBe(before + 1)
    const [merge] = await ok<{ id: number }[]>(admin.api.get(`/contacts/${intoId}/merges`))
    await ok(admin.api.post(`/contacts/merges/${merge?.id}/undo`))
    expect(await written('contact.unmerged')).toBe(1)
    await given(byMerge, here)
  })
})
