import { Prisma } from '../../platform/db/generated/client.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { TicketLog, TicketLogType } from './schemas.ts'
import { ask } from './source-repo.ts'

export interface LogEntry {
  ticketId: number
  type: TicketLogType
  /** Whose doing; the caller unless told. */
  userId?: number | null
  queueId?: number | null
  fromUserId?: number | null
  toUserId?: number | null
  fromQueueId?: number | null
  closingReasonId?: number | null
  /** Why; a job’s doing counts as a rule’s, everything else as a person’s. */
  cause?: TicketLog['cause']
  note?: string | null
}

/** What jobs do is a rule's doing, not a person's. */
const causeOf = ({ actor }: Scope) => (actor.kind === 'system' ? 'rule' : 'person')

export async function writeLog(tx: Tx, entries: LogEntry[]): Promise<void> {
  const shared = { userId: userIdOf(tx.scope), cause: causeOf(tx.scope) }
  await tx.db.ticketLog.createMany({ data: entries.map((entry) => ({ ...shared, ...entry })) })
}

const ACCESS_MS = 5 * 60_000

/** Somebody looked at a ticket; looking again soon is not written down again. */
export async function logAccess(uow: UnitOfWork, scope: Scope, ticketId: number, now: number): Promise<void> {
  const userId = userIdOf(scope)
  if (userId === null) return
  await ask(
    uow,
    scope,
    Prisma.sql`
      insert into ticket_log (ticket_id, type, user_id, created_at)
      select ${ticketId}, 'access', ${userId}, ${new Date(now)}::timestamptz
       where not exists (
         select 1 from ticket_log l
          where l.ticket_id = ${ticketId} and l.type = 'access' and l.user_id = ${userId}
            and l.created_at > ${new Date(now - ACCESS_MS)}::timestamptz)`,
  )
}

type LogRow = Omit<TicketLog, 'createdAt' | 'updatedAt'> & { createdAt: Date }

const LOG_LIMIT = 500

/** What put a ticket where it is. */
const PLACING: TicketLogType[] = [
  'create',
  'open',
  'pending',
  'closed',
  'transfered',
  'queue',
  'userDefine',
  'chatBot',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'autoCloseInactive',
  'autoPending',
  'snoozed',
  'woken',
  'noUsers',
]

/** The last event that put a ticket where it is. */
export async function lastPlacing(uow: UnitOfWork, scope: Scope, ticketId: number): Promise<TicketLog | null> {
  const [last] = await selectLogs(uow, scope, Prisma.sql`l.ticket_id = ${ticketId} and l.type = any(${PLACING})`, 1)
  return last ?? null
}

export const listLogs = (uow: UnitOfWork, scope: Scope, ticketId: number): Promise<TicketLog[]> =>
  selectLogs(uow, scope, Prisma.sql`l.ticket_id = ${ticketId}`, LOG_LIMIT)

async function selectLogs(uow: UnitOfWork, scope: Scope, where: Prisma.Sql, limit: number): Promise<TicketLog[]> {
  const named = (alias: string, label: 'name' | 'queue') => {
    const table = Prisma.raw(alias)
    return Prisma.sql`case when ${table}.id is not null
      then json_build_object('id', ${table}.id, ${label}::text, ${table}.name) end`
  }
  const rows = await ask<LogRow>(
    uow,
    scope,
    Prisma.sql`
      select l.id, l.type, l.cause, l.ticket_id "ticketId", l.user_id "userId", l.queue_id "queueId",
             l.from_user_id "fromUserId", l.to_user_id "toUserId", l.from_queue_id "fromQueueId",
             l.closing_reason_id "closingReasonId", l.note, l.created_at "createdAt",
             ${named('u', 'name')} "user", ${named('q', 'queue')} "queue", ${named('fu', 'name')} "fromUser",
             ${named('tu', 'name')} "toUser", ${named('fq', 'queue')} "fromQueue", ${named('r', 'name')} "closingReason"
        from ticket_log l
        left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
        left join app_user fu on fu.tenant_id = l.tenant_id and fu.id = l.from_user_id
        left join app_user tu on tu.tenant_id = l.tenant_id and tu.id = l.to_user_id
        left join queue q on q.tenant_id = l.tenant_id and q.id = l.queue_id
        left join queue fq on fq.tenant_id = l.tenant_id and fq.id = l.from_queue_id
        left join closing_reason r on r.tenant_id = l.tenant_id and r.id = l.closing_reason_id
       where ${where} order by l.id desc limit ${limit}`,
  )
  return rows.map((row) => {
    const createdAt = row.createdAt.toISOString()
    return { ...row, createdAt, updatedAt: createdAt }
  })
}
