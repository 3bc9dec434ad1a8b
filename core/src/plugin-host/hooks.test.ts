import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { startStandIn } from '@recado/sdk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sign } from '../../../sdk/examples/http-channel/src/signature.ts'
import { startDatabase, type TestDatabase } from '../../test/database.ts'
import { newCompany, startNode, type TestNode } from '../modules/channels/testing.ts'
import type { Scope } from '../platform/db/scope.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { CLASS_RULES } from './call-class.ts'
import { createPackages, entryOf, HTTP_CHANNEL, manifestOf } from './packages.fixture.ts'

let db: TestDatabase
let node: TestNode
let scope: Scope
const packages = await createPackages()
const thirdParty = await startStandIn(({ json }) => ({ json: { id: `theirs-${String(json.id)}` } }))

/** Answers, as its path says, in all ways in which a hook can. */
const HOOKS = `
  async receiveHook(request) {
    if (request.path === '/throw') throw new TypeError('broken')
    if (request.path === '/hang') return new Promise(() => {})
    if (request.path === '/bad-event') await ctx.inbound.push([{ kind: 'nonsense' }])
    if (request.path === '/push') await ctx.inbound.push([{ kind: 'removal', externalId: 'x-1', at: 1 }])
    if (request.path === '/file') {
      const { id } = await ctx.media.save(new TextEncoder().encode('<script>'), { mimeType: 'text/html', fileName: 'é.html' })
      return { media: { id, inline: true } }
    }
    if (request.path === '/page') return {
      headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': 'frame-ancestors https://shop.example', 'Set-Cookie': 'a=b' },
      body: '<p>hi</p>',
    }
    return { status: 201, json: { method: request.method, path: request.path, query: request.query, type: request.headers['content-type'], bytes: [...request.body].length, sum: request.body.reduce((a, b) => (a + b) % 65536, 0) } }
  },
  async openSocket(socket) {
    if (socket.path === '/refuse') return false
    await new Promise((resolve) => setImmediate(resolve))
    socket.onMessage((text) => { if (text === 'throw') throw new Error('in a listener'); socket.send(socket.path + ':' + text) })
    return true
  },`

beforeAll(async () => {
  db = await startDatabase()
  const sample = await packages.add(
    manifestOf('sample', { assets: './public' }),
    entryOf({
      instance: HOOKS,
      channel: `
    routeAppHook: (request) => ({ accounts: JSON.parse(new TextDecoder().decode(request.body)).accounts }),`,
    }),
    {
      'public/app.js': 'let a = 1',
      'secret.txt': 'not for you',
    },
  )
  node = await startNode(db, {
    packages: [sample, HTTP_CHANNEL],
    rules: { ...CLASS_RULES, hook: { ...CLASS_RULES.hook, limitMs: 300 } },
    egressAllow: new URL(thirdParty.url).host,
  })
  scope = await newCompany(db)
})
afterAll(async () => {
  await node.close()
  await db.close()
  await packages.remove()
  await thirdParty.close()
})

async function channel(type = 'sample', settings: Record<string, unknown> = {}, own = scope) {
  const { id, hookUrl } = await node.channels.create(own, { name: `Canal ${randomUUID().slice(0, 8)}`, type, settings })
  await node.channels.connect(own, id)
  await vi.waitFor(async () => expect((await node.channels.get(own, id)).state).toBe('connected'))
  return { id, url: node.at(hookUrl ?? '') }
}

