import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { routes } from '../routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const fetchText = async (path: string) => {
  const answer = await fetch(`${app.url}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

it('describes every call', async () => {
  const { body } = await app.api().get<{ paths: Record<string, object> }>('/openapi.json')
  expect(Object.keys(body.paths).toSorted()).toEqual([...new Set(routes.map(({ spec }) => spec.path))].toSorted())
})

it('can be read as pages, several people at a time', async () => {
  const answers = await Promise.all([fetchText('/docs'), fetchText('/docs/'), fetchText('/docs/static/index.html')])
  for (const { status, type, text } of answers) {
    expect(status).toBe(200)
    expect(type).toContain('text/html')
    expect(text).toContain('swagger-ui')
  }
  expect(await fetchText('/docs/json')).toMatchObject({
    status: 200,
    text: expect.stringContaining('"openapi":"3.1.0"'),
  })
})

it('has pages that run no script but their own and cannot be framed', async () => {
  const { headers } = await fetch(`${app.url}/docs/static/index.html`)
  expect(headers.get('content-security-policy')).toMatch(/script-src[^;]*'self'/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

it('knows nothing of other pages', async () => {
  expect(await app.api().get('/docs/segredo')).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
})
