import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codeOf, egress, open, operators, standIn } from './egress.fixture.ts'
import { endpointsOf } from './endpoints.ts'
import type { Resolver } from './policy.ts'

describe('a call to an endpoint', () => {
  it('goes where the operator sent it, with query, JSON and only the headers that are the caller’s to set', async () => {
    const server = await standIn((_, response) => response.writeHead(201, { 'x-id': '7' }).end('{"ok":true}'))
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server, '/v1') })
    const answer = await http.request('api:/send?a=1', {
      method: 'POST',
      json: { text: 'olá' },
      query: { b: 'x y', c: undefined, d: false },
      headers: { Authorization: 'Bearer k', Host: 'evil', 'X-Forwarded-For': '1.1.1.1', Connection: 'upgrade' },
    })
    expect([answer.status, answer.headers['x-id'], await answer.json()]).toEqual([201, '7', { ok: true }])
    const [request] = server.seen
    expect(request).toMatchObject({ method: 'POST', url: '/v1/send?a=1&b=x+y&d=false', body: '{"text":"olá"}' })
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer k',
      host: `127.0.0.1:${server.port}`,
      'content-type': 'application/json',
    })
    expect(request?.headers['x-forwarded-for']).toBeUndefined()
  })

  it('takes forms, bytes and streams', async () => {
    const server = await standIn((_, response) => response.end())
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    const form = new FormData()
    form.append('chat_id', '5')
    form.append('photo', new Blob(['pixels'], { type: 'image/png' }), 'a.png')
    await http.request('api:/form', { method: 'POST', body: form })
    await http.request('api:/bytes', { method: 'PUT', body: new TextEncoder().encode('raw') })
    await http.request('api:/stream', { method: 'POST', body: new Blob(['flow']).stream() })
    await http.request('api:/known', { method: 'POST', body: new Blob(['four']).stream(), bodyBytes: 4 })
    expect(server.seen.map(({ body }) => body).slice(1)).toEqual(['raw', 'flow', 'four'])
    const lengths = server.seen.slice(2).map(({ headers }) => [headers['content-length'], headers['transfer-encoding']])
    expect(lengths).toEqual([
      [undefined, 'chunked'],
      ['4', undefined],
    ])
    expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(server.seen[0]?.body).toMatch(/name="photo"; filename="a.png"\r\nContent-Type: image\/png\r\n\r\npixels/)
  })

  it('answers any status, decompressed, once', async () => {
    const server = await standIn((_, response) =>
      response.writeHead(404, { 'content-encoding': 'gzip' }).end(gzipSync('not here')),
    )
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    const answer = await http.request('api:/x')
    expect([answer.status, await answer.text()]).toEqual([404, 'not here'])
    await expect(answer.text()).rejects.toThrow(TypeError)
  })

  it('is refused for any other address, unknown endpoint or broken header', async () => {
    const server = await standIn((_, response) => response.end())
    const http = egress({ allow: `127.0.0.1:${server.port}` }).clientFor({
      name: 'bot',
      endpoints: { api: { base: 'https://api.example.com', byOperator: false } },
    })
    for (const address of [server.url, 'other:/x', 'api:x', '//host/x', 'nonsense', 'file:///etc/passwd'])
      expect(await codeOf(http.request(address)), address).toBe('MISCONFIGURED')
    expect(await codeOf(http.request('api:/x', { headers: { 'x-key': 'a\r\nhost: evil' } }))).toBe('MISCONFIGURED')
    expect(server.seen).toEqual([])
  })

  it('may be any host below a name that the manifest declares, and no other', async () => {
    const endpoints = { files: { base: 'https://*.cdn.test', byOperator: false } }
    // every name leads to a place that the policy refuses: how far a call gets tells whether the host is declared
    const reached: string[] = []
    const resolver: Resolver = async (host) => {
      reached.push(host)
      return ['10.0.0.1']
    }
    const http = egress({ resolver }).clientFor({ name: 'bot', endpoints })
    const others = ['https://cdn.test/x', 'https://evilcdn.test/x', 'http://a.cdn.test/x', 'https://a.cdn.test.evil/x']
    for (const address of ['https://a.cdn.test/x', 'https://b.c.cdn.test/y', ...others, 'https://evil/.cdn.test'])
      expect(await codeOf(http.request(address)), address).toBe('MISCONFIGURED')
    expect(reached).toEqual(['a.cdn.test', 'b.c.cdn.test'])
  })

  it('does not leave its host when the path looks like an authority', async () => {
    const server = await standIn((_, response) => response.end())
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    await http.request('api:/\\evil.example/x')
    await http.request('api:/@evil.example/x')
    expect(server.seen).toHaveLength(2)
  })

  it('declared in a manifest obeys the policy, unless the operator overrides it', async () => {
    const server = await standIn((_, response) => response.end('inside'))
    const declared = { api: server.url }
    const plain = egress().clientFor({ name: 'bot', endpoints: endpointsOf('bot', declared, {}) })
    expect(await codeOf(plain.request('api:/'))).toBe('MISCONFIGURED')
    const env = { RECADO_ENDPOINT_BOT_API: server.url }
    const overridden = egress().clientFor({ name: 'bot', endpoints: endpointsOf('bot', declared, env) })
    expect((await overridden.request('api:/')).status).toBe(200)
    expect(() => endpointsOf('bot', declared, { RECADO_ENDPOINT_BOT_API: 'localhost:1' })).toThrow(
      'RECADO_ENDPOINT_BOT_API',
    )
  })
})

