import type { ContentOf, Store } from '@recado/sdk'
import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'telegraf/types'
import { BUTTON_LABEL_LENGTH } from '../limits.ts'
import { clip } from '../receive/read.ts'
import { callbackData } from './button-ids.ts'

export interface Interactive {
  text: string
  keyboard: InlineKeyboardMarkup
}

/** Text and keyboard of a content with things to tap; one row each, so that labels stay readable on a phone. */
export async function interactive(
  content: ContentOf<'buttons'> | ContentOf<'list'>,
  store: Store,
): Promise<Interactive> {
  const buttons = content.type === 'buttons' ? content.buttons : content.sections.flatMap((section) => section.rows)
  const rows = await Promise.all(buttons.map(async (button) => [await inlineButton(button, store)]))
  const text = content.type === 'buttons' ? withFooter(content) : withDescriptions(content)
  return { text, keyboard: { inline_keyboard: rows } }
}

async function inlineButton(
  button: { id: string; label: string; url?: string },
  store: Store,
): Promise<InlineKeyboardButton> {
  const text = clip(button.label, BUTTON_LABEL_LENGTH)
  return button.url ? { text, url: button.url } : { text, callback_data: await callbackData(button.id, store) }
}

const withFooter = ({ text, footer }: ContentOf<'buttons'>): string => [text, footer].filter(Boolean).join('\n\n')

/** Rows of a keyboard have no place for titles and descriptions, so these stand in the text. */
function withDescriptions({ text, sections }: ContentOf<'list'>): string {
  const described = sections.some(({ title, rows }) => title || rows.some((row) => row.description))
  if (!described) return text
  const blocks = sections.map(({ title, rows }) =>
    [title, ...rows.map((row) => (row.description ? `• ${row.label}: ${row.description}` : `• ${row.label}`))]
      .filter(Boolean)
      .join('\n'),
  )
  return [text, ...blocks].filter(Boolean).join('\n\n')
}