describe('a hook', () => {
  it('brings the raw request to its channel and the plugin’s reply back, OPTIONS included', async () => {
    const { url } = await channel()
    const body = Buffer.alloc(26 * 1024 * 1024, 3)
    const answer = await fetch(`${url}/a%20b/c?x=1&y=%C3%A9`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({
      method: 'PUT',
      path: '/a%20b/c',
      query: { x: '1', y: 'é' },
      type: 'image/png',
      bytes: body.length,
      sum: (body.length * 3) % 65536,
    })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const options = await fetch(url, { method: 'OPTIONS' })
    expect(await options.json()).toMatchObject({ method: 'OPTIONS', path: '/' })
    expect((await fetch(url)).status).toBe(201)
  })

  it('keeps the plugin’s headers, drops cookies and the pages’ own', async () => {
    const { url } = await channel()
    const { headers } = await fetch(`${url}/page`)
    expect(headers.get('content-security-policy')).toBe('frame-ancestors https://shop.example')
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
    const plain = await fetch(`${url}/anything`)
    expect(plain.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('serves stored files, dangerous ones only to be saved', async () => {
    const { url } = await channel()
    const answer = await fetch(`${url}/file`)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%A9.html")
    expect(await answer.text()).toBe('<script>')
  })

  it.each([
    ['/throw', 500],
    ['/hang', 504],
    ['/bad-event', 500],
  ])('that fails at %s answers %d and the channel goes on', async (path, status) => {
    const { url } = await channel()
    for (let i = 0; i < 6; i += 1) expect((await fetch(`${url}${path}`)).status).toBe(status)
    expect((await fetch(url)).status).toBe(201)
  })

  it('whose events cannot be stored answers 503, which is not the plugin’s fault', async () => {
    const { url, id } = await channel()
    const defects = async () => (await db.system.pluginInstall.findUnique({ where: { id: 'sample' } }))?.reason
    const before = await defects()
    node.accept.with = () => Promise.reject(new AppError('ERR_UNAVAILABLE'))
    expect((await fetch(`${url}/push`)).status).toBe(503)
    node.accept.with = null
    expect(await defects()).toBe(before)
    expect((await fetch(`${url}/push`)).status).toBe(201)
    expect(node.pushed.at(-1)).toMatchObject({ channel: { channelId: id }, events: [{ kind: 'removal' }] })
  })

  it('is unknown for other keys, for switched-off channels, and at the old address after a rotation', async () => {
    const { url, id } = await channel()
    expect((await fetch(`${node.url}/hooks/${'x'.repeat(32)}`)).status).toBe(404)
    expect((await fetch(`${node.url}/hooks/x`)).status).toBe(404)
    const { hookUrl } = await node.channels.rotateHookKey(scope, id)
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch(node.at(hookUrl ?? ''))).status).toBe(201)
    await node.channels.disconnect(scope, id)
    await vi.waitFor(async () => expect((await fetch(node.at(hookUrl ?? ''))).status).toBe(404))
  })

  it('of all companies goes to the channels that it names', async () => {
    const other = await newCompany(db)
    const [a, b] = [await channel(), await channel('sample', {}, other)]
    await db.owner(`update channel set account_id = 'acct-' || id where id = any($1)`, [[a.id, b.id]])
    const post = (accounts: unknown) =>
      fetch(`${node.url}/hooks/app/sample`, { method: 'POST', body: JSON.stringify({ accounts }) })
    expect((await post([`acct-${a.id}`, `acct-${b.id}`])).status).toBe(201)
    expect((await post(['nobody'])).status).toBe(200)
    expect((await post({})).status).toBe(500)
    expect((await fetch(`${node.url}/hooks/app/nobody`)).status).toBe(404)
  })
})

describe('a socket', () => {
  const open = (url: string) => {
    const ws = new WebSocket(url.replace('http', 'ws'))
    const texts: string[] = []
    ws.addEventListener('message', ({ data }) => texts.push(String(data)))
    const closed = new Promise<number>((resolve) => ws.addEventListener('close', ({ code }) => resolve(code)))
    return { ws, texts, closed, opened: new Promise((resolve) => ws.addEventListener('open', resolve)) }
  }

  it('carries texts both ways, early ones included, and survives a throwing listener', async () => {
    const { url } = await channel()
    const { ws, texts, opened } = open(`${url}/socket?x=1`)
    await opened
    for (const text of ['early', 'throw', 'later']) ws.send(text)
    await vi.waitFor(() => expect(texts).toEqual(['/socket:early', '/socket:later']))
    ws.close()
  })

  it('is refused by the plugin, for unknown keys, for bytes and for large frames', async () => {
    const { url } = await channel()
    expect(await open(`${url}/refuse`).closed).toBe(1008)
    expect(await open(`${node.url}/hooks/${'y'.repeat(32)}/socket`).closed).toBe(1006)
    const binary = open(`${url}/socket`)
    await binary.opened
    binary.ws.send(new Uint8Array([1]))
    expect(await binary.closed).toBe(1003)
    const large = open(`${url}/socket`)
    await large.opened
    large.ws.send('x'.repeat(70_000))
    expect(await large.closed).toBe(1009)
  })

  it('is told to come again when its channel is opened anew', async () => {
    const { url, id } = await channel()
    const { closed, opened } = open(`${url}/socket`)
    await opened
    await vi.waitFor(() => expect(node.host.sessions.isOwned(scope.tenantId, id)).toBe(true))
    node.host.channelChanged({ tenantId: scope.tenantId, channelId: id }, 'reconnect')
    expect(await closed).toBe(1012)
  })
})

it('assets are revalidated, embeddable, and nothing else of the package is served', async () => {
  const answer = await fetch(`${node.url}/assets/sample/app.js`)
  expect(await answer.text()).toBe('let a = 1')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const etag = answer.headers.get('etag') ?? ''
  // `fetch` asks for a fresh copy by itself when it is given a condition.
  const again = await new Promise((resolve) =>
    get(`${node.url}/assets/sample/app.js`, { headers: { 'if-none-match': etag } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }),
  )
  expect(again).toBe(304)
  for (const path of [
    'sample/..%2fsecret.txt',
    'sample/%2e%2e/secret.txt',
    'sample/',
    'http-channel/package.json',
    'no/x',
  ])
    expect((await fetch(`${node.url}/assets/${path}`)).status, path).toBeGreaterThanOrEqual(400)
})

it('a third party’s plugin works unchanged: the HTTP channel of the SDK', async () => {
  const { id, url } = await channel('http-channel', { url: `${thirdParty.url}/in`, secret: 'shared-secret-of-both' })
  const body = JSON.stringify({
    type: 'message',
    id: 'm-1',
    from: { id: 'ana', name: 'Ana' },
    text: 'Oi',
    at: Date.now(),
  })
  const post = (secret: string) => {
    const now = Date.now()
    const headers = { 'x-recado-timestamp': String(now), 'x-recado-signature': sign(secret, now, body) }
    return fetch(url, { method: 'POST', body, headers })
  }
  expect((await post('wrong')).status).toBe(401)
  expect((await post('shared-secret-of-both')).status).toBe(202)
  expect(node.pushed.at(-1)).toMatchObject({
    channel: { channelId: id, type: 'http-channel', addressScope: 0 },
    epoch: expect.any(Number),
    events: [{ kind: 'message', externalId: 'm-1', content: { text: 'Oi' } }],
  })
  const channelHere = node.host.sessions.instance(scope.tenantId, id)
  const sent = {
    id: randomUUID(),
    seq: 1,
    to: { kind: 'http', value: 'ana' },
    isGroup: false,
    attempt: 1,
    sender: null,
  }
  const content = { type: 'text' as const, text: 'Olá' }
  expect(await channelHere?.call('send', [{ ...sent, content }], 'send')).toEqual({ externalId: `theirs-${sent.id}` })
  expect(thirdParty.requests.items).toMatchObject([{ path: '/in', json: { to: 'ana', text: 'Olá' } }])
})
