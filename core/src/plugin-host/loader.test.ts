import { afterAll, describe, expect, it } from 'vitest'
import { silentLog } from '../platform/logger.ts'
import { loadPlugins } from './loader.ts'
import { createPackages, entryOf, HTTP_CHANNEL, manifestOf } from './packages.fixture.ts'

const packages = await createPackages()
afterAll(() => packages.remove())

const load = (names: string[], more: { allowDevelopment?: boolean; importTimeoutMs?: number } = {}) =>
  loadPlugins({ packages: names, allowDevelopment: false, env: {}, log: silentLog, ...more })
const only = async (name: string, more = {}) => (await load([name], more))[0]

describe('a plugin is refused with a reason', () => {
  it.each<[string, unknown, string | undefined, { state: string; reason: RegExp }]>([
    ['without a manifest', null, undefined, { state: 'invalid', reason: /no field "recado"/ }],
    ['with a wrong manifest', manifestOf('a-b', { provides: [] }), undefined, { state: 'invalid', reason: /provides/ }],
    [
      'with an unknown kind',
      manifestOf('a-b', { provides: ['fax:x'] }),
      undefined,
      { state: 'invalid', reason: /provides/ },
    ],
    ['with a bad range', manifestOf('a-b', { sdk: 'newest!' }), undefined, { state: 'invalid', reason: /no range/ }],
    ['for another SDK', manifestOf('a-b', { sdk: '^2.0.0' }), undefined, { state: 'incompatible', reason: /SDK \^2/ }],
    [
      'whose entry is not there',
      manifestOf('a-b', { entry: './no.ts' }),
      undefined,
      { state: 'invalid', reason: /no \.\/no\.ts/ },
    ],
    [
      'whose entry leaves the package',
      manifestOf('a-b', { entry: '../package-1/index.ts' }),
      undefined,
      { state: 'invalid', reason: /leaves the package/ },
    ],
    [
      'for development',
      manifestOf('a-b', { developmentOnly: true }),
      undefined,
      { state: 'incompatible', reason: /development only/ },
    ],
    [
      'that throws on import',
      manifestOf('a-b'),
      'throw new Error("boom at import")',
      { state: 'failed', reason: /boom at import/ },
    ],
    [
      'without a default export',
      manifestOf('a-b'),
      'export const x = 1',
      { state: 'invalid', reason: /no default export/ },
    ],
    [
      'that brings something else',
      manifestOf('a-b'),
      entryOf({ type: 'other' }),
      { state: 'invalid', reason: /channel:other is contributed/ },
    ],
    [
      'of another contract',
      manifestOf('a-b'),
      entryOf({ channel: 'contract: 9' }),
      { state: 'incompatible', reason: /contract 9/ },
    ],
    [
      'without a migration',
      manifestOf('a-b'),
      entryOf({ channel: 'settingsVersion: 2' }),
      { state: 'invalid', reason: /migrate\[1\]/ },
    ],
    [
      'with a widget nobody knows',
      manifestOf('a-b'),
      entryOf({
        channel: "settings: Type.Object({ a: Type.String({ 'x-ui': { widget: 'hologram', label: 'name' } }) })",
      }),
      { state: 'incompatible', reason: /hologram/ },
    ],
    [
      'without an address',
      manifestOf('a-b'),
      entryOf({ channel: 'address: {}' }),
      { state: 'invalid', reason: /address/ },
    ],
  ])('%s', async (_name, manifest, entry, { state, reason }) => {
    const result = await only(await packages.add(manifest, entry))
    expect(result).toMatchObject({ state, reason: expect.stringMatching(reason) })
  })

  it('that hangs on import, after a time limit', async () => {
    const path = await packages.add(manifestOf('a-b'), 'await new Promise(() => setInterval(() => {}, 1e6).unref())')
    expect(await only(path, { importTimeoutMs: 50 })).toMatchObject({ id: 'a-b', state: 'failed', version: '1.2.3' })
  })

  it('that is not installed', async () => {
    expect(await only('@nobody/nothing')).toMatchObject({ id: '@nobody/nothing', state: 'missing' })
    expect(await only('/nowhere/at/all')).toMatchObject({ state: 'missing' })
  })
})

it('bad plugins hurt nobody else, and the first on the list keeps its names', async () => {
  const bad = await packages.add(manifestOf('bad-one', { provides: ['channel:bad'] }), 'throw new Error("no")')
  const good = await packages.add(manifestOf('good'))
  const again = await packages.add(manifestOf('again'))
  const sameId = await packages.add(manifestOf('good', { provides: ['channel:third'] }), entryOf({ type: 'third' }))
  const loaded = await load([bad, good, again, sameId])
  expect(loaded.map(({ id, state }) => [id.split(' ')[0], state])).toEqual([
    ['bad-one', 'failed'],
    ['good', 'active'],
    ['again', 'invalid'],
    ['good', 'invalid'],
  ])
  expect(loaded[2]?.reason).toContain('channel:sample is already taken')
})

it('built-in plugins and a third party’s load unchanged', async () => {
  const loaded = await load(
    ['@recado/plugin-webchat', '@recado/plugin-telegram', '@recado/plugin-fake', HTTP_CHANNEL],
    {
      allowDevelopment: true,
    },
  )
  expect(loaded.map(({ id, state, reason }) => [id, state, reason])).toEqual([
    ['webchat', 'active', null],
    ['telegram', 'active', null],
    ['fake', 'active', null],
    ['http-channel', 'active', null],
  ])
})
