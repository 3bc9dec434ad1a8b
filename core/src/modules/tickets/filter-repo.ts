import { Prisma } from '../../platform/db/generated/client.ts'
import { leadsPeople, seesAll, type TicketViewer } from './policy.ts'
import type { TicketCountQuery } from './schemas.ts'
import { inBotSql, nearSql, snoozedSql, visibleSql } from './visible-repo.ts'

/** Contacts that a search may match; whoever finds more is shown some of them. */
const MAX_FOUND_CONTACTS = 2_000

/** Those who see all get all when they ask for it, else what is near them. */
export const scopeSql = (viewer: TicketViewer, showAll: boolean): Prisma.Sql =>
  seesAll(viewer) && !showAll ? nearSql(viewer) : visibleSql(viewer)

/** The filters of a list as a condition on the ticket `t`, the rule of who sees what included. */
export function filterSql(viewer: TicketViewer, filters: TicketCountQuery): Prisma.Sql {
  const all = [scopeSql(viewer, filters.showAll === true)]
  const { tagsIds, whatsappIds } = filters
  const queuesIds = filters.queuesIds?.length ? filters.queuesIds : idsIn(filters.queueIds)
  if (filters.withUnreadMessages) all.push(Prisma.sql`t.unread_messages > 0`)
  if (filters.isNotAssignedUser) all.push(Prisma.sql`t.user_id is null`)
  if (filters.includeNotQueueDefined === false) all.push(Prisma.sql`t.queue_id is not null`)
  if (queuesIds.length > 0) all.push(Prisma.sql`t.queue_id = any(${queuesIds}::int[])`)
  if (whatsappIds?.length) all.push(Prisma.sql`t.channel_id = any(${whatsappIds}::int[])`)
  if (tagsIds?.length)
    all.push(Prisma.sql`exists (select 1 from contact_tag g
      where g.tenant_id = t.tenant_id and g.contact_id = t.contact_id and g.tag_id = any(${tagsIds}::int[]))`)
  if (filters.useradmId !== undefined && (leadsPeople(viewer) || filters.useradmId === viewer.userId))
    all.push(Prisma.sql`t.user_id = ${filters.useradmId}`)
  if (filters.contactId !== undefined) all.push(Prisma.sql`t.contact_id = ${filters.contactId}`)
  if (filters.isGroup !== undefined) all.push(Prisma.sql`t.is_group = ${filters.isGroup}`)
  if (filters.inBot !== undefined) all.push(filters.inBot ? inBotSql : Prisma.sql`not ${inBotSql}`)
  if (filters.snoozed !== undefined) all.push(filters.snoozed ? snoozedSql : Prisma.sql`not ${snoozedSql}`)
  return Prisma.join(all, ' and ')
}

const PROTOCOL = /^\d{14}(\d{1,10})$/
const MAX_ID = 2_147_483_647

/**
 * Ids of the tickets that a search may mean: the one of this number or protocol, and those of contacts found by a part
 * of name, number or e-mail. From whom numbers are hidden, they are not searched either.
 */
export function foundSql(viewer: TicketViewer, search: string): Prisma.Sql {
  const digits = search.replace(/[\s()+.-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const fragment = isNumber ? digits : search
  const contacts = viewer.masksPhones
    ? Prisma.sql`
        select c.id from contact c
         where c.id in (select contact_search(${fragment}, ${MAX_FOUND_CONTACTS}::int))
           and position(fold(${fragment}) in fold(
             case when regexp_replace(c.name, '[^0-9]', '', 'g') = c.number then '' else c.name end
             || ' ' || coalesce(c.email, ''))) > 0`
    : Prisma.sql`select contact_search(${fragment}, ${MAX_FOUND_CONTACTS}::int) id`
  // as an array, so that the tickets of few contacts are looked up instead of all being read
  const byContact = Prisma.sql`select o.id from ticket o where o.contact_id = any(array(${contacts}))`
  const id = isNumber ? Number(PROTOCOL.exec(digits)?.[1] ?? digits) : Number.NaN
  if (!(id > 0 && id <= MAX_ID)) return byContact
  return Prisma.sql`${byContact} union select o.id from ticket o
    where o.id = ${id} and (o.id::text = ${digits} or o.protocol = ${digits})`
}

const idsIn = (list = ''): number[] => (list.match(/\d{1,9}/g) ?? []).map(Number)
