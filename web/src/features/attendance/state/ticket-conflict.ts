import type { TicketConflict } from '@recado/core/modules/tickets/contract'
import type { Static } from 'typebox'
import { HttpError } from '../../../lib/http/errors.ts'

export type Conflict = Static<typeof TicketConflict>

/** The ticket that stands in the way, if that is what the server refused for. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || !error.is('ERR_OTHER_OPEN_TICKET')) return null
  try {
    const parsed: unknown = JSON.parse(error.raw)
    return typeof parsed === 'object' && parsed !== null && 'id' in parsed ? (parsed as Conflict) : null
  } catch {
    return null
  }
}
