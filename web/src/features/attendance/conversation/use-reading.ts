import { useEffect, useEffectEvent, useState } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { session } from '../../../lib/session/session.ts'
import { options } from '../state/options.ts'
import { markRead } from '../state/ticket-actions.ts'
import { mayAudit } from '../state/ticket-rules.ts'

/** Whether this window is the one that the person looks at. */
export function useLooking(): boolean {
  const [isLooking, setLooking] = useState(() => document.hasFocus() && !document.hidden)
  useEffect(() => {
    const tell = () => setLooking(document.hasFocus() && !document.hidden)
    window.addEventListener('focus', tell)
    window.addEventListener('blur', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.removeEventListener('focus', tell)
      window.removeEventListener('blur', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
  return isLooking
}

/**
 * Marks as read what is really read: the window is looked at, the end is on screen, the ticket is accepted, and the
 * person is not auditing.
 */
export function useReading(ticket: LiveTicket, cursor: number, isAtEnd: boolean): void {
  const isLooking = useLooking()
  const isAudit = options.audit.get() && session.user !== null && mayAudit(session.user)
  const isDue =
    isLooking && isAtEnd && cursor > 0 && ticket.unreadMessages > 0 && ticket.status !== 'pending' && !isAudit
  const tell = useEffectEvent(() => void markRead(ticket, cursor))
  useEffect(() => {
    if (!isDue) return
    // A glance in passing is no reading.
    const timer = setTimeout(() => tell(), 400)
    return () => clearTimeout(timer)
  }, [isDue])
}
