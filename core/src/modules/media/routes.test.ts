import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBinder } from '../../platform/http/bind.ts'
import { registerErrors } from '../../platform/http/errors.ts'
import { MAX_FILE_BYTES, type Media, mediaContract } from './contract.ts'
import { person, startMedia } from './media.fixture.ts'
import { mediaRoutes } from './routes.ts'

const { media: service, company, close } = await startMedia()
const app = fastify()
let url: string

beforeAll(async () => {
  const scope = await company()
  const bind = createBinder({
    authenticate: async (token) => ({ scope: person(scope, Number(token)), planExpired: false }),
    permits: () => true,
  })
  app.decorateRequest('scope', null)
  app.decorateRequest('locale', 'pt')
  await app.register(cookie)
  await app.register(multipart)
  registerErrors(app, [mediaContract])
  bind(app, mediaContract, mediaRoutes(service, service.get))
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await close()
})

const as = (userId: number) => ({ authorization: `Bearer ${userId}` })
const upload = (data: Blob | null, fileName = 'a.txt') => {
  const form = new FormData()
  if (data) form.append('file', data, fileName)
  return fetch(`${url}/media`, { method: 'POST', body: form, headers: as(1) })
}
const uploaded = async (data: string, fileName?: string) =>
  (await (await upload(new Blob([data]), fileName)).json()) as Media
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]

describe('over HTTP a file', () => {
  it('is uploaded, looked at by its maker and opened by its address', async () => {
    const media = await uploaded('olá', 'não.txt')
    expect(media).toMatchObject({ state: 'ready', mimeType: 'text/plain', fileName: 'não.txt', size: 4 })
    const again = await fetch(`${url}/media/${media.id}`, { headers: as(1) })
    expect(await again.json()).toEqual(media)
    expect(await codeOf(await fetch(`${url}/media/${media.id}`, { headers: as(2) }))).toEqual([
      404,
      'ERR_NO_MEDIA_FOUND',
    ])
    const file = await fetch(url + media.url)
    expect([file.status, await file.text()]).toEqual([200, 'olá'])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/plain/),
      'content-length': '4',
      'content-disposition': `attachment; filename="nao.txt"; filename*=UTF-8''n%C3%A3o.txt`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('is answered in part, and not at all to whoever has it', async () => {
    const { url: path } = await uploaded('0123456789')
    const part = await fetch(url + path, { headers: { range: 'bytes=3-5' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345'])
    const beyond = await fetch(url + path, { headers: { range: 'bytes=99-' } })
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([416, 'bytes */10', ''])
    const etag = part.headers.get('etag') ?? ''
    const known = await fetch(url + path, { headers: { 'if-none-match': etag } })
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag])
  })

  it('is refused when it is missing, too large or behind a made-up address', async () => {
    expect(await codeOf(await upload(null))).toEqual([400, 'ERR_VALIDATION'])
    const large = new Blob(Array<Uint8Array<ArrayBuffer>>(101).fill(new Uint8Array(MAX_FILE_BYTES / 100)))
    expect(await codeOf(await upload(large))).toEqual([413, 'ERR_MEDIA_TOO_LARGE'])
    expect(await codeOf(await fetch(`${url}/files/abc`))).toEqual([404, 'ERR_NO_MEDIA_FOUND'])
  })
})
