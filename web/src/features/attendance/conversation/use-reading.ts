import { useEffect, useEffectEvent } from 'react'
import { GLANCE_MS, useLooking } from '../../../chat-ui/use-looking.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { session } from '../../../lib/session/session.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { options } from '../state/options.ts'
import { markRead } from '../state/ticket-actions.ts'
import { mayAudit } from '../state/ticket-rules.ts'

/**
 * Marks as read what is really read: the window is looked at, the end is on screen, the ticket is accepted, and the
 * person is not auditing.
 */
export function useReading(ticket: LiveTicket, cursor: number, isAtEnd: boolean): void {
  const isLooking = useLooking()
  const isAudited = useTenantSettings().auditMode === 'enabled' && ticket.userId !== session.user?.userId
  const isAudit = (options.audit.get() || isAudited) && session.user !== null && mayAudit(session.user)
  const isDue =
    isLooking && isAtEnd && cursor > 0 && ticket.unreadMessages > 0 && ticket.status !== 'pending' && !isAudit
  const tell = useEffectEvent(() => void markRead(ticket, cursor))
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => tell(), GLANCE_MS)
    return () => clearTimeout(timer)
  }, [isDue])
}
