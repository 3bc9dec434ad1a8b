import type { Template as ProvidersTemplate } from '@recado/sdk'
import type { Database } from '../../platform/db/database.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type TemplateRow = Prisma.TemplateGetPayload<object>

export const listTemplates = (tx: Tx, channelId: number): Promise<TemplateRow[]> =>
  tx.db.template.findMany({ where: { channelId }, orderBy: [{ name: 'asc' }, { language: 'asc' }] })

export const findTemplate = (tx: Tx, channelId: number, id: number): Promise<TemplateRow | null> =>
  tx.db.template.findFirst({ where: { channelId, id } })

export const findByName = (tx: Tx, channelId: number, name: string, language: string): Promise<TemplateRow | null> =>
  tx.db.template.findFirst({ where: { channelId, name, language }, orderBy: { id: 'desc' } })

/** The database's time: what is written from now on is newer. */
export async function readTime(tx: Tx): Promise<Date> {
  const [row] = await tx.db.$queryRaw<{ at: Date }[]>`select clock_timestamp() "at"`
  return row?.at ?? new Date(0)
}

/**
 * Makes or changes the one of this provider id.
 * @param asOf when the provider told it; what was learned of the template since then is kept
 * @returns its id; 0 when nothing was written
 */
export async function saveTemplate(
  tx: Tx,
  channelId: number,
  template: ProvidersTemplate,
  asOf: Date | null = null,
): Promise<number> {
  const { id, name, language, category, status, quality = null, reason = null, components } = template
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    insert into template (channel_id, external_id, name, language, category, status, quality, reason, components)
    values (${channelId}, ${id}, ${name}, ${language}, ${category}, ${status}, ${quality}, ${reason},
            ${JSON.stringify(components)}::jsonb)
    on conflict (tenant_id, channel_id, external_id) do update
       set name = excluded.name, language = excluded.language, category = excluded.category, status = excluded.status,
           quality = excluded.quality, reason = excluded.reason, components = excluded.components, updated_at = now()
     where ${asOf}::timestamptz is null or template.updated_at < ${asOf}::timestamptz
    returning id`
  return rows[0]?.id ?? 0
}

/** Forgets those that the provider no longer had at that time. */
export async function keepOnly(tx: Tx, channelId: number, externalIds: string[], asOf: Date): Promise<void> {
  const where = { channelId, externalId: { notIn: externalIds }, updatedAt: { lt: asOf } }
  await tx.db.template.deleteMany({ where })
}

export async function removeTemplate(tx: Tx, id: number): Promise<void> {
  await tx.db.template.deleteMany({ where: { id } })
}

/** Connected channels of these types, over all companies. */
export const connectedChannels = (
  system: Database['system'],
  types: readonly string[],
): Promise<{ tenantId: number; channelId: number }[]> => system.$queryRaw`
  select c.tenant_id "tenantId", c.id "channelId"
    from channel c join tenant t on t.id = c.tenant_id and t.status = 'active'
   where c.type = any(${[...types]}::text[]) and c.state = 'connected' and not c.is_deleted`
