import { useEffect, useEffectEvent } from 'react'
import { tickets } from '../../../entities/tickets.ts'
import type { Filters } from '../list/filters.ts'
import { ticketLists } from '../list/ticket-lists.ts'

/** Keeps the lists in step with live events while the screen stands, and the open ticket in memory. */
export function useTicketLists(filters: Filters, openId: number | null): void {
  const current = useEffectEvent(() => filters)
  const held = useEffectEvent(() => (openId === null ? [] : [openId]))
  useEffect(() => {
    const stops = [ticketLists.follow(() => current()), tickets.hold(() => held())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
