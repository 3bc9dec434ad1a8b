import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { type Host, type HostOptions, startHost } from './host.ts'
import { hashOf, jwtOf } from './sign.ts'

let host: Host | null = null

async function begin(options: HostOptions = {}) {
  host = await startHost(options)
  return { host, client: createClient(host) }
}

afterEach(async () => {
  await host?.stop()
  host = null
})

describe('origins', () => {
  const settings = { allowedOrigins: ['https://shop.example'] }

  it('others get no session, no settings and no socket', async () => {
    const { host } = await begin({ settings })
    const stranger = createClient(host, 'https://evil.example')
    expect(await stranger.request('POST', '/session', {})).toMatchObject({ status: 403, json: { error: 'ERR_ORIGIN' } })
    expect((await stranger.request('GET', '/config')).status).toBe(403)
    const socket = await stranger.socket()
    expect(await socket.closed.waitFor(() => true)).toBe(4403)
  })

  it('allowed ones do, with the answer readable for them alone', async () => {
    const { host } = await begin({ settings })
    const shop = createClient(host, 'https://shop.example')
    const answer = await shop.request('POST', '/session', {})
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  })

  it('none at all is for native apps, when the channel lets them', async () => {
    const { host: closed } = await begin()
    expect((await createClient(closed, null).request('POST', '/session', {})).status).toBe(403)
    await closed.stop()
    const { host: open } = await begin({ settings: { allowNoOrigin: true } })
    expect((await createClient(open, null).request('POST', '/session', {})).status).toBe(200)
  })

  it('the frame names them to the browser and runs nothing inline', async () => {
    const { client } = await begin({ settings: { ...settings, greeting: '</script><script>alert(1)</script>' } })
    const { text, headers } = await client.request('GET', '/frame')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self' https://shop.example")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toContain('<script>alert')
    const nonce = /nonce-([^']+)'/.exec(policy)?.[1]
    expect([...text.matchAll(/<script[^>]*>/g)].every(([tag]) => tag.includes(`nonce="${nonce}"`))).toBe(true)
  })
})

describe('identity', () => {
  it('verified is one conversation on all devices, wrong is refused', async () => {
    const { host, client } = await begin()
    const identity = { id: '42', hash: hashOf('42'), name: 'Ana' }
    const [phone, desk] = [await client.session({ identity }), await client.session({ identity })]
    expect(phone.verified).toBe(true)
    await (await client.live(phone)).say('do celular')
    const socket = await client.live(desk)
    expect(await socket.message('do celular')).toMatchObject({ mine: true })
    expect(host.core.partyOf('user:42')).toMatchObject({ name: 'Ana' })
    for (const wrong of [{ id: '42', hash: hashOf('41') }, { jwt: jwtOf({ sub: '42', exp: 1 }) }]) {
      const answer = await client.request('POST', '/session', { identity: wrong })
      expect(answer).toMatchObject({ status: 403, json: { error: 'ERR_IDENTITY_INVALID' } })
    }
  })

  it('a name or e-mail that is merely said opens nothing', async () => {
    const { client } = await begin()
    const known = await client.session({ identity: { id: '42', hash: hashOf('42'), email: 'ana@x.test' } })
    await (await client.live(known)).say('segredo')
    const claimed = await client.session({ identity: { id: '42', email: 'ana@x.test' } })
    expect(claimed.verified).toBe(false)
    expect((await client.live(claimed)).messages()).toEqual([])
  })

  it('found later joins what was said before, and moves the other tabs along', async () => {
    const { host, client } = await begin()
    const before = await client.session()
    const tab = await client.live(before)
    await tab.say('ainda sem nome')
    const after = await client.session({
      resumeToken: before.resumeToken,
      identity: { jwt: jwtOf({ sub: '42', exp: Date.now() / 1000 + 60 }) },
    })
    expect(await tab.closed.waitFor(() => true)).toBe(4401)
    const joined = host.core.events.items.find((event) => event.kind === 'contact')
    const values = joined?.kind === 'contact' ? joined.party.addresses.map(({ value }) => value) : []
    expect(values).toEqual(['user:42', before.visitor])
    const back = await client.live(after)
    expect(back.messages()).toMatchObject([{ content: { text: 'ainda sem nome' } }])
    const to = { kind: 'webchat', value: before.visitor }
    const content = { type: 'text', text: 'para o endereço antigo' } as const
    const message = { id: crypto.randomUUID(), seq: 9, to, isGroup: false, content, attempt: 1, sender: null }
    const sent = await host.instances[0]?.send(message, new AbortController().signal)
    expect(sent?.status).toBe('delivered')
    await back.message('para o endereço antigo')
  })

  it('of another person ends the session of the former', async () => {
    const { client } = await begin()
    const ana = await client.session({ identity: { id: '1', hash: hashOf('1') } })
    const bia = await client.session({ resumeToken: ana.resumeToken, identity: { id: '2', hash: hashOf('2') } })
    expect(bia.visitor).not.toBe(ana.visitor)
    expect((await client.request('GET', '/poll', undefined, ana.accessToken)).status).toBe(401)
  })

  it('when required keeps all others out', async () => {
    const { client } = await begin({ settings: { requireIdentity: true } })
    expect((await client.request('POST', '/session', {})).json.error).toBe('ERR_IDENTITY_REQUIRED')
    expect((await client.request('POST', '/session', { identity: { id: '42' } })).status).toBe(403)
    const session = await client.session({ identity: { id: '42', hash: hashOf('42') } })
    expect((await client.session({ resumeToken: session.resumeToken })).verified).toBe(true)
  })
})

describe('sessions', () => {
  it('a copied resume token ends them, sockets included', async () => {
    let now = Date.now()
    const { client } = await begin({ now: () => now })
    const first = await client.session()
    const second = await client.session({ resumeToken: first.resumeToken })
    await (await client.live(second)).say('oi')
    now += 61_000
    expect((await client.request('POST', '/session', { resumeToken: first.resumeToken })).status).toBe(401)
    expect((await client.request('GET', '/poll', undefined, second.accessToken)).status).toBe(401)
  })

  it('reset ends them at once', async () => {
    const { client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    expect((await client.request('POST', '/reset', undefined, session.accessToken)).status).toBe(204)
    expect(await socket.closed.waitFor(() => true)).toBe(4401)
    const next = await client.session({ resumeToken: session.resumeToken })
    expect(next.visitor).not.toBe(session.visitor)
  })

  it('an expired token closes the socket, a fresh one prolongs it', async () => {
    const { client } = await begin({ limits: { accessMs: 400 } })
    const first = await client.session()
    const socket = await client.live(first)
    const second = await client.session({ resumeToken: first.resumeToken })
    socket.send({ type: 'hello', token: second.accessToken })
    await socket.say('ainda aqui')
    expect(await socket.closed.waitFor(() => true)).toBe(4401)
  })

  it('nobody reads the conversation of another by its ids', async () => {
    const { host, client } = await begin()
    const [ana, bia] = [await client.session(), await client.session()]
    await (await client.live(ana)).say('da Ana')
    const row = await host.core.agentSends(ana.visitor, 'para a Ana')
    const socket = await client.live(bia, row.id)
    expect(socket.messages()).toEqual([])
    const history = await client.request('GET', `/history?before=${row.id}`, undefined, bia.accessToken)
    expect(history.text).not.toContain('Ana')
    socket.send({ type: 'read', upto: row.id })
    await socket.say('oi')
    expect(row.status).toBe('delivered')
  })
})

describe('abuse', () => {
  it('silence before the hello, strange frames and floods are ended', async () => {
    const { client } = await begin({ limits: { helloMs: 50 } })
    const silent = await client.socket()
    expect(await silent.closed.waitFor(() => true)).toBe(4408)
    const rude = await client.socket()
    rude.send({ type: 'send', uuid: crypto.randomUUID(), text: 'oi' })
    expect(await rude.closed.waitFor(() => true)).toBe(4401)
    const liar = await client.socket()
    liar.send({ type: 'hello', token: 'made.up' })
    expect(await liar.closed.waitFor(() => true)).toBe(4401)
    const odd = await client.live(await client.session())
    odd.send('{')
    expect(await odd.frames.waitFor(({ type }) => type === 'error')).toMatchObject({ code: 'ERR_VALIDATION' })
    for (let n = 0; n < 100; n += 1) odd.send({ type: 'ping' })
    expect(await odd.closed.waitFor(() => true)).toBe(4429)
  })

  it('messages have a length and a rate', async () => {
    const { client } = await begin()
    const socket = await client.live(await client.session())
    socket.send({ type: 'send', uuid: crypto.randomUUID(), text: 'x'.repeat(4_001) })
    expect(await socket.frames.waitFor(({ type }) => type === 'error')).toMatchObject({ code: 'ERR_MESSAGE_TOO_LONG' })
    for (let n = 0; n < 31; n += 1) socket.send({ type: 'send', uuid: crypto.randomUUID(), text: 'x' })
    await socket.frames.waitFor((frame) => frame.type === 'error' && frame.code === 'ERR_RATE_LIMITED')
  })

  it('sessions have a rate per network', async () => {
    const { client } = await begin()
    const answers = await Promise.all(Array.from({ length: 62 }, () => client.request('POST', '/session', {})))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})
