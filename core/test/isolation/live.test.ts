import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, until } from '../app.ts'
import { inboundText, makeRichCompany, pushEvents, type RichCompany } from '../rich-company.ts'
import { ask } from '../routes.ts'
import { fingerprint } from './foreign.ts'

let app: TestApp
let own: RichCompany
let other: RichCompany
beforeAll(async () => {
  app = await startApp()
  own = await makeRichCompany(app)
  other = await makeRichCompany(app)
}, 60_000)
afterAll(() => app.close())

type Live = Awaited<ReturnType<TestApp['socket']>>
const BODY_LIMIT = 32 * 1024 * 1024
const say = (socket: Live, event: string, ...args: unknown[]): Promise<object> =>
  socket.timeout(5000).emitWithAck(event, ...args)
const joined = (ticket: number, socket: Live) => say(socket, 'joinChatBox', ticket)

describe('sockets', () => {
  it('do not open another company’s ticket, by any of its names', async () => {
    const watcher = await app.socket(other.agent.token)
    expect(await joined(other.ids.ticket, watcher)).toMatchObject({ ok: true })
    for (const { token } of [own.admin, own.agent]) {
      const socket = await app.socket(token)
      for (const id of [other.ids.ticket, String(other.ids.ticket), other.closedTicket])
        expect(await say(socket, 'joinChatBox', id)).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
      const missing = await say(socket, 'joinChatBox', 2_147_483_000)
      expect(missing).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
      expect(await say(socket, 'typing', { ticketId: other.ids.ticket, on: true })).toEqual({ ok: false })
      for (const odd of [null, -1, 1.5, {}, [other.ids.ticket], 'x', { id: other.ids.ticket }])
        expect(await say(socket, 'joinChatBox', odd)).toEqual({ ok: false, error: 'ERR_VALIDATION' })
      // events with another company's prefix are nobody's
      socket.emit(`${other.ids.tenant}:joinChatBox`, other.ids.ticket)
      socket.emit(`${other.ids.tenant}:typing`, { ticketId: other.ids.ticket, on: true })
      expect(await say(socket, 'setUserActive')).toEqual({ ok: true })
    }
    expect(watcher.received.filter(({ event }) => /typing|viewers/.test(event)).flatMap(namesIn)).not.toContain(
      own.agent.name,
    )
  })

  it('hear nothing of another company, whatever happens there', async () => {
    const ears = await Promise.all([own.admin, own.agent].map(({ token }) => app.socket(token)))
    const control = await app.socket(other.admin.token)
    for (const ear of ears)
      for (const room of ['joinNotification', 'joinTickets', `${other.ids.tenant}:joinTickets`])
        ear.emit(room, other.ids.tenant)
    await pushEvents(other.channel.hookUrl, [
      inboundText(other.customer, `Cliente ${other.canary}`, `vivo ${other.canary}`),
    ])
    await other.agent.api.post(`/messages/${other.ids.ticket}`, { body: `resposta viva ${other.canary}` })
    await other.admin.api.post('/chat-interno/messages', { groupId: other.ids.chatGroup, body: `viva ${other.canary}` })
    await other.admin.api.put(`/queue/${other.ids.queue}`, { name: `Fila viva ${other.canary}` })
    await other.admin.api.put(`/tickets/${other.ids.ticket}`, {
      userId: other.admin.id,
      queueId: null,
      isTransference: true,
    })
    await other.admin.api.put(`/tickets/${other.ids.ticket}`, { status: 'closed' })
    await until(() => JSON.stringify(control.received).includes('"status":"closed"'))
    for (const ear of ears) {
      // its own events still come, and after them nothing can be under way any more
      const mark = `marca ${randomUUID()}`
      await pushEvents(own.channel.hookUrl, [inboundText(own.customer, `Cliente ${own.canary}`, mark)])
      await until(() => JSON.stringify(ear.received).includes(mark))
      const heard = JSON.stringify(ear.received)
      expect(heard.includes(other.canary) || heard.includes(other.customer)).toBe(false)
      expect(ear.received.filter(({ event }) => !event.startsWith(`${own.ids.tenant}:`))).toEqual([])
    }
    expect(JSON.stringify(control.received)).toContain(other.canary)
  })

  it('let nobody in without a good token', async () => {
    const fileToken = other.fileUrl.split('/files/')[1] ?? ''
    for (const token of [undefined, '', 'x', fileToken, `${other.admin.token}x`, { $ne: 1 }]) {
      const socket = io(app.url, {
        transports: ['websocket'],
        auth: { token, tenantId: other.ids.tenant },
        reconnection: false,
      })
      const refusal = await new Promise<Error>((done) => socket.once('connect_error', done))
      expect(refusal.message).toBe('tokenInvalid')
      socket.disconnect()
    }
  })
})

