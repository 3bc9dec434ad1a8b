import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Notify } from './notify.ts'
import type { NoticeSources } from './sources.ts'

/** Tells people of their messages that were not delivered; of several in one ticket once, until they looked. */
export const createFailures =
  ({ uow, notify, ...sources }: { uow: UnitOfWork; notify: Notify } & NoticeSources) =>
  async (tenantId: number, messageIds: string[]): Promise<void> => {
    const failed = (await sources.messages(tenantId, messageIds)).filter(({ isFailed }) => isFailed)
    const ticketIds = [...new Set(failed.map(({ ticketId }) => ticketId))]
    const tickets = new Map((await sources.tickets(tenantId, ticketIds)).map((ticket) => [ticket.id, ticket]))
    await uow.run(systemScope(tenantId, 'notifications'), async (tx) => {
      // in one order for all, since each notice holds its subject until the end
      for (const { id, userId, ticketId } of failed.toSorted((one, other) => one.ticketId - other.ticketId)) {
        const ticket = tickets.get(ticketId)
        if (userId === null || !ticket) continue
        await notify(tx, {
          userIds: [userId],
          kind: 'message.failed',
          params: { contact: ticket.contactName },
          link: `/atendimento/${ticketId}`,
          ticketId,
          subject: `failed:${ticketId}`,
          cause: `failed:${id}`,
          onceUnread: true,
        })
      }
    })
  }
