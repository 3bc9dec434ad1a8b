import { generatedField, numberField, secretField, switchField, textField } from '@recado/sdk'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { readForm } from './form.ts'
import { migrateSettings } from './migrate.ts'
import { translateSchema } from './panel-schema.ts'
import { addressesIn, referencesIn } from './panels.ts'
import { hintOf } from './secrets.ts'

const settings = Type.Object({
  own: switchField({ label: 'own' }),
  url: textField({ label: 'url', pattern: '^https://', showWhen: { own: true } }),
  token: secretField({ label: 'token', minLength: 4 }),
  extra: Type.Optional(secretField({ label: 'extra' })),
  hook: generatedField({ label: 'hook', secret: true }),
  shown: generatedField({ label: 'shown' }),
})
const nothing = { settings: {}, secrets: [] }

describe('a form', () => {
  it('keeps secrets apart, makes what is generated, and drops what is hidden', () => {
    const form = readForm({ settings }, { url: 'https://a', token: 'secret', unknown: 1 }, nothing)
    expect(form.problems).toEqual([])
    expect(form.settings).toEqual({ own: false, shown: expect.stringMatching(/^[\w-]{43}$/) })
    expect(form.secrets).toEqual(
      new Map([
        ['token', 'secret'],
        ['hook', expect.stringMatching(/^[\w-]{43}$/)],
      ]),
    )
  })

  it('absent keeps, null clears, a text replaces; what a read answered keeps', () => {
    const before = { settings: { shown: 'kept' }, secrets: ['token', 'hook', 'extra'] }
    const kept = readForm({ settings }, { token: { set: true, hint: '…1234' } }, before)
    expect(kept).toMatchObject({ problems: [], settings: { shown: 'kept' } })
    expect(kept.secrets.size).toBe(0)
    expect(readForm({ settings }, { extra: null, token: 'fresh' }, before).secrets).toEqual(
      new Map([
        ['extra', null],
        ['token', 'fresh'],
      ]),
    )
    expect(readForm({ settings }, { token: null }, before).problems).toMatchObject([
      { field: 'token', rule: 'required' },
    ])
  })

  it('names the first problem', () => {
    expect(readForm({ settings }, { own: true, url: 'ftp://x', token: 'abcd' }, nothing).problems).toMatchObject([
      { field: 'url', rule: 'pattern' },
    ])
    expect(readForm({ settings }, { token: 'abc' }, nothing).problems).toMatchObject([
      { field: 'token', rule: 'minLength' },
    ])
  })
})

it('old settings are migrated step by step; newer ones and failing steps are refused', () => {
  const definition = {
    settingsVersion: 3,
    migrate: {
      1: ({ host, ...rest }: Record<string, unknown>) => ({ ...rest, url: `https://${String(host)}` }),
      2: (old: Record<string, unknown>) => ({ ...old, files: true }),
    },
  }
  const old = Object.freeze({ host: 'a.example' })
  expect(migrateSettings(definition, { settings: old, version: 1 })).toEqual({
    settings: { url: 'https://a.example', files: true },
    version: 3,
    changed: true,
  })
  expect(migrateSettings(definition, { settings: old, version: 3 })).toMatchObject({ settings: old, changed: false })
  expect(() => migrateSettings(definition, { settings: old, version: 4 })).toThrow('newer')
  const broken = {
    settingsVersion: 2,
    migrate: {
      1: () => {
        throw new Error('no')
      },
    },
  }
  expect(() => migrateSettings(broken, { settings: old, version: 1 })).toThrow('migration 1 failed')
})

it('schemas travel as plain JSON with texts', () => {
  const schema = Type.Object({
    mode: Type.String({ 'x-ui': { widget: 'choice', label: 'a', help: 'b', choices: { x: 'c' } } }),
  })
  const json = translateSchema(schema, (key) => key.toUpperCase())
  expect(json).toEqual({
    type: 'object',
    required: ['mode'],
    properties: { mode: { type: 'string', 'x-ui': { widget: 'choice', label: 'A', help: 'B', choices: { x: 'C' } } } },
  })
})

it('addresses and references are found in values', () => {
  expect(addressesIn({ a: 'https://x.example/y', b: { host: '::1', port: 80 }, c: ['http://z'], d: 'text' })).toEqual([
    'https://x.example/y',
    'http://[::1]:80',
    'https://[::1]:80',
    'http://z',
  ])
  const picks = Type.Object({
    q: Type.Integer({ 'x-ui': { widget: 'pick', label: 'q', pick: 'queue' } }),
    n: numberField({ label: 'n' }),
  })
  expect(referencesIn({ settings: picks }, { q: 7, n: 3 })).toEqual([{ field: 'q', kind: 'queue', id: 7 }])
})

it('hints tell the end of long secrets only', () => {
  expect(hintOf('123456789012')).toBe('…9012')
  expect(hintOf('short')).toBe('…')
})
