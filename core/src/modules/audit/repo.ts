import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { AuditFilter, AuditRow } from './contract.ts'

export interface Page {
  filter: AuditFilter
  /** Only rows older than this one. */
  before: string | null
  take: number
}

export interface StoredRow extends Omit<AuditRow, 'at'> {
  at: Date
}

function conditions({ actorId, area, actions, object, from, to }: AuditFilter, before: string | null): Prisma.Sql {
  const parts = [Prisma.sql`true`]
  if (actorId !== undefined) parts.push(Prisma.sql`a.actor_id = ${actorId} and a.actor_kind = 'user'`)
  if (area !== undefined) parts.push(Prisma.sql`(a.action = ${area} or a.action like ${`${area}.%`})`)
  const named = actions?.split(',').filter(Boolean) ?? []
  if (named.length > 0) parts.push(Prisma.sql`a.action = any(${named}::text[])`)
  if (object !== undefined) parts.push(Prisma.sql`a.object = ${object}`)
  if (from !== undefined) parts.push(Prisma.sql`a.created_at >= ${from}::timestamptz`)
  if (to !== undefined) parts.push(Prisma.sql`a.created_at < ${to}::timestamptz`)
  if (before !== null) parts.push(Prisma.sql`a.id < ${before}::uuid`)
  return Prisma.join(parts, ' and ')
}

/** Newest first: ids carry the time. Names are those of today. */
export const pageOfLog = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { filter, before, take }: Page,
): Promise<StoredRow[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select p.id, p.created_at "at", p.actor_kind "actorKind", p.actor_id "actorId", u.name "actorName", p.action,
             p.object, p.details, p.ip,
             case o.kind
               when 'user' then (select name from app_user where id = o.id)
               when 'team' then (select name from team where id = o.id)
               when 'queue' then (select name from queue where id = o.id)
               when 'channel' then (select name from channel where id = o.id)
               when 'contact' then (select name from contact where id = o.id)
               when 'tag' then (select name from tag where id = o.id)
               when 'closing-reason' then (select name from closing_reason where id = o.id)
             end "objectName"
        from (select a.* from audit_log a where ${conditions(filter, before)} order by a.id desc limit ${take}) p
        left join app_user u on u.tenant_id = p.tenant_id and u.id = p.actor_id and p.actor_kind = 'user'
        cross join lateral (
          select split_part(p.object, ':', 1) kind,
                 case when p.object ~ '^[a-z-]+:[0-9]{1,9}$' then split_part(p.object, ':', 2)::int end id) o
       order by p.id desc`,
  )
