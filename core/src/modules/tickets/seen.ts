import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sees, type TicketFacts, type TicketViewer } from './policy.ts'
import { factsOf, loadTickets, type TicketRecord } from './record-repo.ts'
import { findFacts } from './repo.ts'
import type { Source } from './source-repo.ts'
import { loadViewer } from './viewer.ts'

/** What the rules ask about a ticket; null when there is none. */
export const ticketFacts = (source: Source, scope: Pick<Scope, 'tenantId'>, id: number): Promise<TicketFacts | null> =>
  findFacts(source, scope, id)

/** The ticket, and who the caller is to it. @throws ERR_NO_TICKET_FOUND when there is none or the caller may not know */
export async function seenWithViewer(
  source: Source,
  scope: Scope,
  id: number,
): Promise<{ record: TicketRecord; viewer: TicketViewer }> {
  const [viewer, [record]] = await Promise.all([loadViewer(source, scope), loadTickets(source, scope, [id])])
  if (!record || !sees(viewer, factsOf(record))) throw new AppError('ERR_NO_TICKET_FOUND')
  return { record, viewer }
}

/** @throws ERR_NO_TICKET_FOUND when there is none or the caller may not know */
export const seenTicket = async (source: Source, scope: Scope, id: number): Promise<TicketRecord> =>
  (await seenWithViewer(source, scope, id)).record
