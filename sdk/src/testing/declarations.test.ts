import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import plugin from '../generator/templates/ai/src/index.ts'
import { startProvider, TOKEN } from '../generator/templates/ai/test/stand-in.ts'
import type { Plugin } from '../plugin.ts'
import { choiceField, pickField, textField, UI } from '../settings/index.ts'
import { problemsOf, withContribution } from './broken.fixture.ts'
import { declarationChecks } from './checks/common.ts'
import { untested } from './prove.fixture.ts'
import { type ConformanceOptions, subjectOf } from './subject.ts'
import { aiChecks } from './suites/ai.ts'
import { runChecks } from './test-api.ts'

const manifest = {
  id: 'sample-ai',
  sdk: '^1.0.0',
  entry: './src/index.ts',
  provides: ['ai:sample-ai'],
  endpoints: { api: 'https://api.sample-ai.example' },
}
const good = { manifest, plugin, type: 'sample-ai', secrets: { token: TOKEN }, settings: { model: 'standard' } }
type Change = Partial<Omit<ConformanceOptions, 'api'>>
type Contribution = Plugin['contributions'][number]

const change = (fields: (contribution: Contribution) => object): Change => ({
  plugin: withContribution<Contribution>(plugin, (contribution) => fields(contribution) as Partial<Contribution>),
})
const settings = (fields: Record<string, object>): Change =>
  change(() => ({ settings: { type: 'object', required: [], properties: fields } }))
const texts = (pt: Record<string, string>): Change => ({
  plugin: { ...plugin, locales: { ...plugin.locales, pt: { ...plugin.locales.pt, ...pt } } },
})
const without = (key: string): Plugin => {
  const { [key]: _, ...es } = plugin.locales.es as Record<string, string>
  return { ...plugin, locales: { ...plugin.locales, es } }
}
const ENTRY = 'the entry file exists'
const VOCABULARY = 'the settings use the closed vocabulary of widgets'
const SAMPLE = 'the sample of the settings passes its own schema and stays as it is'
const MIGRATE = 'the settings migrate from every older version'
const NUMBERS = 'contract numbers and types are right'
const KEYS = 'pt, en and es carry the same keys'
const PROVIDES = 'the manifest provides exactly what the plugin contributes'
const SDK = 'the manifest accepts this version of the SDK'

