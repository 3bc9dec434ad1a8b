import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { type Host, type HostOptions, startHost } from './host.ts'

let host: Host | null = null

async function begin(options: HostOptions = {}) {
  host = await startHost(options)
  return { host, client: createClient(host) }
}

afterEach(async () => {
  await host?.stop()
  host = null
})

describe('messages', () => {
  it('go both ways, in order, with receipts', async () => {
    const { host, client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    const uuid = await socket.say('Oi, tudo bem?')
    expect(host.core.texts(session.visitor)).toEqual(['Oi, tudo bem?'])

    const row = await host.core.agentSends(session.visitor, 'Tudo, e você?', { sender: 'Bia' })
    const message = await socket.message('Tudo, e você?')
    expect(message).toMatchObject({ id: row.id, seq: 2, mine: false, sender: 'Bia' })
    expect(row.status).toBe('delivered')

    socket.send({ type: 'read', upto: row.id })
    const receipt = await host.core.events.waitFor((event) => event.kind === 'receipt')
    expect(receipt).toMatchObject({ status: 'read', externalIds: [row.id] })

    const again = await client.live(session)
    expect(again.messages().map(({ id, seq }) => [id, seq])).toEqual([
      [uuid, 1],
      [row.id, 2],
    ])
  })

  it('sent twice arrive once', async () => {
    const { host, client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    const uuid = await socket.say('uma vez')
    await socket.say('uma vez', uuid)
    await client.request('POST', '/messages', { uuid, text: 'uma vez' }, session.accessToken)
    expect(host.core.texts(session.visitor)).toEqual(['uma vez'])
  })

  it('reach two tabs once each', async () => {
    const { host, client } = await begin({ nodes: 2 })
    const session = await client.session()
    const [one, two] = [await client.live(session), await client.live(session)]
    const uuid = await one.say('daqui')
    await two.message('daqui')
    await host.core.agentSends(session.visitor, 'resposta')
    for (const tab of [one, two]) {
      await tab.message('resposta')
      const ids = tab
        .messages()
        .filter(({ seq }) => seq !== null)
        .map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
      expect(ids[0]).toBe(uuid)
    }
  })

  it('reach a socket of another node, which reports them delivered', async () => {
    const { host, client } = await begin({ nodes: 2 })
    const session = await client.session()
    // Two requests have turned the wheel: the next socket lands on the second node, sends go through the first.
    await client.request('GET', '/config')
    await client.request('GET', '/config')
    const socket = await client.live(session)
    const long = 'á'.repeat(3_900)
    const row = await host.core.agentSends(session.visitor, long)
    await socket.message(long)
    await host.core.events.waitFor((event) => event.kind === 'receipt' && event.status === 'delivered')
    expect(row.status).toBe('delivered')
  })

  it('missed during a gap are replayed from the cursor', async () => {
    const { host, client } = await begin({ limits: { pageSize: 3 } })
    const session = await client.session()
    const socket = await client.live(session)
    const uuid = await socket.say('antes')
    socket.cut()
    await host.quiet()
    for (let n = 1; n <= 7; n += 1) {
      expect((await host.core.agentSends(session.visitor, `resposta ${n}`)).status).toBe('sent')
    }
    host.core.setTicket(session.visitor, { status: 'closed' })
    const back = await client.live(session, uuid)
    expect(back.messages().map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8])
    const ready = back.frames.items.at(-1)
    expect(ready).toMatchObject({ type: 'ready', conversation: { status: 'closed' } })
    await host.core.events.waitFor((event) => event.kind === 'receipt' && event.externalIds?.length === 7)
  })

  it('too many or from an unknown place begin anew', async () => {
    const { host, client } = await begin({ limits: { pageSize: 2 } })
    const session = await client.session()
    await (await client.live(session)).say('antes')
    for (let n = 1; n <= 4; n += 1) await host.core.agentSends(session.visitor, `resposta ${n}`)
    const back = await client.live(session, crypto.randomUUID())
    expect(back.frames.items[0]).toEqual({ type: 'reset' })
    expect(back.messages().map(({ seq }) => seq)).toEqual([4, 5])
    const { json } = await client.request(
      'GET',
      `/history?before=${back.messages()[0]?.id}`,
      undefined,
      session.accessToken,
    )
    expect(json).toMatchObject({ older: true, messages: [{ seq: 2 }, { seq: 3 }] })
  })

  it('can be edited and removed', async () => {
    const { host, client } = await begin({ nodes: 2 })
    const session = await client.session()
    const socket = await client.live(session)
    await socket.say('oi')
    const row = await host.core.agentSends(session.visitor, 'errado')
    await host.core.edit(row, 'certo')
    await socket.frames.waitFor((frame) => frame.type === 'edited' && frame.id === row.id)
    await host.core.remove(row)
    await socket.frames.waitFor((frame) => frame.type === 'removed' && frame.id === row.id)
    const back = await client.live(session)
    expect(back.messages().at(-1)).toMatchObject({ removed: true, content: { text: '' } })
  })

  it('carry choices, quotes and typing', async () => {
    const { host, client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    await socket.say('oi')
    const buttons = [{ id: 'fin', label: 'Financeiro' }]
    const row = await host.core.agentSends(session.visitor, { type: 'buttons', text: 'Qual setor?', buttons })
    expect(await socket.message('Qual setor?')).toMatchObject({ content: { groups: [{ choices: buttons }] } })
    const uuid = crypto.randomUUID()
    socket.send({ type: 'send', uuid, choice: { id: 'fin', text: 'Financeiro' }, replyTo: row.id })
    const event = await host.core.events.waitFor((one) => one.kind === 'message' && one.externalId === uuid)
    expect(event).toMatchObject({ content: { type: 'choice', id: 'fin' }, replyTo: row.id, clientId: uuid })
    socket.send({ type: 'typing', on: true })
    await host.contexts[0]?.typing.waitFor(({ on, chat }) => on && chat.value === session.visitor)
    await host.instances[0]?.typing?.({ kind: 'webchat', value: session.visitor }, true, new AbortController().signal)
    await socket.frames.waitFor((frame) => frame.type === 'typing' && frame.on)
  })

  it('are not acknowledged before the host has them', async () => {
    const { host, client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    host.contexts[0]?.acceptWith(async () => {
      throw new Error('database away')
    })
    const uuid = crypto.randomUUID()
    socket.send({ type: 'send', uuid, text: 'oi' })
    const frame = await socket.frames.waitFor(({ type }) => type === 'error')
    expect(frame).toEqual({ type: 'error', code: 'ERR_UNAVAILABLE', retryable: true, uuid })
    host.contexts[0]?.acceptWith(host.core.accept)
    await socket.say('oi', uuid)
    expect(host.core.texts(session.visitor)).toEqual(['oi'])
  })
})

describe('polls', () => {
  it('bring the same frames and wake up for news', async () => {
    const { host, client } = await begin({ limits: { pollHoldMs: 10_000 } })
    const session = await client.session()
    const poll = (query: string) => client.request('GET', `/poll?${query}`, undefined, session.accessToken)
    const uuid = crypto.randomUUID()
    await client.request('POST', '/messages', { uuid, text: 'por HTTP' }, session.accessToken)
    const first = await poll('tag=')
    expect(first.json.frames).toMatchObject([{ type: 'message', message: { id: uuid } }, { type: 'ready' }])
    const waiting = poll(`tag=${first.json.tag}&after=${uuid}`)
    const row = await host.core.agentSends(session.visitor, 'acorda')
    const { json } = await waiting
    expect(json.frames).toEqual(
      expect.arrayContaining([{ type: 'message', message: expect.objectContaining({ id: row.id, seq: 2 }) }]),
    )
  })

  it('without news come back after a while', async () => {
    const { client } = await begin({ limits: { pollHoldMs: 20 } })
    const session = await client.session()
    const first = await client.request('GET', '/poll?tag=', undefined, session.accessToken)
    const second = await client.request('GET', `/poll?tag=${first.json.tag}`, undefined, session.accessToken)
    expect(second.json).toEqual({ frames: [], tag: first.json.tag })
  })
})
