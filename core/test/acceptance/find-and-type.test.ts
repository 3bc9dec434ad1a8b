import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'

let app: TestApp
let company: Company
let admin: Person
let agent: Person
let other: Person
let channel: TestChannel
let queues: number[]
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  admin = company.admin
  queues = await Promise.all(
    ['Suporte', 'Financeiro'].map(async (queue) => {
      const made = await admin.api.post<{ id: number }>('/queue', { queue, name: queue, color: '#008080' })
      return made.body.id
    }),
  )
  agent = await company.user('user', { name: 'Ana Souza', queues: [queues[0]] })
  other = await company.user('user', { name: 'Bia Sá', queues: [queues[1]] })
  channel = await company.channel()
}, 60_000)
afterAll(() => app.close())

interface Found {
  messages: {
    id: string
    ticketId: number
    seq: number
    body: string
    fromMe: boolean
    sender: { kind: string; name: string } | null
    contact: { name: string; number: string | null }
    whatsapp: { name: string }
  }[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}
interface Refusal {
  error: string
}
interface Draft {
  ticketId: number
  body: string
  quotedMsgId: string | null
  writtenAt: string
}

const push = async (from: string, ...texts: string[]) => {
  const events = texts.map((text) => ({
    kind: 'message',
    externalId: randomUUID(),
    direction: 'in',
    chat: { addresses: [{ kind: 'fake', value: from }], name: `Cliente ${from}` },
    content: { type: 'text', text },
    at: Date.now(),
  }))
  const answer = await fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(answer.status).toBe(200)
}

/** A conversation in a queue, with the admin or waiting. */
const conversation = async (queueId: number | undefined, status: 'open' | 'pending', ...texts: string[]) => {
  const from = `c${randomUUID().slice(0, 8)}`
  await push(from, ...texts)
  const { id } = await until(async () => {
    const query = `/tickets?status[]=pending&status[]=open&showAll=true&searchParam=${from}`
    const { tickets } = (await admin.api.get<{ tickets: { id: number; seq: number }[] }>(query)).body
    return tickets.find(({ seq }) => seq === texts.length)
  })
  await app.db.owner('update ticket set queue_id = $1, status = $2 where id = $3 and tenant_id = $4', [
    queueId,
    status,
    id,
    company.tenantId,
  ])
  return id
}

const find = async (who: Person, searchParam: string, more: Record<string, string | number> = {}) => {
  const query = new URLSearchParams({ searchParam })
  for (const [key, value] of Object.entries(more)) query.set(key, String(value))
  return who.api.get<Found & Refusal>(`/messages-search?${query}`)
}
const texts = ({ body }: { body: Found }) => body.messages.map((message) => message.body)

describe('a search of messages', () => {
  it('finds fragments whatever accents, case and order, newest first, and tells where', async () => {
    const word = `q${randomUUID().slice(0, 6)}`
    const id = await conversation(queues[0], 'open', `A RESCISÃO do ${word}`, 'Outra coisa', `não rescisão ${word}x`)
    const found = await find(admin, `${word.toUpperCase()} rescisao`)
    expect(texts(found)).toEqual([`não rescisão ${word}x`, `A RESCISÃO do ${word}`])
    expect(found.body).toMatchObject({ count: 2, hasMore: false, nextCursor: null })
    expect(found.body.messages[0]).toMatchObject({
      ticketId: id,
      seq: 3,
      fromMe: false,
      sender: { kind: 'contact' },
      whatsapp: { name: channel.name },
    })
    expect(texts(await find(admin, `${word} 100%`))).toEqual([])
    expect(texts(await find(admin, `${word.slice(2)}x`))).toEqual([`não rescisão ${word}x`])
  })

  it('goes over all that one may see and nothing else', async () => {
    const word = `v${randomUUID().slice(0, 6)}`
    const mayPeek = (value: string) => admin.api.put('/settings/allowPeek', { value })
    await mayPeek('disabled')
    const mine = await conversation(queues[0], 'open', `${word} suporte`)
    const theirs = await conversation(queues[1], 'open', `${word} financeiro`)
    await conversation(queues[0], 'pending', `${word} espera`)
    const stranger = (await app.newTenant()).admin
    expect(texts(await find(agent, word))).toEqual([`${word} suporte`])
    expect(texts(await find(other, word))).toEqual([`${word} financeiro`])
    expect(texts(await find(admin, word))).toHaveLength(3)
    expect(texts(await find(stranger, word))).toEqual([])
    expect((await find(agent, word, { ticketId: theirs })).body.error).toBe('ERR_NO_TICKET_FOUND')
    expect((await find(stranger, word, { ticketId: mine })).body.error).toBe('ERR_NO_TICKET_FOUND')

    await mayPeek('enabled')
    expect(texts(await find(agent, word))).toEqual([`${word} espera`, `${word} suporte`])
  })

  it('looks back over all days, page by page, and leaves nothing out', async () => {
    const word = `d${randomUUID().slice(0, 6)}`
    const id = await conversation(
      queues[0],
      'open',
      ...Array.from({ length: 45 }, (_, index) => `${word} ${index + 1}`),
    )
    const age = "now() - (45 - seq) * interval '9 days 5 hours'"
    await app.db.owner(`update message set created_at = ${age} where ticket_id = $1 and tenant_id = $2`, [
      id,
      company.tenantId,
    ])
    await app.db.owner("update ticket set created_at = now() - interval '2 years' where id = $1 and tenant_id = $2", [
      id,
      company.tenantId,
    ])
    const expected = Array.from({ length: 45 }, (_, index) => `${word} ${45 - index}`)
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const page: { body: Found } = await find(admin, word, { pageSize: 20, ...(cursor ? { cursor } : {}) })
      walked.push(...texts(page))
      cursor = page.body.nextCursor
    } while (cursor)
    expect(walked).toEqual(expected)
    expect(texts(await find(admin, word, { pageSize: 20, pageNumber: 2 }))).toEqual(expected.slice(20, 40))

    const within = await find(agent, word, { ticketId: id, pageSize: 30 })
    expect(texts(within)).toEqual(expected.slice(0, 30))
    const rest = await find(agent, word, { ticketId: id, pageSize: 30, cursor: within.body.nextCursor ?? '' })
    expect(texts(rest)).toEqual(expected.slice(30))
    expect(rest.body).toMatchObject({ count: 45, hasMore: false })
  })

  it('refuses what would cost too much or makes no sense', async () => {
    expect((await find(admin, 'ab')).body.error).toBe('ERR_VALIDATION')
    expect((await find(admin, '%_%')).body.error).toBe('ERR_VALIDATION')
    expect((await find(admin, 'boleto', { pageNumber: 21 })).body.error).toBe('ERR_TOO_MANY_PAGES')
    expect((await find(admin, 'boleto', { cursor: '21.400.m5.00000000-0000-0000-0000-000000000000' })).body.error).toBe(
      'ERR_TOO_MANY_PAGES',
    )
    expect((await find(admin, 'boleto', { cursor: 'x' })).body.error).toBe('ERR_VALIDATION')
  })
})

