import type { WireMessage } from '../../../src/wire.ts'
import { h, icon } from '../dom.ts'
import type { Chat } from '../state/chat.ts'
import type { Upload } from '../state/uploads.ts'
import { errorText, fill, type Texts } from '../texts.ts'
import { type ContentActions, contentElements, sizeText } from './content.ts'

const DAY_MS = 86_400_000

export interface RowDeps {
  chat: Chat
  texts: Texts
  language: string
  actions: ContentActions
}

export interface Entry {
  message: WireMessage
  phase: 'waiting' | 'sending' | 'failed' | 'sent' | 'delivered' | 'read'
  error: string
}

interface Place {
  /** Opens a group of messages of one writer. */
  first: boolean
  quote: { mine: boolean; line: string } | null
  choosable: boolean
}

const PHASE_ICON = {
  waiting: 'clock',
  sending: 'clock',
  sent: 'check',
  delivered: 'checks',
  read: 'checks',
  failed: 'alert',
} as const

export function dayText(at: number, now: number, texts: Texts, language: string): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS)
  if (days === 0) return texts.today
  if (days === 1) return texts.yesterday
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', ...year }).format(at)
}

const timeText = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at)

const hidden = (text: string): HTMLElement => h('span', { class: 'sr' }, text)
const side = (message: WireMessage): string => (message.mine ? 'mine' : 'theirs')

export function bubbleElement(message: WireMessage, { first, quote, choosable }: Place, deps: RowDeps): HTMLElement {
  const { texts, language, actions } = deps
  const who = message.mine ? texts.you : (message.sender ?? texts.bot)
  const content = message.removed
    ? [h('p', { class: 'text small' }, texts.removed)]
    : contentElements(message.content, { texts, language, actions, choosable })
  return h(
    'div',
    { class: `row ${side(message)}${first ? ' first' : ''}`, 'data-id': message.id },
    first && !message.mine ? h('p', { class: 'who', dir: 'auto' }, who) : hidden(`${who}: `),
    h(
      'div',
      {
        class: `bubble ${message.removed ? 'gone' : message.content.type}`,
        title: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(message.at),
      },
      quote && h('blockquote', { dir: 'auto' }, h('b', {}, quote.mine ? texts.you : texts.team), quote.line),
      ...content,
    ),
  )
}

/** Apart from the bubble and silent, so that a screen reader does not hear a message again when it was delivered. */
export function metaElement({ message, phase, error }: Entry, { chat, texts, language }: RowDeps): HTMLElement {
  const state = h(
    'span',
    { class: `state ${phase}`, title: texts[phase] },
    icon(PHASE_ICON[phase]),
    hidden(texts[phase]),
  )
  const line = h(
    'p',
    { class: 'meta' },
    h('time', { datetime: new Date(message.at).toISOString() }, timeText(message.at, language)),
    message.edited && !message.removed && ` · ${texts.edited}`,
    message.mine && state,
  )
  const button = (text: string, click: () => void) => h('button', { type: 'button', class: 'plain', click }, text)
  const failed = message.mine && phase === 'failed'
  return h(
    'div',
    { class: `row ${side(message)} under`, 'aria-live': 'off' },
    line,
    failed && h('p', { class: 'problem', role: 'alert' }, error || texts.failed),
    failed &&
      h(
        'div',
        {},
        button(texts.retry, () => chat.retry(message.id)),
        button(texts.discard, () => chat.discard(message.id)),
      ),
  )
}

export function uploadElement(upload: Upload, { chat, texts, language }: RowDeps): HTMLElement {
  const { file, error, progress, preview, uuid } = upload
  const values = { name: file.name, n: Math.round(chat.config.files.maxBytes / 1_048_576) }
  const known = error && error !== 'ERR_NETWORK' ? errorText(texts, error, values) : texts.offline
  const hopeless = error === 'ERR_MEDIA_TOO_LARGE' || error === 'ERR_MEDIA_TYPE'
  const card = () =>
    h(
      'span',
      { class: 'file' },
      icon('file'),
      h('span', { class: 'file-name', dir: 'auto' }, file.name),
      h('span', { class: 'file-size' }, sizeText(file.size, language)),
    )
  const button = (text: string, click: () => void) => h('button', { type: 'button', class: 'plain', click }, text)
  const label = fill('{state}: {name}', { state: texts.sending, name: file.name })
  return h(
    'div',
    { class: 'row mine first' },
    h('div', { class: 'bubble file' }, preview ? h('img', { src: preview, alt: file.name, class: 'picture' }) : card()),
    error
      ? h('p', { class: 'problem', role: 'alert' }, known)
      : h('progress', { max: 1, value: progress, 'aria-label': label }),
    error &&
      h(
        'div',
        {},
        !hopeless && button(texts.retry, () => chat.uploads.retry(uuid)),
        button(texts.remove, () => chat.uploads.drop(uuid)),
      ),
  )
}
