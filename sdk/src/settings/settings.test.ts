import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  checkSettings,
  choiceField,
  colourField,
  dropHidden,
  fieldUi,
  generatedField,
  hostPortField,
  isVisible,
  jsonField,
  keywordsField,
  minutesField,
  multiChoiceField,
  multilineField,
  notice,
  numberField,
  pickField,
  secretField,
  secretFields,
  switchField,
  textField,
  UI,
  visibleFields,
  weeklyHoursField,
  withDefaults,
} from './index.ts'

const label = 'a.label'
const choices = { plain: 'a.plain', signed: 'a.signed', off: 'a.off' }

/** `key` depends on `mode`, `note` depends on `key`. */
const form = Type.Object({
  mode: choiceField({ label, choices, default: 'plain' }),
  key: secretField({ label, minLength: 4, showWhen: { mode: 'signed' } }),
  limit: numberField({ label, minimum: 1, maximum: 10, showWhen: { mode: ['plain', 'signed'] } }),
  note: Type.Optional(textField({ label, showWhen: { key: 'open' } })),
})

describe('visibility', () => {
  it('follows one value, any of several, and all conditions together', () => {
    expect(isVisible(textField({ label }), {})).toBe(true)
    expect(isVisible(textField({ label, showWhen: { a: 1 } }), { a: 1 })).toBe(true)
    expect(isVisible(textField({ label, showWhen: { a: 1 } }), {})).toBe(false)
    expect(isVisible(textField({ label, showWhen: { a: [1, 2] } }), { a: 2 })).toBe(true)
    expect(isVisible(textField({ label, showWhen: { a: 1, b: true } }), { a: 1, b: false })).toBe(false)
  })

  it('does not mix up types', () => {
    expect(isVisible(textField({ label, showWhen: { a: true } }), { a: 'true' })).toBe(false)
    expect(isVisible(textField({ label, showWhen: { a: 1 } }), { a: '1' })).toBe(false)
  })

  it('hides what depends on a hidden field', () => {
    const values = { mode: 'plain', key: 'open', note: 'x' }
    expect(visibleFields(form, values)).toEqual(['mode', 'limit'])
    expect(visibleFields(form, { ...values, mode: 'signed' })).toEqual(['mode', 'key', 'limit', 'note'])
  })

  it('settles when two fields depend on each other', () => {
    const knot = Type.Object({
      a: textField({ label, showWhen: { b: 'x' } }),
      b: textField({ label, showWhen: { a: 'x' } }),
    })
    expect(visibleFields(knot, { a: 'x', b: 'x' })).toEqual(['a', 'b'])
    expect(visibleFields(knot, { a: 'x', b: 'y' })).toEqual([])
  })

  it('drops hidden and unknown values', () => {
    expect(dropHidden(form, { mode: 'off', key: 'secret', limit: 3, unknown: 1 })).toEqual({ mode: 'off' })
  })
})

describe('validation', () => {
  const problems = (draft: Record<string, unknown>, stored: string[] = []) =>
    checkSettings(form, draft, stored).problems.map(({ field, rule }) => `${field} ${rule}`)

  it('names the field and the rule', () => {
    expect(problems({ mode: 'signed', key: 'abc', limit: 11 })).toEqual(['key minLength', 'limit maximum'])
    expect(problems({ mode: 'nonsense', limit: 1 })).toEqual(['mode enum'])
  })

  it('asks only for visible required fields', () => {
    expect(problems({ mode: 'off' })).toEqual([])
    expect(problems({ mode: 'plain' })).toEqual(['limit required'])
  })

  it('counts empty texts and nulls as absent', () => {
    expect(problems({ mode: 'signed', key: '', limit: null })).toEqual(['key required', 'limit required'])
  })

  it('needs no value for a secret that is set, nor for a value that the host makes', () => {
    expect(problems({ mode: 'signed', limit: 1 }, ['key'])).toEqual([])
    expect(checkSettings(Type.Object({ token: generatedField({ label }) }), {}).problems).toEqual([])
  })

  it('still checks a new value of a secret that is set', () => {
    expect(problems({ mode: 'signed', limit: 1, key: 'abc' }, ['key'])).toEqual(['key minLength'])
  })

  it('takes the default into account before it decides what is visible', () => {
    expect(checkSettings(form, { limit: 2, key: 'secret' })).toEqual({
      values: { mode: 'plain', limit: 2 },
      problems: [],
    })
  })
})

describe('defaults', () => {
  it('fill what is absent and nothing else', () => {
    expect(withDefaults(form, {})).toEqual({ mode: 'plain' })
    expect(withDefaults(form, { mode: 'off' })).toEqual({ mode: 'off' })
  })

  it('are copies', () => {
    const schema = Type.Object({ words: keywordsField({ label }) })
    const words = withDefaults(schema, {}).words as string[]
    words.push('changed')
    expect(withDefaults(schema, {})).toEqual({ words: [] })
  })
})

