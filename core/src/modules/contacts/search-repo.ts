import { Prisma } from '../../platform/db/generated/client.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ContactFlag } from './contract.ts'
import type { ContactRules } from './policy.ts'
import type { ContactRecord } from './repo.ts'

/** Contacts that a search may match; whoever finds more has to say more. */
const MAX_FOUND = 20_000

export interface ContactFilter {
  search: string
  /** Look into numbers too. */
  byNumber: boolean
  /** Only contacts in this user's wallet, and in nobody's. */
  walletOf: number | null
  tagsIds?: number[] | undefined
  walletIds?: number[] | undefined
  channelIds?: number[] | undefined
  isGroup?: boolean | undefined
  flags?: ContactFlag[] | undefined
}

export interface ContactPage extends ContactFilter {
  skip: number
  take: number
}

/** Ids of contacts with a fragment in name, number or e-mail, accents and case ignored; see `contact_search`. */
function foundSql(search: string, byNumber: boolean): Prisma.Sql {
  const digits = search.replace(/[\s()+.-]/g, '')
  const fragment = /^\d+$/.test(digits) ? digits : search
  // an array, whose few ids are looked up; of a set the planner expects so many that it reads all contacts instead
  const found = (text: string) => Prisma.sql`c.id = any(array(select contact_search(${text}, ${MAX_FOUND}::int)))`
  if (!byNumber)
    return Prisma.sql`(${found(search)} and position(fold(${search}) in fold(
      case when regexp_replace(c.name, '[^0-9]', '', 'g') = c.number then '' else c.name end
      || ' ' || coalesce(c.email, ''))) > 0)`
  // a name may have the digits in another dress than a number
  return fragment === search ? found(fragment) : Prisma.sql`(${found(fragment)} or ${found(search)})`
}

/** Whether a contact is in nobody's wallet, or in this user's. */
export const inWalletSql = (userId: number): Prisma.Sql => Prisma.sql`(
  not exists (select 1 from contact_wallet w where w.tenant_id = c.tenant_id and w.contact_id = c.id)
  or exists (select 1 from contact_wallet w
              where w.tenant_id = c.tenant_id and w.contact_id = c.id and w.user_id = ${userId}))`

/** An agent who lists everybody's contacts whatever the company's rule. */
const ignoresWalletSql = Prisma.sql`(u.ignore_wallet and u.profile = 'user')`

/** Who lists contacts that are in others' wallets although they are no supervisors. */
export async function ignoringWallets(uow: UnitOfWork, tenantId: number): Promise<number[]> {
  const rows = await uow.query<{ id: number }>(
    { tenantId },
    Prisma.sql`select u.id from app_user u where ${ignoresWalletSql} and u.is_active`,
  )
  return rows.map(({ id }) => id)
}

/** The filter of a list as a condition on the contact `c`. */
export function contactFilterSql(filter: ContactFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [Prisma.sql`c.merged_into_id is null and c.erased_at is null`]
  if (filter.search !== '') conditions.push(foundSql(filter.search, filter.byNumber))
  const walletOf = (ids: number[]) => Prisma.sql`exists (select 1 from contact_wallet w
    where w.tenant_id = c.tenant_id and w.contact_id = c.id and w.user_id = any(${ids}::int[]))`
  if (filter.walletOf !== null) conditions.push(inWalletSql(filter.walletOf))
  if (filter.walletIds?.length) conditions.push(walletOf(filter.walletIds))
  if (filter.tagsIds?.length)
    conditions.push(Prisma.sql`exists (select 1 from contact_tag g
      where g.tenant_id = c.tenant_id and g.contact_id = c.id and g.tag_id = any(${filter.tagsIds}::int[]))`)
  if (filter.channelIds?.length)
    conditions.push(Prisma.sql`exists (select 1 from ticket t
      where t.tenant_id = c.tenant_id and t.contact_id = c.id and t.channel_id = any(${filter.channelIds}::int[]))`)
  if (filter.isGroup !== undefined) conditions.push(Prisma.sql`c.is_group = ${filter.isGroup}`)
  for (const flag of filter.flags ?? []) conditions.push(FLAG_SQL[flag])
  return Prisma.join(conditions, ' and ')
}

