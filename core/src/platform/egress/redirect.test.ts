import { describe, expect, it } from 'vitest'
import { codeOf, egress, operators, standIn } from './egress.fixture.ts'

describe('a redirect', () => {
  const redirecting = (to: () => string, status = 302) =>
    standIn((_, response) => response.writeHead(status, { location: to() }).end())

  it('is followed, and tells another host neither keys nor cookies', async () => {
    const target = await standIn((_, response) => response.end('there'))
    const first = await redirecting(() => `http://b.test:${target.port}/new`)
    const http = egress({ allow: `a.test:${first.port},b.test:${target.port}` }).clientFor({
      name: 'bot',
      tenantAddresses: [`http://a.test:${first.port}`],
    })
    const answer = await http.request(`http://a.test:${first.port}/old`, {
      method: 'POST',
      json: { a: 1 },
      headers: { authorization: 'Bearer k', 'x-api-key': 'k', cookie: 'k=1', accept: 'text/plain' },
    })
    expect(await answer.text()).toBe('there')
    expect(target.seen[0]).toMatchObject({ method: 'GET', url: '/new', body: '' })
    expect(target.seen[0]?.headers.accept).toBe('text/plain')
    expect(Object.keys(target.seen[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']))
    expect(target.seen[0]?.headers['x-api-key']).toBeUndefined()
    expect(target.seen[0]?.headers.cookie).toBeUndefined()
  })

  it('repeats the request with 307 and 308, keys included on the same host', async () => {
    let count = 0
    const server = await standIn((_, response) => {
      count += 1
      if (count === 1) response.writeHead(307, { location: '/again' }).end()
      else response.end('done')
    })
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    await http.request('api:/', { method: 'POST', json: { a: 1 }, headers: { authorization: 'k' } })
    expect(server.seen[1]).toMatchObject({ method: 'POST', url: '/again', body: '{"a":1}' })
    expect(server.seen[1]?.headers.authorization).toBe('k')
  })

  it('to a private address is refused, even where an operator’s endpoint is', async () => {
    const endpoint = await standIn((_, response) => response.end('inside'))
    const metadata = await redirecting(() => 'http://169.254.169.254/latest/meta-data/')
    const toEndpoint = await redirecting(() => endpoint.url)
    const allow = `127.0.0.1:${metadata.port},127.0.0.1:${toEndpoint.port}`
    const http = egress({ allow }).clientFor({
      name: 'bot',
      endpoints: operators(endpoint),
      tenantAddresses: [metadata.url, toEndpoint.url],
    })
    expect(await codeOf(http.request(metadata.url))).toBe('MISCONFIGURED')
    expect(await codeOf(http.request(toEndpoint.url))).toBe('MISCONFIGURED')
    expect(endpoint.seen).toEqual([])
    const fromEndpoint = await redirecting(() => `${endpoint.url}/x`)
    const outward = egress().clientFor({ name: 'bot', endpoints: operators(fromEndpoint) })
    expect(await codeOf(outward.request('api:/'))).toBe('MISCONFIGURED')
  })

  it('comes to an end', async () => {
    const server = await redirecting(() => '/again')
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    expect(await codeOf(http.request('api:/'))).toBe('REJECTED')
    expect(server.seen).toHaveLength(6)
  })
})