describe('secrets', () => {
  it('are the secret fields and the generated ones that say so', () => {
    const schema = Type.Object({
      a: secretField({ label }),
      b: generatedField({ label, secret: true }),
      c: generatedField({ label }),
      d: textField({ label }),
    })
    expect(secretFields(schema)).toEqual(['a', 'b'])
  })
})

describe('the fields', () => {
  const rules = (field: object, value: unknown) =>
    checkSettings(Type.Object({ field: field as ReturnType<typeof textField> }), { field: value }).problems.map(
      ({ rule }) => rule,
    )
  const hours = [{ day: 1, periods: [{ start: '08:00', end: '18:00' }] }]

  it.each([
    ['text', textField({ label, pattern: '^a' }), 'abc', 'bc'],
    ['multiline', multilineField({ label, maxLength: 3 }), 'abc', 'abcd'],
    ['number', numberField({ label, minimum: 0 }), 1, 1.5],
    ['fraction', numberField({ label, integer: false, maximum: 2 }), 1.5, 2.5],
    ['minutes', minutesField({ label, maximum: 60 }), 60, 61],
    ['switch', switchField({ label }), false, 'false'],
    ['choice', choiceField({ label, choices }), 'off', 'on'],
    ['multi-choice', multiChoiceField({ label, choices }), ['off', 'plain'], ['off', 'off']],
    ['keywords', keywordsField({ label, maxItems: 1 }), ['a'], ['a', 'b']],
    ['colour', colourField({ label }), '#00ff7F', 'green'],
    ['pick', pickField({ label, pick: 'queue' }), 3, 0],
    ['host and port', hostPortField({ label }), { host: 'a.example', port: 443 }, { host: 'a b', port: 443 }],
    ['weekly hours', weeklyHoursField({ label }), hours, [{ day: 7, periods: [] }]],
  ])('%s takes what fits and refuses what does not', (_, field, good, bad) => {
    expect(rules(field, good)).toEqual([])
    expect(rules(field, bad)).toHaveLength(1)
  })

  it('json takes anything, a notice carries no value', () => {
    expect(rules(jsonField({ label }), { a: [1] })).toEqual([])
    expect(checkSettings(Type.Object({ hint: notice({ label }) }), {})).toEqual({ values: {}, problems: [] })
  })

  it('carry their presentation and survive JSON', () => {
    const field = textField({ label, help: 'a.help', group: 'a.group', order: 2, showWhen: { mode: 'off' } })
    const travelled: unknown = JSON.parse(JSON.stringify(field))
    expect(fieldUi(travelled)).toEqual({
      widget: 'text',
      label,
      help: 'a.help',
      group: 'a.group',
      order: 2,
      showWhen: { mode: 'off' },
    })
    expect(fieldUi(Type.String())).toBeNull()
    expect(UI).toBe('x-ui')
  })
})

describe('for any draft', () => {
  const value = fc.oneof(fc.constantFrom('plain', 'signed', 'off', 'open', '', null, undefined), fc.anything())
  const draft = fc.record({ mode: value, key: value, limit: value, note: value, more: value }, { requiredKeys: [] })

  it('what is kept is visible, known and stays the same when checked again', () => {
    fc.assert(
      fc.property(draft, (given) => {
        const { values } = checkSettings(form, given)
        const shown = visibleFields(form, values)
        expect(Object.keys(values).filter((name) => !shown.includes(name))).toEqual([])
        expect(checkSettings(form, values).values).toEqual(values)
      }),
    )
  })

  it('values without problems pass field by field, and a problem names a visible field', () => {
    fc.assert(
      fc.property(draft, (given) => {
        const { values, problems } = checkSettings(form, given)
        const shown = visibleFields(form, values)
        expect(problems.filter(({ field }) => !shown.includes(field))).toEqual([])
        if (problems.length === 0 && 'limit' in values) expect(values.limit).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('the order in which values were typed does not matter', () => {
    fc.assert(
      fc.property(draft, (given) => {
        const backwards = Object.fromEntries(Object.entries(given).reverse())
        expect(checkSettings(form, backwards).problems).toEqual(checkSettings(form, given).problems)
      }),
    )
  })

  it('a chain of conditions of any length is hidden from its first broken link on', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (links) => {
        const names = ['start', ...links.map((_, index) => `f${index}`)]
        const fields = Object.fromEntries(
          names.map((name, index) => [
            name,
            switchField(index === 0 ? { label } : { label, showWhen: { [names[index - 1] as string]: true } }),
          ]),
        )
        const values = Object.fromEntries(names.map((name, index) => [name, links[index] ?? true]))
        const broken = links.indexOf(false)
        const expected = broken < 0 ? names : names.slice(0, broken + 1)
        expect(visibleFields(Type.Object(fields), values)).toEqual(expected)
      }),
    )
  })
})
