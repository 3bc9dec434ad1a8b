import type { Clock } from '../../platform/clock.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { StoredEvent, Subscriber } from '../../platform/events/types.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { loadTickets, type TicketRecord } from '../tickets/index.ts'
import { type AbsenceFact, type AbsenceSubject, claimNotice, loadSubjects } from './absence-repo.ts'
import { hoursOf, isNeverClosed, planFor } from './plan.ts'
import { maxAbsenceMessages } from './presenter.ts'
import type { StoredHours } from './repo.ts'
import { isOpenAt, verdictAt } from './verdict.ts'

export interface AbsenceDeps {
  uow: UnitOfWork
  clock: Clock
  log: Pick<Log, 'error'>
  onlineUsers(tenantId: number): number[]
  /** Says a text to the customer, once for an id. */
  sayOnce(scope: Scope, record: TicketRecord, text: string, timezone: string, id: string): Promise<void>
}

const BEGINNING = new Date(0)

/**
 * Tells customers who write outside of the hours that nobody is there, and those whose ticket is transferred to a queue
 * that is closed. Each fact is answered at most once, however often it comes.
 */
export function createAbsence({ uow, clock, log, onlineUsers, sayOnce }: AbsenceDeps): Subscriber {
  const answer = async (tenantId: number, hours: StoredHours, subject: AbsenceSubject): Promise<void> => {
    const now = clock.now()
    const plan = planFor(hours, subject)
    if (isOpenAt(plan, now)) return
    const { message, since } = verdictAt(plan, now)
    if (!message) return
    const { ticketId, eventId } = subject
    const id = await claimNotice(uow, tenantId, {
      ...{ ticketId, eventId, messageId: newId() },
      now: new Date(now),
      since: since === null ? BEGINNING : new Date(since),
      max: maxAbsenceMessages(hours),
    })
    if (id === null) return
    const [record] = await loadTickets(uow, { tenantId }, [ticketId])
    if (!record) return
    const scope = systemScope(tenantId, 'absence')
    await sayOnce(scope, record, message.text, plan.timezone, id).catch((error: unknown) => {
      // what is refused now is refused for ever, and would hold up everybody's events
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'ERR_IDEMPOTENCY_CONFLICT')
        log.error({ err: error, tenantId, ticketId }, 'absence message not sent')
    })
  }

  const handle = async (tenantId: number, events: readonly StoredEvent[]): Promise<void> => {
    const hours = await hoursOf(uow, { tenantId })
    if (maxAbsenceMessages(hours) === 0 || isNeverClosed(hours)) return
    const online = new Set(onlineUsers(tenantId))
    for (const subject of await loadSubjects(uow, tenantId, events.flatMap(factOf)))
      if (isToldTo(subject, online)) await answer(tenantId, hours, subject)
  }

  return {
    name: 'absence',
    events: ['message.received', 'ticket.transferred'],
    gapMs: 100,
    async handle(batch) {
      for (const [tenantId, events] of Map.groupBy(batch, (event) => event.tenantId)) await handle(tenantId, events)
    },
  }
}

/** None for what tells nobody anything: a transfer within a queue. */
function factOf({ id, name, payload }: StoredEvent): AbsenceFact[] {
  const { ticketId, messageId, queueId, fromQueueId } = payload
  if (name === 'ticket.transferred' && (queueId === null || queueId === fromQueueId)) return []
  return [{ eventId: id, ticketId: Number(ticketId), messageId: typeof messageId === 'string' ? messageId : null }]
}

/**
 * Customers who wait, in conversations of two: not groups, not below posts, not while a flow speaks, nor when the agent
 * who has the ticket is there.
 */
function isToldTo(subject: AbsenceSubject, online: ReadonlySet<number>): boolean {
  const { status, isGroup, isThread, isFlow, userId, fromMe } = subject
  if (isGroup || isThread || isFlow || status === 'closed') return false
  if (status === 'open' && userId !== null && online.has(userId)) return false
  // whoever wrote long ago waits for no answer at this moment
  return fromMe === null ? subject.isWaiting : !fromMe && !subject.isAnswered
}