const FLAG_SQL: Record<ContactFlag, Prisma.Sql> = {
  isBlocked: Prisma.sql`c.is_blocked`,
  disableBot: Prisma.sql`c.disable_bot`,
  disableCampaign: Prisma.sql`c.disable_campaign`,
  disableCrm: Prisma.sql`c.disable_crm`,
  ignore: Prisma.sql`c.ignore`,
  disableRating: Prisma.sql`c.disable_rating`,
  disableTranscription: Prisma.sql`c.disable_transcription`,
}

type Fetched = Omit<ContactRecord, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string }

/** A page by name with everything that belongs to its contacts, and how many there are: one statement. */
export async function searchContacts(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  filter: ContactPage,
): Promise<{ records: ContactRecord[]; count: number }> {
  const where = contactFilterSql(filter)
  const [row] = await uow.query<{ records: Fetched[]; count: number }>(scope, pageSql(where, filter))
  return {
    count: row?.count ?? 0,
    records: (row?.records ?? []).map((record) => ({
      ...record,
      createdAt: new Date(record.createdAt),
      updatedAt: new Date(record.updatedAt),
    })),
  }
}

const pageSql = (where: Prisma.Sql, { skip, take }: ContactPage): Prisma.Sql => Prisma.sql`
  with found as materialized (select c.id, c.name from contact c where ${where})
  select (select count(*)::int from found) "count", (
    select coalesce(json_agg(json_build_object(
        'tenantId', c.tenant_id, 'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email,
        'pushname', c.pushname, 'profilePicId', c.profile_pic_id, 'isGroup', c.is_group, 'isBlocked', c.is_blocked,
        'disableBot', c.disable_bot, 'disableCampaign', c.disable_campaign, 'disableCrm', c.disable_crm,
        'ignore', c.ignore, 'disableRating', c.disable_rating, 'disableTranscription', c.disable_transcription,
        'createdAt', c.created_at, 'updatedAt', c.updated_at,
        'extraInfo', coalesce((
          select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value, 'contactId', e.contact_id)
                          order by e.id)
            from contact_extra e where e.tenant_id = c.tenant_id and e.contact_id = c.id), '[]'),
        'tags', coalesce((
          select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'isActive', g.is_active)
                          order by g.name)
            from contact_tag l join tag g on g.tenant_id = l.tenant_id and g.id = l.tag_id
           where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
        'wallets', coalesce((
          select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name)
            from contact_wallet l join app_user o on o.tenant_id = l.tenant_id and o.id = l.user_id
           where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
        'addresses', coalesce((
          select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'scope', a.scope, 'value', a.value)
                          order by a.id)
            from contact_address a where a.tenant_id = c.tenant_id and a.contact_id = c.id), '[]'))
      order by p.name, p.id), '[]')
      from (select id, name from found order by name, id limit ${take} offset ${skip}) p
      join contact c on c.id = p.id) "records"`

/** The rules as they bind whoever asks; they are off unless somebody turned them on. */
export async function findRules(uow: UnitOfWork, scope: Scope): Promise<ContactRules> {
  const rows = await uow.query<{ key: string }>(
    scope,
    Prisma.sql`select s.key from setting s where s.value = 'enabled'
      and s.key in ('hidePhoneNumbers', 'listOnlyWalletContacts', 'contactsPageOnlyAdmin')
      and not (s.key = 'listOnlyWalletContacts' and exists (
        select 1 from app_user u where u.id = ${userIdOf(scope)}::int and ${ignoresWalletSql}))`,
  )
  const isEnabled = (key: keyof ContactRules) => rows.some((row) => row.key === key)
  return {
    hidePhoneNumbers: isEnabled('hidePhoneNumbers'),
    listOnlyWalletContacts: isEnabled('listOnlyWalletContacts'),
    contactsPageOnlyAdmin: isEnabled('contactsPageOnlyAdmin'),
  }
}
