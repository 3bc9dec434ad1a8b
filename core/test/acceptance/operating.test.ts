import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel } from '../app.ts'

const EXAMPLE = fileURLToPath(new URL('../../../sdk/examples/http-channel', import.meta.url))

/** What somebody who runs the installation relies on, and sees of it. */
let folder: string
let app: TestApp
let company: Company
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-broken-plugin-'))
  await writeFile(join(folder, 'index.ts'), 'throw new Error("licence expired")\n')
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'recado-plugin-broken',
      version: '2.3.4',
      type: 'module',
      recado: { id: 'broken', sdk: '^1.0.0', entry: './index.ts', provides: ['channel:broken'] },
    }),
  )
  app = await startApp({
    env: {
      RECADO_PLUGINS: `@recado/plugin-fake,${EXAMPLE},${folder},recado-plugin-nowhere`,
      RECADO_METRICS_TOKEN: 'scraper',
    },
  })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Listed {
  id: string
  version: string
  kinds: string[]
  state: string
  reason: string | null
}

describe('the operator’s list', () => {
  it('is shown with what became of each plugin, to the operator and to admins of companies', async () => {
    for (const [person, path] of [
      [await app.operator(), '/plugins'],
      [await app.operator(), '/admin/plugins'],
      [company.admin, '/plugins'],
    ] as const) {
      const { status, body } = await person.api.get<Listed[]>(path)
      expect(status).toBe(200)
      const by = new Map(body.map((plugin) => [plugin.id, plugin]))
      for (const id of ['webchat', 'telegram', 'fake'])
        expect(by.get(id)).toMatchObject({ version: '0.1.0', kinds: ['channel'], state: 'active', reason: null })
      expect(by.get('http-channel')).toMatchObject({ version: '1.0.0', kinds: ['channel'], state: 'active' })
      expect(by.get('broken')).toMatchObject({ version: '2.3.4', kinds: ['channel'], state: 'failed' })
      // what failed in the server is told to the operator alone
      const why = person === company.admin ? 'Quem opera o sistema vê o motivo.' : 'licence expired'
      expect(by.get('broken')?.reason).toContain(why)
      expect(by.get('recado-plugin-nowhere')).toMatchObject({ state: 'missing', reason: expect.any(String) })
    }
    expect((await app.api().get('/plugins')).status).toBe(401)
  })

  it('makes a third party’s channel one like any other', async () => {
    const { status, body } = await company.admin.api.post<TestChannel & { settings: object }>('/whatsapp', {
      name: 'Loja própria',
      type: 'http-channel',
      settings: { url: 'https://shop.example/in', secret: 'shared-secret-of-both' },
    })
    expect(status).toBe(200)
    expect(body.hookUrl).toMatch(new RegExp(`^${app.url}/hooks/[\\w-]{32}$`))
    expect(body.settings).toMatchObject({ url: 'https://shop.example/in', secret: { set: true } })
    expect(JSON.stringify(body)).not.toContain('shared-secret-of-both')
  })
})

describe('whoever watches the installation', () => {
  it('asks whether it lives and can serve', async () => {
    expect(await app.api().get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await app.api().get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', faults: [] } })
  })

  it('reads figures with the token, and nobody without it', async () => {
    expect((await app.api().get('/metrics')).status).toBe(403)
    expect((await app.api('wrong').get('/metrics')).status).toBe(403)
    const { status, body } = await app.api('scraper').get<string>('/metrics')
    expect(status).toBe(200)
    expect(body).toMatch(/^recado_http_request_seconds_count\{.*route="\/health\/live".*\} \d+$/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  })

  it('finds pages that no other site can frame and that run their own scripts alone', async () => {
    for (const path of ['/', '/health/live', '/plugins']) {
      const { headers } = await app.api().get(path)
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
})
