import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { type ContactFilter, contactFilterSql } from './search-repo.ts'

const MAX_EXTRA = 50

export interface ExportedContact {
  id: number
  name: string
  number: string | null
  email: string | null
  tags: string[]
  wallets: string[]
  extra: Record<string, string>
  createdAt: Date
}

/** Names of further facts that the contacts have, the commonest first. */
export async function extraNames(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  filter: ContactFilter,
): Promise<string[]> {
  const rows = await uow.query<{ name: string }>(
    scope,
    Prisma.sql`
      select e.name from contact_extra e join contact c on c.tenant_id = e.tenant_id and c.id = e.contact_id
       where ${contactFilterSql(filter)} group by e.name order by count(*) desc, e.name limit ${MAX_EXTRA}`,
  )
  return rows.map(({ name }) => name)
}

/** The contacts after one, by name. */
export const pageOfExport = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  filter: ContactFilter,
  after: { name: string; id: number } | null,
  take: number,
): Promise<ExportedContact[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select p.id, p.name, p.number, p.email, p.created_at "createdAt",
             array(select g.name from contact_tag l join tag g on g.tenant_id = l.tenant_id and g.id = l.tag_id
                    where l.contact_id = p.id order by g.name) "tags",
             array(select o.name from contact_wallet l join app_user o on o.tenant_id = l.tenant_id and o.id = l.user_id
                    where l.contact_id = p.id order by o.name) "wallets",
             (select coalesce(jsonb_object_agg(e.name, e.value), '{}') from contact_extra e where e.contact_id = p.id) "extra"
        from (select c.id, c.name, c.number, c.email, c.created_at from contact c
               where ${contactFilterSql(filter)}
                 and ${after === null ? Prisma.sql`true` : Prisma.sql`(c.name, c.id) > (${after.name}, ${after.id}::int)`}
               order by c.name, c.id limit ${take}) p
       order by p.name, p.id`,
  )
