import type { ContentOf, TemplateComponent } from '@recado/sdk'

type Filled = Pick<ContentOf<'template'>, 'variables' | 'header' | 'cards'>

const MEDIA_HEADERS = new Set(['IMAGE', 'VIDEO', 'DOCUMENT'])
const PLACE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** One value that a person fills in before a template goes out. */
export interface TemplateVariable {
  /** Its key in the content's `variables`: `body.1`, `header.1`, `button.0`, `card.0.body.1`. */
  key: string
  part: 'header' | 'body' | 'button'
  /** Name or number within its part, as the template shows it. */
  label: string
  /** Number of the card, from 0; null outside of cards. */
  card: number | null
}

/** Files that a template wants: its header, and those of its cards. */
export interface TemplateFiles {
  header: string | null
  cards: string[]
}

const names = (text: string | undefined): string[] => [
  ...new Set([...(text ?? '').matchAll(PLACE)].map((found) => found[1] ?? '')),
]

const partOf = (components: readonly TemplateComponent[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type)

function ofPart(components: readonly TemplateComponent[], card: number | null): TemplateVariable[] {
  const prefix = card === null ? '' : `card.${card}.`
  const texts = (['header', 'body'] as const).flatMap((part) =>
    names(partOf(components, part.toUpperCase())?.text).map((label) => ({
      key: `${prefix}${part}.${label}`,
      part,
      label,
      card,
    })),
  )
  const buttons = (partOf(components, 'BUTTONS')?.buttons ?? []).flatMap((button, index) =>
    names(button.url).length > 0 || button.type.toUpperCase() === 'COPY_CODE'
      ? [{ key: `${prefix}button.${index}`, part: 'button' as const, label: button.text ?? String(index + 1), card }]
      : [],
  )
  return [...texts, ...buttons]
}

/** Everything that has to be filled in, in the order in which the customer reads it. */
export function variablesOf(components: readonly TemplateComponent[]): TemplateVariable[] {
  const cards = partOf(components, 'CAROUSEL')?.cards ?? []
  return [...ofPart(components, null), ...cards.flatMap((card, index) => ofPart(card.components, index))]
}

/** Formats of the files that have to be chosen: `IMAGE`, `VIDEO`, `DOCUMENT`. */
export function filesOf(components: readonly TemplateComponent[]): TemplateFiles {
  const formatOf = (list: readonly TemplateComponent[]) => {
    const format = partOf(list, 'HEADER')?.format?.toUpperCase()
    return format && MEDIA_HEADERS.has(format) ? format : null
  }
  const cards = partOf(components, 'CAROUSEL')?.cards ?? []
  return { header: formatOf(components), cards: cards.flatMap((card) => formatOf(card.components) ?? []) }
}

/** The first thing that is missing, as its key; null when all is there. */
export function missingOf(components: readonly TemplateComponent[], filled: Filled): string | null {
  const empty = variablesOf(components).find(({ key }) => (filled.variables[key] ?? '').trim() === '')
  if (empty) return empty.key
  const files = filesOf(components)
  if (files.header && !filled.header) return 'header'
  return files.cards.length > (filled.cards?.length ?? 0) ? 'cards' : null
}

/** What the customer reads: header, body and footer with the values filled in. */
export function textOf(components: readonly TemplateComponent[], { variables }: Pick<Filled, 'variables'>): string {
  const fill = (part: 'header' | 'body', text: string | undefined) =>
    text?.replace(PLACE, (place, name: string) => variables[`${part}.${name}`] ?? place)
  const header = fill('header', partOf(components, 'HEADER')?.text)
  const body = fill('body', partOf(components, 'BODY')?.text)
  return [header && `*${header}*`, body, partOf(components, 'FOOTER')?.text].filter(Boolean).join('\n\n')
}
