import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sees, type TicketFacts, type TicketViewer } from './policy.ts'
import { factsOf, loadTickets, type TicketRecord } from './record-repo.ts'
import { findFacts } from './repo.ts'
import { loadWithRights } from './seen-repo.ts'
import type { Source } from './source-repo.ts'
import { viewerOf } from './viewer.ts'
import { NO_RIGHTS } from './viewer-repo.ts'

/** What the rules ask about a ticket; null when there is none. */
export const ticketFacts = (source: Source, scope: Pick<Scope, 'tenantId'>, id: number): Promise<TicketFacts | null> =>
  findFacts(source, scope, id)

/** The ticket, and who the caller is to it. @throws ERR_NO_TICKET_FOUND when there is none or the caller may not know */
export async function seenWithViewer(
  source: Source,
  scope: Scope,
  id: number,
): Promise<{ record: TicketRecord; viewer: TicketViewer }> {
  const { record, viewer } = await load(source, scope, id)
  if (!record || !sees(viewer, factsOf(record))) throw new AppError('ERR_NO_TICKET_FOUND')
  return { record, viewer }
}

async function load(source: Source, scope: Scope, id: number) {
  const { actor } = scope
  if (actor.kind === 'user') {
    const { record, stored } = await loadWithRights(source, scope, id, actor.userId)
    return { record, viewer: viewerOf(scope, stored) }
  }
  const [record] = await loadTickets(source, scope, [id])
  return { record, viewer: viewerOf(scope, NO_RIGHTS) }
}

/** @throws ERR_NO_TICKET_FOUND when there is none or the caller may not know */
export const seenTicket = async (source: Source, scope: Scope, id: number): Promise<TicketRecord> =>
  (await seenWithViewer(source, scope, id)).record
