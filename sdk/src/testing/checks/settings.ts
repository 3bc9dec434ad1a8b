import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import {
  checkSettings,
  type FieldUi,
  fieldUi,
  PICKABLE,
  propertiesOf,
  secretFields,
  WIDGETS,
} from '../../settings/index.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'

/** Rules about the settings: the form, the sample and the migrations. */
export function settingsChecks(subject: Subject): Check[] {
  return [
    {
      name: 'the settings use the closed vocabulary of widgets',
      run: () => {
        const { settings, actions = {} } = subject.definition()
        if ((settings as { type?: string }).type !== 'object') return ['the settings are not an object']
        const fields = propertiesOf(settings)
        return Object.entries(fields).flatMap(([name, field]) =>
          fieldProblems(name, field, fields, Object.keys(actions)),
        )
      },
    },
    {
      name: 'the sample of the settings passes its own schema and stays as it is',
      run: () => {
        const { settings } = subject.definition()
        const sealed = secretFields(settings)
        const first = checkSettings(settings, { ...subject.settings, ...subject.secrets })
        const second = checkSettings(settings, JSON.parse(JSON.stringify(first.values)) as Record<string, unknown>)
        return [
          ...first.problems.map(({ field, rule }) => `the sample breaks the rule ${rule} at ${field}`),
          ...(Value.Equal(first.values, second.values) ? [] : ['checked twice the settings are not the same']),
          ...Object.keys(subject.secrets ?? {})
            .filter((name) => !sealed.includes(name))
            .map((name) => `${name} is given as a secret and not declared as one`),
          ...Object.keys(subject.settings ?? {})
            .filter((name) => !(name in propertiesOf(settings)))
            .map((name) => `the sample has ${name}, which is no field`),
        ]
      },
    },
    { name: 'the settings migrate from every older version', run: () => migrationProblems(subject) },
  ]
}

function fieldProblems(name: string, field: TSchema, fields: Record<string, TSchema>, actions: string[]): string[] {
  const ui = fieldUi(field)
  if (!ui) return [`${name} has no presentation: use one of the SDK's field builders`]
  const problems: string[] = []
  if (!WIDGETS.includes(ui.widget)) problems.push(`${name} uses the widget ${ui.widget}, which does not exist`)
  if (!ui.label) problems.push(`${name} has no label`)
  if (ui.widget === 'secret' && !ui.secret) problems.push(`${name} is shown as a secret and not sealed`)
  if (ui.widget === 'pick' && !PICKABLE.includes(ui.pick as FieldUi['pick'] & string)) {
    problems.push(`${name} picks ${ui.pick}, which cannot be picked`)
  }
  if (ui.optionsFrom !== undefined && !actions.includes(ui.optionsFrom)) {
    problems.push(`${name} takes its options from the action ${ui.optionsFrom}, which does not exist`)
  }
  const preset = (field as { default?: unknown }).default
  if (preset !== undefined && !Value.Check(field, preset)) problems.push(`the default of ${name} breaks its own rules`)
  if (ui.secret && preset !== undefined) problems.push(`${name} is a secret with a default`)
  return [...problems, ...choiceProblems(name, field, ui), ...conditionProblems(name, ui, fields)]
}

function choiceProblems(name: string, field: TSchema, ui: FieldUi): string[] {
  if (ui.widget !== 'choice' && ui.widget !== 'multi-choice') return []
  const values = Object.keys(ui.choices ?? {})
  if (values.length === 0) return [`${name} has no choices`]
  const wrap = (value: string) => (ui.widget === 'choice' ? value : [value])
  return values
    .filter((value) => !Value.Check(field, wrap(value)))
    .map((value) => `${name} refuses its choice ${value}`)
}

function conditionProblems(name: string, ui: FieldUi, fields: Record<string, TSchema>): string[] {
  return Object.entries(ui.showWhen ?? {}).flatMap(([other, wanted]) => {
    const field = fields[other]
    if (!field || other === name) return [`${name} depends on ${other}, which is no other field`]
    return [wanted]
      .flat()
      .filter((value) => !Value.Check(field, value))
      .map((value) => `${name} waits for ${other} to be ${value}, which it can never be`)
  })
}

function migrationProblems(subject: Subject): string[] {
  const { settingsVersion: current, migrate = {}, settings } = subject.definition()
  if (!Number.isInteger(current) || current < 1) return [`settingsVersion is ${current}; it starts at 1`]
  const problems = Object.keys(migrate)
    .filter((version) => Number(version) < 1 || Number(version) >= current)
    .map((version) => `migrate[${version}] leads nowhere: the settings are at version ${current}`)
  for (let version = 1; version < current; version += 1) {
    const fixture = subject.migrations?.[version]
    if (!migrate[version]) problems.push(`migrate[${version}] is missing`)
    else if (!fixture) problems.push(`give settings of version ${version} in "migrations"`)
    else
      problems.push(...chainProblems(version, fixture, current, migrate, settings, Object.keys(subject.secrets ?? {})))
  }
  return problems
}

function chainProblems(
  from: number,
  fixture: Record<string, unknown>,
  current: number,
  migrate: NonNullable<ReturnType<Subject['definition']>['migrate']>,
  settings: TSchema,
  stored: string[],
): string[] {
  let values = fixture
  for (let version = from; version < current; version += 1) {
    const step = migrate[version]
    if (!step) return []
    const before = structuredClone(values)
    try {
      const [once, twice] = [step(values), step(structuredClone(before))]
      if (!Value.Equal(values, before)) return [`migrate[${version}] changes what it is given`]
      if (!Value.Equal(once, twice)) return [`migrate[${version}] answers differently each time`]
      values = once
    } catch (error) {
      return [`migrate[${version}] threw ${error}`]
    }
  }
  return checkSettings(settings, values, stored).problems.map(
    ({ field, rule }) => `settings of version ${from} end with ${field} breaking the rule ${rule}`,
  )
}
