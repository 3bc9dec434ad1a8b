import type { Message } from '@recado/core/modules/messages/contract'

/** What this browser still has to do for a message that the server does not have yet. */
export interface LocalSend {
  phase: 'waiting' | 'sending' | 'failed'
  /** Share of the upload, 0 to 1; null without a file. */
  progress: number | null
  /** Why it failed, in words. */
  reason: string
  file: File | null
  /** Address of the file in this browser's memory. */
  previewUrl: string | null
}

/** A message of the server, or one on its way there (`local`). */
export type LiveMessage = Message & { local: LocalSend | null }

/** Messages that the server has not numbered yet stand after all others. */
export const UNNUMBERED = Number.MAX_SAFE_INTEGER

/** What the order and the grouping of a conversation need; it changes far less often than the message. */
export interface Entry {
  id: string
  seq: number
  timestamp: number
  fromMe: boolean
  /** Equal for messages of one author. */
  author: string
  /** Taken back before it was sent: nothing of it is shown. */
  isUndone: boolean
}

export const entryOf = (message: LiveMessage): Entry => ({
  id: message.id,
  seq: message.seq,
  timestamp: message.timestamp,
  fromMe: message.fromMe,
  author: message.fromMe
    ? `me:${message.userId ?? message.sendType}`
    : `contact:${message.contactId ?? message.sender?.name ?? ''}`,
  isUndone: message.failCode === 'UNDONE',
})

const isSame = (a: Entry, b: Entry): boolean =>
  a.seq === b.seq &&
  a.timestamp === b.timestamp &&
  a.author === b.author &&
  a.fromMe === b.fromMe &&
  a.isUndone === b.isUndone

/** The entries with one more, in the order of `seq`; unnumbered ones keep the order in which they were written. */
export function withEntry(entries: Entry[], entry: Entry): Entry[] {
  const at = entries.findLastIndex((other) => other.id === entry.id)
  const known = entries[at]
  if (known && isSame(known, entry)) return entries
  const rest = known ? entries.toSpliced(at, 1) : entries
  // Nearly always the last one.
  const before = rest.findLastIndex((other) => other.seq <= entry.seq)
  return rest.toSpliced(before + 1, 0, entry)
}

/** Many at once: one sort instead of many insertions. */
export function withEntries(entries: Entry[], added: Entry[]): Entry[] {
  const ids = new Set(added.map(({ id }) => id))
  return [...entries.filter(({ id }) => !ids.has(id)), ...added].sort((a, b) => a.seq - b.seq)
}
