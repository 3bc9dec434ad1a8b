import { type Loose, record, records, text } from '@recado/loose-json'
import type { Template, TemplateComponent } from '@recado/sdk'
import { defined } from '../defined.ts'

export const FIELDS =
  'id,name,language,status,category,sub_category,quality_score,rejected_reason,components,parameter_format'

/** A template as Meta tells it; null without id or name. */
export function templateOf(found: Loose): Template | null {
  const id = text(found.id)
  const name = text(found.name)
  const language = text(found.language)
  if (!id || !name || !language) return null
  const reason = text(found.rejected_reason)
  const quality = text(record(found.quality_score).score)
  return {
    id,
    name,
    language,
    category: text(found.category) ?? '',
    status: text(found.status) ?? 'PENDING',
    ...defined({
      quality: quality === 'UNKNOWN' ? undefined : quality,
      reason: reason === 'NONE' ? undefined : reason,
    }),
    components: records(found.components).flatMap((one) => componentOf(one) ?? []),
  }
}

function componentOf(found: Loose): TemplateComponent | null {
  const type = text(found.type)?.toUpperCase()
  if (!type) return null
  const { example } = found
  return {
    type,
    ...defined({
      format: text(found.format)?.toUpperCase(),
      text: text(found.text),
      buttons: found.buttons === undefined ? undefined : records(found.buttons).map(buttonOf),
      cards: found.cards === undefined ? undefined : records(found.cards).map(cardOf),
      example: example === undefined || example === null ? undefined : { ...record(example) },
    }),
  }
}

const cardOf = (card: Loose) => ({ components: records(card.components).flatMap((one) => componentOf(one) ?? []) })

const buttonOf = (button: Loose) => ({
  type: text(button.type)?.toUpperCase() ?? '',
  ...defined({
    text: text(button.text),
    url: text(button.url),
    phone_number: text(button.phone_number),
    example: button.example ?? undefined,
  }),
})
