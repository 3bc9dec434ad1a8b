import { h } from '../dom.ts'
import { shown } from '../state/chat.ts'
import { errorText } from '../texts.ts'
import { contentLine } from './content.ts'
import type { Row } from './keyed.ts'
import { bubbleElement, dayText, type Entry, metaElement, type RowDeps, uploadElement } from './row-elements.ts'

const TOGETHER_MS = 300_000

/** States that stand under every message; the others only under the last of a group. */
const TELLING: readonly Entry['phase'][] = ['waiting', 'sending', 'failed']

const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

function entriesOf({ chat, texts }: RowDeps): Entry[] {
  const settled = chat.timeline.all.map((message) => ({ message, phase: message.status, error: '' }))
  const values = { n: chat.config.textLength }
  const going = chat.outbox.all
    .filter(({ uuid }) => !chat.timeline.has(uuid))
    .map((item): Entry => {
      const phase = item.error ? 'failed' : chat.state.link === 'online' ? 'sending' : 'waiting'
      return { message: shown(item), phase, error: item.error ? errorText(texts, item.error, values) : '' }
    })
  return [...settled, ...going]
}

function startsGroup({ message }: Entry, before: Entry | undefined): boolean {
  if (!before || dayOf(before.message.at) !== dayOf(message.at)) return true
  const other = before.message
  return other.mine !== message.mine || other.sender !== message.sender || message.at - other.at > TOGETHER_MS
}

/** Rows of one message: its day where that begins, the bubble, and under it time and state. */
function messageRows(entries: readonly Entry[], index: number, entry: Entry, choosable: boolean, deps: RowDeps): Row[] {
  const { message, phase, error } = entry
  const before = entries[index - 1]
  const next = entries[index + 1]
  const first = startsGroup(entry, before)
  const last = !next || startsGroup(next, entry)
  const quoted = message.replyTo ? entries.find((other) => other.message.id === message.replyTo)?.message : undefined
  const quote = quoted ? { mine: quoted.mine, line: contentLine(quoted.content, deps.texts) } : null
  const rows: Row[] = []
  if (!before || dayOf(before.message.at) !== dayOf(message.at)) {
    const label = dayText(message.at, Date.now(), deps.texts, deps.language)
    const build = () => h('p', { class: 'rule' }, h('span', {}, label))
    rows.push({ key: `day ${dayOf(message.at)} ${message.id}`, look: label, build })
  }
  rows.push({
    key: message.id,
    look: JSON.stringify([message.content, message.removed, message.sender, message.mine, first, quote, choosable]),
    build: () => bubbleElement(message, { first, quote, choosable }, deps),
  })
  if (last || TELLING.includes(phase) || message.edited) {
    const state = message.mine ? phase : ''
    rows.push({
      key: `${message.id} meta`,
      look: JSON.stringify([state, error, message.edited, message.removed]),
      build: () => metaElement(entry, deps),
    })
  }
  return rows
}

/** The whole log: days, messages, what is on its way, and what happened to the conversation. */
export function rowsOf(deps: RowDeps): Row[] {
  const { chat, texts } = deps
  const entries = entriesOf(deps)
  const lastOfTheirs = entries.findLastIndex(({ message }) => !message.mine)
  const answered = entries.slice(lastOfTheirs + 1).some(({ message }) => message.mine)
  const rows = entries.flatMap((entry, index) => {
    const choosable = index === lastOfTheirs && !answered && chat.state.prechat.length === 0
    return messageRows(entries, index, entry, choosable, deps)
  })
  for (const upload of chat.uploads.all()) {
    const look = JSON.stringify([upload.progress, upload.error])
    rows.push({ key: `upload ${upload.uuid}`, look, build: () => uploadElement(upload, deps) })
  }
  const over = chat.state.conversation.status === 'closed' && chat.state.settled && chat.outbox.all.length === 0
  if (over) rows.push({ key: 'closed', look: '', build: () => h('p', { class: 'notice' }, texts.closed) })
  return rows
}
