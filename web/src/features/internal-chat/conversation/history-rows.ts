import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import type { LocalMessage } from '../state/local-message.ts'

interface Above {
  key: string
  /** First and last of a run of one author. */
  first: boolean
  last: boolean
  /** A day begins here; epoch milliseconds. */
  day: number | null
  /** What was unread when the conversation was opened begins here. */
  isUnread: boolean
}

export type HistoryRow = Above & ({ message: ChatMessage; local?: never } | { local: LocalMessage; message?: never })

/** Messages of one author this close together make one run. Milliseconds. */
const RUN = 5 * 60_000

interface Options {
  me: number
  dayKey(at: number): string
  /** Up to where it was read when it was opened; null when nothing was unread. */
  readSeq: number | null
  hasOlder: boolean
}

type Entry = { key: string; author: string; at: number; isUnread: boolean } & Pick<HistoryRow, 'message' | 'local'>

const entryOf = (message: ChatMessage, { me, readSeq }: Options): Entry => ({
  key: message.id,
  author: message.kind === 'event' ? `event ${message.id}` : String(message.fromUserId),
  at: Date.parse(message.createdAt),
  isUnread: readSeq !== null && message.seq > readSeq && message.kind === 'text' && message.fromUserId !== me,
  message,
})

/** Rules are parts of the message below them, so that a message keeps its place when older ones come before it. */
export function historyRows(
  messages: readonly ChatMessage[],
  pending: readonly LocalMessage[],
  options: Options,
): HistoryRow[] {
  const { me, dayKey, hasOlder } = options
  const known = new Set(messages.map(({ id }) => id))
  const entries = [
    ...messages.map((message) => entryOf(message, options)),
    ...pending
      .filter(({ id }) => !known.has(id))
      .map((local): Entry => ({ key: local.id, author: String(me), at: local.at, isUnread: false, local })),
  ]
  let yesterday = hasOlder && entries[0] ? dayKey(entries[0].at) : ''
  let isRuled = false
  return entries.map(({ key, at, isUnread, author, ...what }, index) => {
    const [before, after] = [entries[index - 1], entries[index + 1]]
    const today = dayKey(at)
    const isNewDay = today !== yesterday
    yesterday = today
    const isRule = isUnread && !isRuled
    if (isRule) isRuled = true
    const follows = (one: Entry, other: Entry) => one.author === other.author && other.at - one.at < RUN
    const entry = { key, at, isUnread, author, ...what } as Entry
    return {
      key,
      first: isNewDay || isRule || !before || !follows(before, entry),
      last: !after || !follows(entry, after) || dayKey(after.at) !== today,
      day: isNewDay ? at : null,
      isUnread: isRule,
      ...what,
    } as HistoryRow
  })
}
