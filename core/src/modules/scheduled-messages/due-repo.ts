import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

/** Companies with something due before a moment, and when the first of it is. */
export const dueCompanies = (system: Database['system'], before: Date): Promise<{ tenantId: number; at: Date }[]> =>
  system.$queryRaw`
    select tenant_id "tenantId", min(due_at) "at" from scheduled_message
     where state in ('pending', 'sending') and due_at <= ${before} group by tenant_id`

export interface DueSchedule {
  id: number
  userId: number | null
  contactId: number
  channelId: number
  body: string
  scheduleDate: Date
  /** This one included. */
  attempts: number
  repeatCount: number
  repeatPeriod: string | null
  anchorAt: Date
  step: number
  messageIds: string[]
  mediaIds: string[]
}

/** Takes what is due, in order, for so long: whoever dies with it is replaced after that. */
export async function claimDue(
  uow: UnitOfWork,
  tenantId: number,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueSchedule[]> {
  const rows = await uow.query<DueSchedule>(
    { tenantId },
    Prisma.sql`
      with due as (
        select tenant_id, id from scheduled_message
         where state in ('pending', 'sending') and due_at <= ${now}::timestamptz
         order by due_at, id limit ${limit} for update skip locked)
      update scheduled_message s set state = 'sending', attempts = s.attempts + 1, due_at = ${until}::timestamptz
        from due where s.tenant_id = due.tenant_id and s.id = due.id
      returning s.id, s.user_id "userId", s.contact_id "contactId", s.channel_id "channelId", s.body,
                s.schedule_date "scheduleDate", s.attempts, s.repeat_count "repeatCount",
                s.repeat_period "repeatPeriod", s.anchor_at "anchorAt", s.step, s.message_ids "messageIds",
                array(select f.media_id::text from scheduled_message_file f
                       where f.tenant_id = s.tenant_id and f.scheduled_message_id = s.id
                       order by f.position) "mediaIds"`,
  )
  return rows.toSorted((a, b) => a.scheduleDate.getTime() - b.scheduleDate.getTime() || a.id - b.id)
}

/** Epoch milliseconds at which something is due next; null when nothing waits. */
export async function nextDue(uow: UnitOfWork, tenantId: number): Promise<number | null> {
  const [row] = await uow.query<{ at: Date | null }>(
    { tenantId },
    Prisma.sql`select min(due_at) "at" from scheduled_message where state in ('pending', 'sending')`,
  )
  return row?.at?.getTime() ?? null
}

export interface Outcome {
  state: 'sent' | 'error' | 'pending'
  /** Of the next try, when it is still to be sent. */
  dueAt?: Date
  errorCode?: string
  errorParams?: Prisma.InputJsonObject
  ticketId?: number
  sentAt?: Date
}

/** False when another node has taken it over meanwhile. */
export async function settle(
  tx: Tx,
  { id, attempts }: Pick<DueSchedule, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<boolean> {
  const { count } = await tx.db.scheduledMessage.updateMany({
    where: { id, state: 'sending', attempts },
    data: outcome,
  })
  return count > 0
}

/** The company's standing with the operator. */
export const findStanding = (tx: Tx): Promise<{ status: string; dueDate: Date | null } | null> =>
  tx.db.tenant.findFirst({ where: { id: tx.scope.tenantId }, select: { status: true, dueDate: true } })

interface Author {
  id: number
  name: string
  email: string
  profile: string
}

export const findAuthor = (tx: Tx, id: number): Promise<Author | null> =>
  tx.db.user.findFirst({ where: { id }, select: { id: true, name: true, email: true, profile: true } })