describe('files', () => {
  it('are had by their signed address alone', async () => {
    expect((await fetch(other.fileUrl)).status).toBe(200)
    const token = other.fileUrl.split('/files/')[1]?.split('?')[0] ?? ''
    const mine = own.fileUrl.split('/files/')[1]?.split('?')[0] ?? ''
    const middle = Math.floor(token.length / 2)
    const flipped = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
    const mixed = [token.slice(0, middle) + mine.slice(middle), mine.slice(0, middle) + token.slice(middle)]
    const wrong = [
      flipped,
      ...mixed,
      token.slice(0, -1),
      `${token}A`,
      other.ids.media,
      own.admin.token,
      'x',
      '..%2f..%2fetc%2fpasswd',
    ]
    for (const path of wrong) {
      const answer = await ask(app.url, 'GET', `/files/${path}`, { token: own.admin.token })
      expect([403, 404], path).toContain(answer.status)
      expect(answer.text).not.toContain(other.canary)
    }
  })
})

describe('hooks', () => {
  const at = Date.now()
  const post = (url: string, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(url, { method: 'POST', headers, body })

  it('know nothing but their own channel', async () => {
    const before = await fingerprint(app.db, other.ids.tenant)
    const from = { kind: 'phone', value: other.customer }
    const externalId = other.ids.external
    await pushEvents(own.channel.hookUrl, [
      { kind: 'edit', externalId, content: { type: 'text', text: 'trocado' }, at },
      { kind: 'removal', externalId, at },
      { kind: 'reaction', externalId, from, emoji: '💥', at },
      { kind: 'receipt', externalIds: [externalId, other.sentMessage], status: 'failed', at },
      { kind: 'receipt', chat: from, status: 'read', at },
      { kind: 'contact', party: { addresses: [from], name: 'trocado' }, blocked: true, at },
      inboundText(other.customer, 'trocado', 'mesmo cliente, outra empresa', {
        externalId,
        clientId: other.ids.message,
      }),
    ])
    const { body } = await own.admin.api.get<{ contacts: { name: string }[] }>(
      `/contacts?searchParam=${other.customer}`,
    )
    expect(body.contacts).toMatchObject([{ name: 'trocado' }])
    expect(await fingerprint(app.db, other.ids.tenant)).toEqual(before)
  })

  it('refuse what is no address of theirs, and what is no event', async () => {
    const { hookUrl } = other.channel
    const before = await fingerprint(app.db, other.ids.tenant)
    const key = hookUrl.split('/hooks/')[1] ?? ''
    for (const path of [
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      String(other.ids.channel),
      'app/fake',
      'x'.repeat(900),
    ])
      expect((await post(`${app.url}/hooks/${path}`, '{"events":[]}')).status, path.slice(0, 20)).toBe(404)
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    for (const body of [
      '',
      'null',
      '[]',
      '{',
      '{"events":{}}',
      '{"events":[{"kind":"message"}]}',
      nested,
      '{"events":[null]}',
    ])
      expect((await post(hookUrl, body)).status, body.slice(0, 30)).toBe(400)
    expect((await post(hookUrl, 'x'.repeat(BODY_LIMIT + 1))).status).toBe(413)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post(hookUrl, '--x\r\n', broken)).status).toBeLessThan(500)
    expect(await fingerprint(app.db, other.ids.tenant)).toEqual(before)
  })
})

const namesIn = ({ payload }: { payload: unknown }): string[] =>
  [...JSON.stringify(payload).matchAll(/"name":"([^"]+)"/g)].map((match) => match[1] ?? '')
