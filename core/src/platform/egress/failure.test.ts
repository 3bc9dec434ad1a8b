import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codeOf, egress, operators, standIn } from './egress.fixture.ts'
import type { Resolver } from './policy.ts'

describe('a failure', () => {
  const reset = () => standIn((request) => request.socket.resetAndDestroy())
  const statesOf = async (http: ReturnType<ReturnType<typeof egress>['clientFor']>, init = {}) => {
    const codes: string[] = []
    for (const method of ['GET', 'PUT', 'DELETE', 'POST', 'PATCH'] as const)
      codes.push(await codeOf(http.request('api:/', { method, ...init })))
    return codes
  }
  const ONCE_SENT = ['TEMPORARY', 'TEMPORARY', 'TEMPORARY', 'AMBIGUOUS', 'AMBIGUOUS']
  const NEVER_SENT = Array<string>(5).fill('TEMPORARY')

  it('before the request was sent leaves nothing open', async () => {
    const gone = await standIn((_, response) => response.end())
    await gone.close()
    expect(await statesOf(egress().clientFor({ name: 'bot', endpoints: operators(gone) }))).toEqual(NEVER_SENT)
    const endpoints = { api: { base: 'https://nowhere.example', byOperator: false } }
    const resolver: Resolver = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    expect(await statesOf(egress({ resolver }).clientFor({ name: 'bot', endpoints }))).toEqual(NEVER_SENT)
    const error = await egress({ resolver })
      .clientFor({ name: 'bot', endpoints })
      .request('api:/')
      .catch((e) => e)
    expect(error.detail).toBe('no answer from nowhere.example')
  })

  it('after it was sent leaves open what became of a POST', async () => {
    expect(await statesOf(egress().clientFor({ name: 'bot', endpoints: operators(await reset()) }))).toEqual(ONCE_SENT)
    const silent = await standIn(() => undefined)
    const http = egress().clientFor({ name: 'bot', endpoints: operators(silent) })
    expect(await statesOf(http, { timeoutMs: 60 })).toEqual(ONCE_SENT)
    const cut = await standIn((request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => request.socket.destroy())
    })
    const broken = egress().clientFor({ name: 'bot', endpoints: operators(cut) })
    expect(await codeOf(broken.request('api:/', { method: 'POST' }).then((answer) => answer.text()))).toBe('AMBIGUOUS')
    expect(await codeOf(broken.request('api:/').then((answer) => answer.text()))).toBe('TEMPORARY')
  })

  it('of a name server that never answers is a time limit, with nothing sent', async () => {
    const resolver: Resolver = () => new Promise(() => undefined)
    const endpoints = { api: { base: 'https://slow.example', byOperator: false } }
    const http = egress({ resolver }).clientFor({ name: 'bot', endpoints })
    expect(await codeOf(http.request('api:/', { method: 'POST', timeoutMs: 30 }))).toBe('TEMPORARY')
  })

  it('is what too large an answer is, compressed or not', async () => {
    const server = await standIn(({ url }, response) => {
      if (url === '/zip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))
      else response.end('x'.repeat(2_000))
    })
    const http = egress().clientFor({ name: 'bot', endpoints: operators(server) })
    const read = async (path: string, maxBytes: number) =>
      (await http.request(`api:${path}`, { maxBytes })).bytes().then((bytes) => bytes.byteLength)
    expect(await codeOf(read('/', 1_999))).toBe('REJECTED')
    expect(await read('/', 2_000)).toBe(2_000)
    expect(await codeOf(read('/zip', 500_000))).toBe('REJECTED')
  })

  it('ends with the caller’s signal and with the instance', async () => {
    const silent = await standIn(() => undefined)
    const closing = new AbortController()
    const http = egress().clientFor({ name: 'bot', endpoints: operators(silent), signal: closing.signal })
    expect(await codeOf(http.request('api:/', { signal: AbortSignal.abort() }))).toBe('TEMPORARY')
    const waiting = codeOf(http.request('api:/', { method: 'POST' }))
    await expect.poll(() => silent.seen.length).toBe(1)
    closing.abort()
    expect(await waiting).toBe('AMBIGUOUS')
  })
})
