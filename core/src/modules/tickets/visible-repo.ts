import { Prisma } from '../../platform/db/generated/client.ts'
import { hidesBot, seesAll, type TicketViewer } from './policy.ts'

const TRUE = Prisma.sql`true`
const FALSE = Prisma.sql`false`

/** `sees` of policy.ts as a condition on the ticket `t`. */
export function visibleSql(viewer: TicketViewer): Prisma.Sql {
  const { userId, rules } = viewer
  if (seesAll(viewer) || userId === null) return TRUE
  const isInMyWallet = inWalletOf(userId)
  const conditions = [Prisma.sql`(${isInMyWallet} or ${queueSql(viewer)})`]
  if (rules.directToWallets)
    conditions.push(Prisma.sql`(${isInMyWallet} or ${supervisedSql(viewer)} or not exists (
      select 1 from contact_wallet w where w.tenant_id = t.tenant_id and w.contact_id = t.contact_id))`)
  if (rules.notViewAssigned) conditions.push(Prisma.sql`(t.user_id is null or ${supervisedSql(viewer)})`)
  if (hidesBot(viewer)) conditions.push(Prisma.sql`not ${inBotSql}`)
  const seen = Prisma.sql`(coalesce(t.user_id = ${userId}, false) or (${Prisma.join(conditions, ' and ')}))`
  return rules.noGroups ? Prisma.sql`(not t.is_group and ${seen})` : seen
}

function supervisedSql({ profile, queueIds, tenantHasQueues }: TicketViewer): Prisma.Sql {
  if (profile !== 'supervisorfila') return FALSE
  return tenantHasQueues ? inQueuesSql(queueIds) : TRUE
}

const inQueuesSql = (queueIds: number[]) => Prisma.sql`coalesce(t.queue_id = any(${queueIds}::int[]), false)`

function queueSql({ queueIds, tenantHasQueues, rules }: TicketViewer): Prisma.Sql {
  if (!tenantHasQueues) return TRUE
  const mine = inQueuesSql(queueIds)
  return rules.notViewQueueUndefined ? mine : Prisma.sql`(${mine} or (t.queue_id is null and t.status = 'pending'))`
}

/** `isNear` of policy.ts as a condition on the ticket `t`. */
export function nearSql(viewer: TicketViewer): Prisma.Sql {
  const { userId, queueIds } = viewer
  if (userId === null) return TRUE
  const near =
    queueIds.length === 0
      ? TRUE
      : Prisma.sql`(coalesce(t.user_id = ${userId}, false) or t.queue_id is null
          or t.queue_id = any(${queueIds}::int[]) or ${inWalletOf(userId)})`
  return hidesBot(viewer) ? Prisma.sql`(not ${inBotSql} and ${near})` : near
}

/** `isInBot` of policy.ts. */
export const inBotSql = Prisma.sql`(t.chat_flow_id is not null and t.user_id is null and t.queue_id is null)`

/** Put aside for a time. */
export const snoozedSql = Prisma.sql`(t.status = 'pending' and t.snoozed_until is not null)`

/** `mayReadFrom` of policy.ts as a condition on the ticket `t` for its message of a number. */
export function readableSql(viewer: TicketViewer, seq: Prisma.Sql): Prisma.Sql {
  if (!viewer.rules.onlyQueueMessages || seesAll(viewer)) return TRUE
  return Prisma.sql`not exists (
    select 1 from jsonb_to_recordset(t.past_queues) p("from" int, "until" int, "queueId" int)
     where ${seq} between p."from" and p."until" and p."queueId" <> all(${viewer.queueIds}::int[]))`
}

const inWalletOf = (userId: number) => Prisma.sql`t.contact_id in (
  select w.contact_id from contact_wallet w where w.user_id = ${userId})`
