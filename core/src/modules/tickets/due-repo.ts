import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

/** What becomes of tickets by themselves when their time has come. */
export const TICKET_RULES = ['wake', 'autoPending', 'autoClose'] as const
export type TicketRule = (typeof TICKET_RULES)[number]

const PATIENCE = {
  autoPending: {
    column: Prisma.raw('auto_pending_minutes'),
    setting: 'autoPendingMinutes',
    since: Prisma.sql`t.waiting_since`,
    // the customer wrote last, and an agent has it
    waits: Prisma.sql`t.waiting_since is not null and t.user_id is not null`,
  },
  autoClose: {
    column: Prisma.raw('auto_close_minutes'),
    setting: 'autoCloseMinutes',
    since: Prisma.sql`t.last_message_at`,
    // the last word is ours
    waits: Prisma.sql`t.waiting_since is null and t.answered`,
  },
} as const

/**
 * Tickets that a rule is due for. The queue's own number counts before the channel's and that before the company's; none
 * or 0 is never. Nothing is read of companies without a number, and of others only live tickets, which are few.
 */
function dueSql(rule: TicketRule, now: number): Prisma.Sql {
  const at = Prisma.sql`${new Date(now)}::timestamptz`
  if (rule === 'wake')
    return Prisma.sql`select t.tenant_id, t.id, t.snoozed_until due from ticket t
      where t.status = 'pending' and t.snoozed_until <= ${at}`
  const { column, since, company, joins, holds, minutes } = patienceOf(rule)
  return Prisma.sql`
    select t.tenant_id, t.id, ${since} due
      from (
        select m.tenant_id, min(m.minutes) least from (
          select tenant_id, ${column} minutes from channel where not is_deleted
          union all select tenant_id, ${column} from queue
          union all ${company}) m
         where m.minutes > 0 group by m.tenant_id) n
      join ticket t on t.tenant_id = n.tenant_id ${joins}
     where ${holds} and ${since} <= ${at} - make_interval(mins => n.least)
       and greatest(${since}, t.held_since) <= ${at} - make_interval(mins => ${minutes})`
}

/** The parts of a rule of patience for the ticket `t`: what it reads beside it, when it holds, and after how long. */
function patienceOf(rule: Exclude<TicketRule, 'wake'>) {
  const { column, setting, since, waits } = PATIENCE[rule]
  const minutes = Prisma.sql`coalesce(q.${column}, h.${column}, s.minutes)`
  const company = Prisma.sql`
    select tenant_id, case when value ~ '^[0-9]{1,7}$' then value::int end minutes from setting where key = ${setting}`
  const joins = Prisma.sql`
      join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
      left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
      left join (${company}) s on s.tenant_id = t.tenant_id`
  const holds = Prisma.sql`t.status = 'open' and not t.is_group and ${waits} and ${minutes} > 0`
  const source = Prisma.sql`case when q.${column} is not null then 'queue' when h.${column} is not null then 'channel'
                                 else 'company' end`
  return { column, since, minutes, company, joins, holds, source }
}

interface TicketTimer {
  rule: TicketRule | 'ratingExpires'
  /** Epoch milliseconds; in the past when it is about to act. */
  at: number
  /** After how long, and whose number that is; null for what has a moment of its own. */
  minutes: number | null
  source: 'queue' | 'channel' | 'company' | null
}

/** What will act on a ticket by itself as it stands, soonest first. */
export function timersOf(uow: UnitOfWork, scope: { tenantId: number }, ticketId: number): Promise<TicketTimer[]> {
  const millis = (moment: Prisma.Sql) => Prisma.sql`round(date_part('epoch', ${moment}) * 1000)`
  const patient = (['autoPending', 'autoClose'] as const).map((rule) => {
    const { since, minutes, joins, holds, source } = patienceOf(rule)
    const moment = Prisma.sql`greatest(${since}, t.held_since) + make_interval(mins => ${minutes})`
    return Prisma.sql`select ${rule}::text "rule", ${millis(moment)} "at", ${minutes} "minutes", ${source} "source"
        from ticket t ${joins} where t.id = ${ticketId} and ${holds}`
  })
  return uow.query<TicketTimer>(
    scope,
    Prisma.sql`
      select * from (
        ${Prisma.join(patient, ' union all ')}
        union all select 'wake', ${millis(Prisma.sql`t.snoozed_until`)}, null, null from ticket t
         where t.id = ${ticketId} and t.status = 'pending' and t.snoozed_until is not null
        union all select 'ratingExpires', ${millis(Prisma.sql`r.expires_at`)}, null, null from rating r
         where r.ticket_id = ${ticketId} and r.state = 'waiting') a
       order by a."at"`,
  )
}

/** Companies in which anything is due. */
export async function dueTenants(system: Database['system'], now: number): Promise<number[]> {
  const tickets = TICKET_RULES.map((rule) => Prisma.sql`select d.tenant_id from (${dueSql(rule, now)}) d`)
  const rows = await system.$queryRaw<{ id: number }[]>`
    select distinct a.tenant_id id from (
      ${Prisma.join(tickets, ' union ')}
      union select r.tenant_id from rating r where r.state = 'waiting' and r.expires_at <= ${new Date(now)}::timestamptz) a`
  return rows.map(({ id }) => id)
}

/** Those that are due longest, first. */
export async function dueTickets(
  uow: UnitOfWork,
  tenantId: number,
  rule: TicketRule,
  { now, limit }: { now: number; limit: number },
): Promise<number[]> {
  const rows = await uow.query<{ id: number }>(
    { tenantId },
    Prisma.sql`select d.id from (${dueSql(rule, now)}) d order by d.due, d.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Holds a ticket until the unit of work ends, if the rule still holds for it. Whoever has it at this moment, be it the
 * customer with a message, comes first.
 */
export async function claimDue(tx: Tx, rule: TicketRule, id: number, now: number): Promise<boolean> {
  const locked = await tx.db.$queryRaw<{ id: number }[]>`
    select id from ticket where id = ${id} for update skip locked`
  if (locked.length === 0) return false
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select d.id from (${dueSql(rule, now)}) d where d.id = ${id}`
  return rows.length > 0
}