describe('drafts', () => {
  const save = (who: Person, ticketId: number, body: object) =>
    who.api.put<Draft & Refusal>(`/drafts/${ticketId}`, body)
  const list = async (who: Person) => (await who.api.get<Draft[]>('/drafts')).body

  it('follow the person to other devices, the newest winning whatever comes last', async () => {
    const id = await conversation(queues[0], 'open', 'Oi')
    const [ear, wall] = [await app.socket(agent.token), await app.socket(other.token)]
    const event = `${company.tenantId}:draft`
    expect((await save(agent, id, { body: 'Bom dia, vou' })).body).toMatchObject({ ticketId: id, body: 'Bom dia, vou' })
    const heard = await until(() => ear.received.find((each) => each.event === event))
    expect(heard.payload).toMatchObject({ ticketId: id, draft: { body: 'Bom dia, vou' } })
    expect(wall.received.filter((each) => each.event === event)).toEqual([])

    expect((await save(agent, id, { body: 'velho', age: 60_000 })).body.body).toBe('Bom dia, vou')
    expect(await list(agent)).toMatchObject([{ ticketId: id, body: 'Bom dia, vou' }])
    expect(await list(admin)).toEqual([])

    // a note is another matter
    expect((await save(agent, id, { body: 'aos colegas', isNote: true })).body.body).toBe('aos colegas')
    expect((await list(agent)).map(({ body }) => body).sort()).toEqual(['Bom dia, vou', 'aos colegas'])

    expect((await save(agent, id, { body: '' })).body.body).toBe('')
    expect((await save(agent, id, { body: 'de antes', age: 60_000 })).body.body).toBe('')
  })

  it('are for tickets that one sees, and bounded', async () => {
    const id = await conversation(queues[0], 'open', 'Oi')
    expect((await save(other, id, { body: 'x' })).body.error).toBe('ERR_NO_TICKET_FOUND')
    expect((await save(agent, id, { body: 'x'.repeat(8_001) })).body.error).toBe('ERR_VALIDATION')
    await save(agent, id, { body: 'meu' })
    const mine = async () => (await list(agent)).some(({ ticketId }) => ticketId === id)
    expect(await mine()).toBe(true)
    await app.db.owner('update ticket set queue_id = $1 where id = $2 and tenant_id = $3', [
      queues[1],
      id,
      company.tenantId,
    ])
    expect(await mine()).toBe(false)
  })
})

describe('keys of one’s own', () => {
  interface Choices {
    keys: Record<string, string>
  }
  it('are kept for the person and told to their other tabs', async () => {
    const ear = await app.socket(agent.token)
    const keys = { 'ticket.resolve': 'mod+shift+e', 'go.tasks': 'g x' }
    expect((await agent.api.put<Choices>('/shortcuts', { keys })).body).toEqual({ keys })
    await until(() => ear.received.find(({ event }) => event === `${company.tenantId}:shortcuts`))
    expect((await agent.api.get<Choices>('/shortcuts')).body).toEqual({ keys })
    expect((await other.api.get<Choices>('/shortcuts')).body).toEqual({ keys: {} })
    expect((await agent.api.put<Choices>('/shortcuts', { keys: {} })).body).toEqual({ keys: {} })
    expect((await agent.api.get<Choices>('/shortcuts')).body).toEqual({ keys: {} })
  })

  it('are keys', async () => {
    for (const keys of [{ a: '' }, { a: 'mod+' }, { a: 'x'.repeat(70) }, { a: 5 }, { a: 'g a b' }])
      expect((await agent.api.put<Refusal>('/shortcuts', { keys })).body.error).toBe('ERR_VALIDATION')
  })
})
