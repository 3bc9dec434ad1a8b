import { useEffect, useState } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'

export interface UnreadMark {
  /** Seq of the first unread message. */
  from: number
  count: number
}

/** What was unread when the conversation was opened: it stays marked while it is read. */
export function useUnreadMark(ticket: LiveTicket, conversation: Conversation): UnreadMark | null {
  const [mark, setMark] = useState<UnreadMark | null>(null)
  const isReady = conversation.state === 'ready'
  const { unreadMessages } = ticket
  const [wasReady, setWasReady] = useState(false)
  useEffect(() => {
    if (!isReady || wasReady) return
    setWasReady(true)
    if (unreadMessages === 0) return
    const theirs = conversation.entries.filter(({ fromMe }) => !fromMe)
    const first = theirs.at(-unreadMessages) ?? theirs[0]
    if (first) setMark({ from: first.seq, count: unreadMessages })
  }, [isReady, wasReady, unreadMessages, conversation])
  return mark
}
