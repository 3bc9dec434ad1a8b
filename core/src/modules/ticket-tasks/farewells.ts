import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import { readSettings } from '../settings/index.ts'
import { loadTickets, type TicketService } from '../tickets/index.ts'

export interface FarewellDeps {
  uow: UnitOfWork
  log: Pick<Log, 'error'>
  tickets: Pick<TicketService, 'sayOnce'>
}

/** Says something in a ticket, once for one id. What cannot be said now never can, and holds nothing up. */
export const createSay =
  ({ uow, log, tickets }: FarewellDeps) =>
  async (tenantId: number, ticketId: number, text: string, id: string): Promise<void> => {
    const scope = systemScope(tenantId, 'farewell')
    const [record] = await loadTickets(uow, scope, [ticketId])
    if (!record) return
    const { timezone } = await uow.run(scope, readSettings)
    await tickets.sayOnce(scope, record, text, timezone, id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'ERR_IDEMPOTENCY_CONFLICT') log.error({ err: error, tenantId, ticketId }, 'farewell not sent')
    })
  }
