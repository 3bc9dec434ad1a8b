import { useMemo } from 'react'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import type { PageSizes } from './ticket-lists.ts'

const sizeOf = (text: string | undefined): number => Math.min(100, Math.max(10, Number(text ?? 30) || 30))

/** How many tickets a tab loads at once, as the company set it. */
export function usePageSizes(): PageSizes {
  const { ticketsLimitOpen, ticketsLimitPending, ticketsLimitClosed } = useTenantSettings()
  return useMemo(
    () => ({
      open: sizeOf(ticketsLimitOpen),
      pending: sizeOf(ticketsLimitPending),
      closed: sizeOf(ticketsLimitClosed),
    }),
    [ticketsLimitOpen, ticketsLimitPending, ticketsLimitClosed],
  )
}
