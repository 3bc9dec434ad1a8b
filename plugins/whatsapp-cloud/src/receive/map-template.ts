import { type Loose, record, text } from '@recado/loose-json'
import type { InboundEvent, InboundTemplate } from '@recado/sdk'
import { defined } from '../defined.ts'
import { type Mapping, messageId, words } from './words.ts'

/** Events that are no state of the template by themselves. */
const STATES: Readonly<Record<string, string | undefined>> = {
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  FLAGGED: undefined,
}

/** The fields `message_template_*_update` and `template_category_update`. */
export function mapTemplate(field: string, value: Loose, { now }: Mapping): InboundEvent[] {
  const id = messageId(value.message_template_id)
  const name = words(value.message_template_name, 255)
  const language = words(value.message_template_language, 16)
  if (!id && !(name && language)) return []
  const changed = changeOf(field, value)
  if (Object.keys(changed).length === 0) return []
  return [{ kind: 'template', ...defined({ id, name, language }), ...changed, at: now }]
}

type Change = Partial<Pick<InboundTemplate, 'status' | 'category' | 'quality' | 'reason'>>

function changeOf(field: string, value: Loose): Change {
  switch (field) {
    case 'message_template_status_update': {
      const event = words(value.event, 255)?.toUpperCase() ?? ''
      const status = Object.hasOwn(STATES, event) ? STATES[event] : event || undefined
      const category = words(value.message_template_category, 255)
      return defined({ status, category, reason: status === undefined ? undefined : reasonOf(value) })
    }
    case 'message_template_quality_update':
      return defined({ quality: words(value.new_quality_score, 255) })
    case 'template_category_update':
      // `correct_category` only announces what will change later.
      return defined({ category: words(value.new_category, 255) })
    default:
      return {}
  }
}

function reasonOf(value: Loose): string | undefined {
  const rejection = record(value.rejection_info)
  const other = record(value.other_info)
  const code = text(value.reason)
  const told = [
    code === 'NONE' ? undefined : code,
    text(rejection.reason),
    text(rejection.recommendation),
    text(other.title),
    text(other.description),
    text(record(value.disable_info).disable_date),
  ]
  return words([...new Set(told.filter((one) => one !== undefined))].join('. '), 500)
}
