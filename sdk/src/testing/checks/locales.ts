import type { TSchema } from 'typebox'
import type { AnyContribution } from '../../contributions/index.ts'
import { fieldUi, propertiesOf } from '../../settings/index.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'

const LANGUAGES = ['pt', 'en', 'es'] as const

/** Rules about the texts: all three languages, the same keys, nothing empty, every declared key present. */
export function localeChecks(subject: Subject): Check[] {
  const { locales, contributions } = subject.plugin
  const allKeys = () => [...new Set(LANGUAGES.flatMap((language) => Object.keys(locales[language] ?? {})))]
  const textOf = (language: (typeof LANGUAGES)[number], key: string) => locales[language]?.[key]
  return [
    {
      name: 'pt, en and es carry the same keys',
      run: () =>
        LANGUAGES.flatMap((language) =>
          allKeys()
            .filter((key) => textOf(language, key) === undefined)
            .map((key) => `${language} lacks ${key}`),
        ),
    },
    {
      name: 'no text is empty',
      run: () =>
        LANGUAGES.flatMap((language) =>
          Object.entries(locales[language] ?? {})
            .filter(([, text]) => typeof text !== 'string' || text.trim() === '')
            .map(([key]) => `${language} has nothing under ${key}`),
        ),
    },
    {
      name: 'the languages use the same placeholders',
      run: () =>
        allKeys().flatMap((key) => {
          const used = LANGUAGES.map((language) => placeholders(textOf(language, key) ?? ''))
          return new Set(used).size === 1 ? [] : [`${key} has the placeholders ${used.join(' / ')}`]
        }),
    },
    {
      name: 'every declared text exists',
      run: () =>
        contributions
          .flatMap((contribution) => declaredKeys(contribution).map((key) => ({ key, type: contribution.type })))
          .flatMap(({ key, type }) =>
            LANGUAGES.filter((language) => textOf(language, key) === undefined).map(
              (language) => `${type} uses ${key}, which ${language} lacks`,
            ),
          ),
    },
  ]
}

const placeholders = (text: string): string =>
  [...new Set([...String(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join(',')

/** Every locale key that a contribution's declaration names. */
function declaredKeys(contribution: AnyContribution): string[] {
  const { name, description, actions = {} } = contribution
  const own = [name, description, ...Object.values(actions).map((action) => action.label)]
  return [...own, ...Object.values(propertiesOf(contribution.settings)).flatMap(fieldKeys)].filter(
    (key) => key !== undefined,
  )
}

function fieldKeys(field: TSchema): (string | undefined)[] {
  const ui = fieldUi(field)
  if (!ui) return []
  return [ui.label, ui.help, ui.placeholder, ui.group, ui.confirm, ...Object.values(ui.choices ?? {})]
}
