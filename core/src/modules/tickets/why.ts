import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { timersOf } from './due-repo.ts'
import { lastPlacing } from './log-repo.ts'
import { isInBot, isNear, mayRead, seesAll, sightOf } from './policy.ts'
import type { TicketDeps } from './ports.ts'
import { ticketStatus } from './presenter.ts'
import { factsOf } from './record-repo.ts'
import type { TicketWhy } from './schemas.ts'
import { seenWithViewer } from './seen.ts'

/** Explains a ticket by the rules that decide about it. */
export function createWhy({ uow, scheduledFor }: Pick<TicketDeps, 'uow' | 'scheduledFor'>) {
  return {
    /** @throws ERR_NO_TICKET_FOUND */
    async why(scope: Scope, id: number): Promise<TicketWhy> {
      const { record, viewer } = await seenWithViewer(uow, scope, id)
      const facts = factsOf(record)
      const sight = sightOf(viewer, facts)
      if (!sight.isSeen) throw new AppError('ERR_NO_TICKET_FOUND')
      const [last, timers, schedules] = await Promise.all([
        lastPlacing(uow, scope, id),
        timersOf(uow, scope, id),
        scheduledFor(scope, record.contactId),
      ])
      const [next] = schedules
      const { queueId, queueName, user, contact } = record
      return {
        seenBy: sight.by,
        isNear: !seesAll(viewer) || isNear(viewer, facts),
        mayRead: mayRead(viewer, facts),
        status: ticketStatus(record.status),
        isInBot: isInBot(facts),
        queue: queueId === null || queueName === null ? null : { id: queueId, name: queueName },
        user: user && { id: user.id, name: user.name },
        wallets: contact.wallets.map(({ id: userId, name }) => ({ id: userId, name })),
        last,
        timers: [
          ...timers,
          ...(next
            ? [{ rule: 'schedule' as const, at: Date.parse(next.scheduleDate), minutes: null, source: null }]
            : []),
        ].sort((a, b) => a.at - b.at),
      }
    },
  }
}
