import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../test/database.ts'
import { newCompany, startNode, type TestNode } from '../modules/channels/testing.ts'
import type { Scope } from '../platform/db/scope.ts'
import { createPackages, entryOf, manifestOf } from './packages.fixture.ts'

let db: TestDatabase
let node: TestNode
let operator: Scope
let company: Scope
const packages = await createPackages()

/** Answers shared hooks only to whom the operator's secret signs, and shows what a channel sees of the app. */
const APP = `
    app: {
      settings: Type.Object({
        appId: textField({ label: 'name', pattern: '^[0-9]+$' }),
        appSecret: secretField({ label: 'name' }),
      }),
      settingsVersion: 1,
    },
    routeAppHook: async (request, app) =>
      request.headers['x-secret'] === (await app.secrets.get('appSecret'))
        ? { accounts: ['acc-' + request.headers['x-company'], 'waba'] }
        : { reply: { status: 403, json: { error: 'signature' } } },`
const INSTANCE = `
  receiveHook: async () => ({ json: { appId: ctx.app.settings.appId, secret: await ctx.app.secrets.get('appSecret'), account: ctx.instance.tenantId } }),
  async connect() { await ctx.connection.set({ state: 'connected', account: { id: 'acc-' + ctx.instance.tenantId, also: ['waba'] } }) },`

beforeAll(async () => {
  db = await startDatabase()
  const plugin = await packages.add(
    manifestOf('apps', { provides: ['channel:apps'] }),
    entryOf({ type: 'apps', instance: INSTANCE, channel: APP }),
  )
  node = await startNode(db, { packages: [plugin] })
  operator = await newCompany(db)
  company = await newCompany(db)
})
afterAll(async () => {
  await node.close()
  await db.close()
  await packages.remove()
})

const shared = (secret: string) =>
  fetch(`${node.url}/hooks/app/apps`, {
    method: 'POST',
    headers: { 'x-secret': secret, 'x-company': String(company.tenantId) },
  })

describe('what the operator sets once for all tenants', () => {
  it('is kept sealed, reaches every channel and the shared hook, and changes take effect at once', async () => {
    const saved = await node.plugins.saveApp(operator, 'apps', { appId: '12345', appSecret: 'first-secret-of-app' })
    expect(saved).toMatchObject({
      hookUrl: 'http://recado.test/hooks/app/apps',
      settings: { appId: '12345', appSecret: { set: true, hint: '…-app' } },
    })
    const rows = await db.owner<{ row: string }>('select row_to_json(s)::text "row" from plugin_secret s')
    expect(JSON.stringify(rows)).not.toContain('first-secret')

    const { id } = await node.channels.create(company, { name: `Canal ${randomUUID()}`, type: 'apps', settings: {} })
    await node.channels.connect(company, id)
    await vi.waitFor(async () => expect((await node.channels.get(company, id)).state).toBe('connected'))
    const seen = { appId: '12345', secret: 'first-secret-of-app', account: company.tenantId }
    expect(await (await shared('first-secret-of-app')).json()).toEqual(seen)
    expect((await shared('wrong')).status).toBe(403)

    await node.plugins.saveApp(operator, 'apps', { appId: '777', appSecret: 'second-secret-of-app' })
    await vi.waitFor(async () => {
      const answer = await shared('second-secret-of-app')
      expect(await answer.json()).toEqual({ ...seen, appId: '777', secret: 'second-secret-of-app' })
    })
    expect((await shared('first-secret-of-app')).status).toBe(403)
  })

  it('is checked by its schema, and told only for plugins that have it', async () => {
    await expect(node.plugins.saveApp(operator, 'apps', { appId: 'x' })).rejects.toMatchObject({
      code: 'ERR_CHANNEL_SETTINGS_INVALID',
    })
    await expect(node.plugins.app(operator, 'fake')).rejects.toMatchObject({ code: 'ERR_NO_PLUGIN_FOUND' })
    const [listed] = await node.plugins.operatorPlugins(operator)
    expect(listed).toMatchObject({ id: 'apps', hasApp: true })
  })
})
