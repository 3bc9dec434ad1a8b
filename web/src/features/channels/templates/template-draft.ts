import type { Media } from '@recado/core/modules/media/contract'
import type { Template, TemplateWrite } from '@recado/core/modules/templates/contract'
import { variablesOf } from '@recado/core/modules/templates/policy'
import type { TemplateComponent } from '@recado/sdk'

export const HEADERS = ['none', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const
export const CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

/** A template as its form holds it. */
export interface TemplateValues {
  name: string
  language: string
  category: (typeof CATEGORIES)[number]
  header: (typeof HEADERS)[number]
  headerText: string
  sample: Media | null
  body: string
  footer: string
  buttons: { key: string; text: string; url: string }[]
  /** Examples by key of the variable. */
  examples: Record<string, string>
}

const find = (template: Template | null, type: string): TemplateComponent | undefined =>
  template?.components.find((component) => component.type.toUpperCase() === type)

export function valuesOf(template: Template | null): TemplateValues {
  const header = find(template, 'HEADER')
  const format = header?.format?.toUpperCase()
  return {
    name: template?.name ?? '',
    language: template?.language ?? 'pt_BR',
    category: CATEGORIES.find((known) => known === template?.category) ?? 'UTILITY',
    header: HEADERS.find((known) => known === format) ?? 'none',
    headerText: header?.text ?? '',
    sample: null,
    body: find(template, 'BODY')?.text ?? '',
    footer: find(template, 'FOOTER')?.text ?? '',
    buttons: (find(template, 'BUTTONS')?.buttons ?? []).map((button, index) => ({
      key: String(index),
      text: button.text ?? '',
      url: button.url ?? '',
    })),
    examples: {},
  }
}

/** Variables of the texts, whose examples the provider wants. */
export const exampleKeys = (values: TemplateValues) =>
  variablesOf(componentsOf(values)).filter(({ card }) => card === null)

/** Parts in the form of the Graph API, with the samples that it wants for review. */
export function componentsOf(values: TemplateValues): TemplateComponent[] {
  const { header, headerText, sample, body, footer, buttons, examples } = values
  const parts: TemplateComponent[] = []
  if (header === 'TEXT')
    parts.push({ type: 'HEADER', format: 'TEXT', text: headerText.trim(), ...headerExample(values) })
  else if (header !== 'none')
    parts.push({ type: 'HEADER', format: header, ...(sample ? { example: { headerMediaId: sample.id } } : {}) })
  const names = [...new Set([...body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1] ?? ''))]
  const given = names.map((name) => examples[`body.${name}`]?.trim() ?? '')
  parts.push({
    type: 'BODY',
    text: body.trim(),
    ...(given.length > 0 && given.every(Boolean) ? { example: bodyExample(names, given) } : {}),
  })
  if (footer.trim()) parts.push({ type: 'FOOTER', text: footer.trim() })
  if (buttons.length > 0) {
    parts.push({
      type: 'BUTTONS',
      buttons: buttons.map(({ text, url }, index) => {
        if (!url.trim()) return { type: 'QUICK_REPLY', text: text.trim() }
        const example = examples[`button.${index}`]?.trim()
        return { type: 'URL', text: text.trim(), url: url.trim(), ...(example ? { example: [example] } : {}) }
      }),
    })
  }
  return parts
}

const headerExample = ({ examples }: TemplateValues) => {
  const given = Object.entries(examples)
    .find(([key]) => key.startsWith('header.'))?.[1]
    ?.trim()
  return given ? { example: { header_text: [given] } } : {}
}

/** Numbered variables by place, named ones by name (Graph API, message templates). */
const bodyExample = (names: string[], given: string[]): Record<string, unknown> =>
  names.every((name) => /^\d+$/.test(name))
    ? { body_text: [given] }
    : { body_text_named_params: names.map((name, index) => ({ param_name: name, example: given[index] })) }

export const draftOf = (values: TemplateValues): TemplateWrite => ({
  name: values.name.trim(),
  language: values.language.trim(),
  category: values.category,
  components: componentsOf(values),
})
