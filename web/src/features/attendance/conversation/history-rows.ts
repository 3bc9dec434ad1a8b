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
}

/** Messages of one author this close together make one run. */
const RUN = 5 * 60_000

interface HistoryOptions {
  dayKey(at: number): string
  /** What was unread when the conversation was opened: from which seq, and how many. */
  unread: { from: number; count: number } | null
  /** The first entry is not the first message: its day may have begun before it. */
  hasOlder: boolean
}

/**
 * Rules are parts of the message below them, so that a message keeps its place when older ones come before it: what
 * is read never moves.
 */
export function historyRows(entries: readonly Entry[], { dayKey, unread, hasOlder }: HistoryOptions): HistoryRow[] {
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
    return {
      key: entry.id,
      first: isNewDay || isUnread || !before || !isRun(before, entry),
      last: !after || !isRun(entry, after) || dayKey(after.timestamp) !== today,
      day: isNewDay ? entry.timestamp : null,
      unread: isUnread ? unread.count : null,
    }
  })
}

const isRun = (a: Entry, b: Entry): boolean => a.author === b.author && b.timestamp - a.timestamp < RUN