const broken: [string, Change, string, string][] = [
  [
    'an unknown field in the manifest',
    { manifest: { ...manifest, extra: 1 } },
    'the manifest is well-formed',
    'additional',
  ],
  ['an id in capitals', { manifest: { ...manifest, id: 'Sample' } }, 'the manifest is well-formed', '/id'],
  ['a promise without code', { manifest: { ...manifest, provides: ['ai:other'] } }, PROVIDES, 'ai:other is promised'],
  [
    'code without a promise',
    { manifest: { ...manifest, provides: ['ai:other'] } },
    PROVIDES,
    'ai:sample-ai is contributed',
  ],
  ['a future SDK', { manifest: { ...manifest, sdk: '^2.0.0' } }, SDK, 'leaves out'],
  ['a newer minor', { manifest: { ...manifest, sdk: '^1.9.0' } }, SDK, 'leaves out'],
  ['an open range', { manifest: { ...manifest, sdk: '>=1' } }, SDK, 'write the range'],
  ['a wrong contract', change(() => ({ contract: 9 })), NUMBERS, 'speaks contract 9'],
  ['an enormous icon', change(() => ({ icon: `data:image/svg+xml,${'x'.repeat(9000)}` })), NUMBERS, 'above 8 KB'],
  ['a missing language key', { plugin: without('ai.name') }, KEYS, 'es lacks ai.name'],
  ['an extra key', texts({ more: 'Mais' }), KEYS, 'en lacks more'],
  ['an empty text', texts({ 'ai.name': ' ' }), 'no text is empty', 'pt has nothing under ai.name'],
  ['a lost placeholder', texts({ 'ai.name': '{name}' }), 'the languages use the same placeholders', 'ai.name'],
  ['an undeclared name', change(() => ({ name: 'nowhere' })), 'every declared text exists', 'nowhere'],
  ['an undeclared label', settings({ a: textField({ label: 'nowhere' }) }), 'every declared text exists', 'nowhere'],
  [
    'an undeclared choice',
    settings({ a: choiceField({ label: 'ai.name', choices: { x: 'nowhere' } }) }),
    'every declared text exists',
    'nowhere',
  ],
  [
    'an undeclared button',
    change(() => ({ actions: { go: { label: 'nowhere', run: async () => ({ type: 'done' }) } } })),
    'every declared text exists',
    'nowhere',
  ],
  [
    'a widget of its own',
    settings({ a: Type.String({ [UI]: { widget: 'map', label: 'ai.name' } }) }),
    VOCABULARY,
    'map',
  ],
  ['a bare field', settings({ a: Type.String() }), VOCABULARY, 'no presentation'],
  [
    'an unpickable thing',
    settings({ a: pickField({ label: 'ai.name', pick: 'planet' as 'queue' }) }),
    VOCABULARY,
    'planet',
  ],
  [
    'options from nowhere',
    settings({ a: textField({ label: 'ai.name', optionsFrom: 'list' }) }),
    VOCABULARY,
    'the action list',
  ],
  [
    'a condition on no field',
    settings({ a: textField({ label: 'ai.name', showWhen: { b: 1 } }) }),
    VOCABULARY,
    'depends on b',
  ],
  [
    'a condition that never holds',
    settings({
      a: textField({ label: 'ai.name', showWhen: { b: 'z' } }),
      b: choiceField({ label: 'ai.name', choices: { x: 'ai.name' } }),
    }),
    VOCABULARY,
    'can never be',
  ],
  [
    'a default that breaks its rule',
    settings({ a: textField({ label: 'ai.name', default: 'abc', maxLength: 2 }) }),
    VOCABULARY,
    'default of a',
  ],
  [
    'a secret that is not sealed',
    settings({ a: Type.String({ [UI]: { widget: 'secret', label: 'ai.name' } }) }),
    VOCABULARY,
    'not sealed',
  ],
  ['a sample without a required field', { secrets: {} }, SAMPLE, 'required at token'],
  ['a sample with an unknown field', { settings: { modle: 'x' } }, SAMPLE, 'modle'],
  ['a missing migration', change(() => ({ settingsVersion: 2 })), MIGRATE, 'migrate[1] is missing'],
  [
    'a migration without fixture',
    change(() => ({ settingsVersion: 2, migrate: { 1: Object } })),
    MIGRATE,
    'give settings',
  ],
  ['a migration from the future', change(() => ({ migrate: { 1: Object } })), MIGRATE, 'leads nowhere'],
]

it.each(broken)('%s is found', async (_, changed, check, words) => {
  const problems = await problemsOf(aiChecks({ ...good, ...changed }), check)
  expect(problems.join('\n')).toContain(words)
})

const migrating = (step: (old: Record<string, unknown>) => Record<string, unknown>) =>
  aiChecks({
    ...good,
    ...change(() => ({ settingsVersion: 2, migrate: { 1: step } })),
    migrations: { 1: { engine: 'old' } },
  })

it('a migration must be pure, repeatable and end in valid settings', async () => {
  const run = (step: Parameters<typeof migrating>[0]) => problemsOf(migrating(step), MIGRATE)
  expect(await run(({ engine }) => ({ model: engine }))).toEqual([])
  expect(await run((old) => Object.assign(old, { model: 'x' }))).toEqual(['migrate[1] changes what it is given'])
  expect(await run(() => ({ model: 7 }))).toEqual(['settings of version 1 end with model breaking the rule type'])
  let calls = 0
  const counting = () => {
    calls += 1
    return { model: `m${calls}` }
  }
  expect(await run(counting)).toEqual(['migrate[1] answers differently each time'])
})

it('an entry that does not exist is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-'))
  const file = join(folder, 'package.json')
  await writeFile(file, JSON.stringify({ recado: manifest }))
  expect(await problemsOf(aiChecks({ ...good, manifest: pathToFileURL(file) }), ENTRY)).toEqual([
    'there is no file ./src/index.ts',
  ])
  await rm(folder, { recursive: true })
})

it('no rule about declarations was never broken', () => {
  const covered = [...broken.map(([, , check]) => check), ENTRY]
  expect(untested(declarationChecks(subjectOf('ai', good)), covered)).toEqual([])
})

it('a sound plugin keeps every rule', async () => {
  const provider = await startProvider()
  expect(await runChecks(aiChecks({ ...good, endpoints: { api: provider.url } }))).toEqual({})
  await provider.close()
})