describe('an address that a tenant typed', () => {
  it('is refused when its name leads to a private address', async () => {
    const server = await standIn((_, response) => response.end('secret'))
    const address = `http://inside.test:${server.port}/`
    const http = egress().clientFor({ name: 'bot', tenantAddresses: [address] })
    const error = await http.request(address).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'MISCONFIGURED', detail: `address not allowed: inside.test:${server.port}` })
    expect(server.seen).toEqual([])
  })

  it('passes when the operator allows it, and no other address of the client does', async () => {
    const server = await standIn((_, response) => response.end('hi'))
    const address = `http://n8n.test:${server.port}`
    const allow = `n8n.test:${server.port},other.test:${server.port}`
    const http = egress({ allow }).clientFor({ name: 'bot', tenantAddresses: [`${address}/hook`] })
    expect(await (await http.request(`${address}/hook/2`)).text()).toBe('hi')
    expect(await codeOf(http.request(`http://other.test:${server.port}/`))).toBe('MISCONFIGURED')
    const anywhere = egress({ allow }).clientFor({ name: 'flow', tenantAddresses: 'any' })
    expect((await anywhere.request(`http://other.test:${server.port}/`)).status).toBe(200)
  })

  it('is no way to an operator’s endpoint, which the plugin itself may call', async () => {
    const server = await standIn((_, response) => response.end('inside'))
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server), tenantAddresses: [server.url] })
    expect(await codeOf(http.request(`${server.url}/x`))).toBe('MISCONFIGURED')
    expect((await http.request('api:/x')).status).toBe(200)
    const untyped = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    expect((await untyped.request(`${server.url}/x`)).status).toBe(200)
  })

  it('on a port of another protocol is refused', async () => {
    const http = egress({ allow: 'a.test:6667' }).clientFor({ name: 'bot', tenantAddresses: ['http://a.test:6667'] })
    expect(await codeOf(http.request('http://a.test:6667/'))).toBe('MISCONFIGURED')
  })

  it('keeps its name for TLS, though the address is what is connected to', async () => {
    const names: string[] = []
    const server = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name)
        done(new Error('no certificate here'))
      },
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => new Promise((resolve) => server.close(resolve)))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const tenantAddresses = [`https://flow.test:${port}`]
    const http = egress({ allow: `flow.test:${port}` }).clientFor({ name: 'bot', tenantAddresses })
    expect(await codeOf(http.request(`https://flow.test:${port}/`, { method: 'POST' }))).toBe('TEMPORARY')
    expect(names).toEqual(['flow.test'])
  })

  it('is connected to as it was resolved: a second answer of the name server cannot slip in', async () => {
    const good = await standIn((_, response) => response.writeHead(200, { connection: 'close' }).end('good'), {
      host: '127.0.0.2',
    })
    const inner = await standIn((_, response) => response.end('inner'), { host: '127.0.0.1', port: good.port })
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']]
    let asked = 0
    const resolver: Resolver = async () => answers[asked++] ?? []
    const address = `http://rebind.test:${good.port}/`
    const http = egress({ allow: `127.0.0.2:${good.port}`, resolver }).clientFor({
      name: 'bot',
      tenantAddresses: [address],
    })
    expect(await (await http.request(address)).text()).toBe('good')
    expect(asked).toBe(1)
    expect(good.seen[0]?.headers.host).toBe(`rebind.test:${good.port}`)
    expect(await codeOf(http.request(address))).toBe('MISCONFIGURED')
    expect(await codeOf(http.request(address))).toBe('MISCONFIGURED')
    expect([asked, inner.seen, good.seen.length]).toEqual([3, [], 1])
  })

  it('does not use a connection that an operator’s endpoint left open', async () => {
    const server = await standIn((_, response) => response.end('inside'))
    const one = egress()
    const env = { RECADO_ENDPOINT_BOT_API: `http://localhost:${server.port}` }
    const trusted = one.clientFor({ name: 'bot', endpoints: endpointsOf('bot', { api: 'https://x.example' }, env) })
    await (await trusted.request('api:/')).text()
    const typed = one.clientFor({ name: 'bot', tenantAddresses: [`http://localhost:${server.port}`] })
    expect(await codeOf(typed.request(`http://localhost:${server.port}/`))).toBe('MISCONFIGURED')
    expect(server.seen).toHaveLength(1)
  })
})
