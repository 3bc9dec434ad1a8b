import type { Note } from '@recado/core/modules/notes/contract'
import type { Entry } from '../../../entities/live-message.ts'

/** A message with what stands above it. */
export interface HistoryRow {
  /** Id of the message. */
  key: string
  /** First and last of a run of one author. */
  first: boolean
  last: boolean
  /** A day begins here. */
  day: number | null
  /** So many unread messages begin here. */
  unread: number | null
  /** Notes that were written before it, after the message above it. */
  notes: Note[]
  /** Of the last message: notes that were written after it. */
  after: Note[]
}

/** Messages of one author this close together make one run. */
const RUN = 5 * 60_000

interface HistoryOptions {
  dayKey(at: number): string
  /** What was unread when the conversation was opened: from which seq, and how many. */
  unread: { from: number; count: number } | null
  /** The first entry is not the first message: its day may have begun before it. */
  hasOlder: boolean
  /** Newest first. */
  notes?: readonly Note[]
  /** The last entry is not the last message. */
  hasNewer?: boolean
}

/**
 * Rules are parts of the message below them, so that a message keeps its place when older ones come before it: what
 * is read never moves.
 */
export function historyRows(
  all: readonly Entry[],
  { dayKey, unread, hasOlder, notes = [], hasNewer = false }: HistoryOptions,
): HistoryRow[] {
  const entries = all.filter(({ isUndone }) => !isUndone)
  const waiting = notes.map((note) => ({ note, at: Date.parse(note.createdAt) }))
  const until = (at: number): Note[] => {
    const taken: Note[] = []
    for (let next = waiting.at(-1); next && next.at < at; next = waiting.at(-1)) {
      taken.push(next.note)
      waiting.pop()
    }
    return taken
  }
  let yesterday = hasOlder && entries[0] ? dayKey(entries[0].timestamp) : ''
  let isRuled = unread === null
  return entries.map((entry, index) => {
    const before = entries[index - 1]
    const after = entries[index + 1]
    const today = dayKey(entry.timestamp)
    const isNewDay = today !== yesterday
    yesterday = today
    const isUnread = !isRuled && unread !== null && entry.seq >= unread.from
    if (isUnread) isRuled = true
    const written = until(entry.timestamp)
    // those before the page that is loaded come with theirs
    const shown = before || !hasOlder ? written : []
    return {
      key: entry.id,
      first: isNewDay || isUnread || !before || written.length > 0 || !isRun(before, entry),
      last: !after || !isRun(entry, after) || dayKey(after.timestamp) !== today,
      day: isNewDay ? entry.timestamp : null,
      unread: isUnread ? unread.count : null,
      notes: shown,
      after: after || hasNewer ? [] : until(Number.POSITIVE_INFINITY),
    }
  })
}

const isRun = (a: Entry, b: Entry): boolean => a.author === b.author && b.timestamp - a.timestamp < RUN
