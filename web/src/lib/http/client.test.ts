import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineContract } from '@recado/core/contract'
import type { Me } from '@recado/core/modules/auth/contract'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../session/session.ts'
import { call } from './client.ts'
import { httpHandlers } from './handlers.ts'

const { routes } = defineContract('test', {
  item: {
    method: 'PUT',
    path: '/items/{id}',
    auth: 'user',
    summary: '',
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ tags: Type.Optional(Type.Array(Type.Integer())) }),
    body: Type.Object({ name: Type.String() }),
    response: Type.Object({ name: Type.String() }),
  },
  open: { method: 'GET', path: '/open', auth: 'public', summary: '', response: Type.Object({}) },
  guarded: {
    method: 'GET',
    path: '/guarded',
    auth: 'user',
    summary: '',
    response: Type.Object({ ok: Type.Boolean() }),
  },
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handle: Handler = () => undefined
let server: Server
const realFetch = globalThis.fetch

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

beforeAll(async () => {
  server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A page's relative addresses, without a page.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => realFetch(origin + url, init))
})

afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

beforeEach(() => session.signIn('old', { userId: 1, tenantId: 1 } as Me))
afterEach(() => session.clear())

describe('call', () => {
  it('sends token, language, query and body, and gives the answer', async () => {
    const seen: Record<string, unknown> = {}
    handle = async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      Object.assign(seen, { url: request.url, ...request.headers, text })
      answer(response, 200, { name: 'b' })
    }
    const result = await call(routes.item, { params: { id: 3 }, query: { tags: [1, 2] }, body: { name: 'a' } })
    expect(result).toEqual({ name: 'b' })
    expect(seen).toMatchObject({
      url: '/items/3?tags[]=1&tags[]=2',
      authorization: 'Bearer old',
      'accept-language': 'pt',
      text: '{"name":"a"}',
    })
  })

  it('refreshes an expired session once for all callers, then repeats', async () => {
    let refreshes = 0
    handle = (request, response) => {
      if (request.url === '/auth/refresh_token') {
        refreshes += 1
        answer(response, 200, { token: 'new' })
      } else if (request.headers.authorization === 'Bearer new') answer(response, 200, { ok: true })
      else answer(response, 403, { error: 'ERR_SESSION_EXPIRED' })
    }
    const answers = await Promise.all([call(routes.guarded), call(routes.guarded), call(routes.guarded)])
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(refreshes).toBe(1)
    expect(session.token).toBe('new')
  })

  it('does not refresh for a lacking permission', async () => {
    const paths: (string | undefined)[] = []
    handle = (request, response) => {
      paths.push(request.url)
      answer(response, 403, { error: 'ERR_NO_PERMISSION', message: 'Sem permissão.' })
    }
    await expect(call(routes.guarded)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION', message: 'Sem permissão.' })
    expect(paths).toEqual(['/guarded'])
  })

  it('tells a lost session and an expired plan, except on public routes', async () => {
    const lost = vi.spyOn(httpHandlers, 'sessionLost').mockReturnValue()
    const expired = vi.spyOn(httpHandlers, 'planExpired').mockReturnValue()
    handle = (_, response) => answer(response, 401, { error: 'ERR_SESSION_ENDED' })
    await expect(call(routes.guarded)).rejects.toMatchObject({ status: 401 })
    expect(lost).toHaveBeenCalledOnce()
    await expect(call(routes.open)).rejects.toMatchObject({ status: 401 })
    expect(lost).toHaveBeenCalledOnce()
    handle = (_, response) => answer(response, 402, { error: 'ERR_PLAN_EXPIRED' })
    await expect(call(routes.guarded)).rejects.toMatchObject({ status: 402 })
    expect(expired).toHaveBeenCalledOnce()
  })

  it('tells the session is lost when the refresh is refused', async () => {
    const lost = vi.spyOn(httpHandlers, 'sessionLost').mockReturnValue()
    lost.mockClear()
    handle = (request, response) =>
      request.url === '/auth/refresh_token'
        ? answer(response, 401, { error: 'ERR_SESSION_ENDED' })
        : answer(response, 403, { error: 'ERR_SESSION_EXPIRED' })
    await expect(call(routes.guarded)).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' })
    expect(lost).toHaveBeenCalledOnce()
  })

  it('distinguishes giving up, running out of time and being offline', async () => {
    handle = () => undefined
    const stop = new AbortController()
    const given = call(routes.guarded, { signal: stop.signal })
    stop.abort()
    await expect(given).rejects.toMatchObject({ code: 'ERR_ABORTED' })
    await expect(call(routes.guarded, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'ERR_CLIENT_TIMEOUT' })
    handle = (request) => request.socket.destroy()
    await expect(call(routes.guarded)).rejects.toMatchObject({ code: 'ERR_OFFLINE', status: 0 })
  })
})
