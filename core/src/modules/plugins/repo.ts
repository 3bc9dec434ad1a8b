import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

type System = Database['system']

/** What the company switched on or off; what is not listed is on. */
export async function enablements(tx: Tx): Promise<Map<string, boolean>> {
  const rows = await tx.db.pluginEnablement.findMany()
  return new Map(rows.map(({ pluginId, enabled }) => [pluginId, enabled]))
}

export async function setEnabled(tx: Tx, pluginId: string, enabled: boolean): Promise<void> {
  await tx.db.$executeRaw`
    insert into plugin_enablement (plugin_id, enabled) values (${pluginId}, ${enabled})
    on conflict (tenant_id, plugin_id) do update set enabled = excluded.enabled, updated_at = now()`
}

export interface InstallRow {
  id: string
  version: string
  kinds: string[]
  state: string
  reason: string | null
  updatedAt: Date
}

export const listInstalls = (system: System): Promise<InstallRow[]> =>
  system.pluginInstall.findMany({ orderBy: { id: 'asc' } })

/** Active companies that switched a plugin off. */
export async function countOff(system: System): Promise<{ tenants: number; off: Map<string, number> }> {
  const tenants = await system.tenant.count({ where: { status: 'active' } })
  const rows = await system.$queryRaw<{ pluginId: string; count: number }[]>`
    select e.plugin_id "pluginId", count(*)::int "count"
      from plugin_enablement e join tenant t on t.id = e.tenant_id and t.status = 'active'
     where not e.enabled group by e.plugin_id`
  return { tenants, off: new Map(rows.map(({ pluginId, count }) => [pluginId, count])) }
}

export async function countChannels(system: System): Promise<Map<string, number>> {
  const rows = await system.$queryRaw<{ type: string; count: number }[]>`
    select type, count(*)::int "count" from channel where not is_deleted group by type`
  return new Map(rows.map(({ type, count }) => [type, count]))
}

export interface DeadInboundRow {
  tenantId: number
  id: bigint
  channelId: number
  channelName: string | null
  key: string
  error: string | null
  attempts: number
  receivedAt: Date
}

export const listDeadInbound = (system: System, tenantId: number | null): Promise<DeadInboundRow[]> =>
  system.$queryRaw<DeadInboundRow[]>`
    select i.tenant_id "tenantId", i.id, i.channel_id "channelId", c.name "channelName", i.key, i.error, i.attempts,
           i.received_at "receivedAt"
      from inbox i left join channel c on c.tenant_id = i.tenant_id and c.id = i.channel_id
     where i.state = 'dead' and (${tenantId}::int is null or i.tenant_id = ${tenantId}::int)
     order by i.received_at desc limit 200`

/** Back to the queue. Answers whose they are. */
export function reviveInbound(
  system: System,
  selection: { tenantId: number | null; items: readonly { tenantId: number; id: string }[] | null },
): Promise<{ tenantId: number; channelId: number }[]> {
  const { tenantId, items } = selection
  const named = items
    ? Prisma.sql`and (tenant_id, id) in (select * from unnest(
        ${items.map((item) => item.tenantId)}::int[], ${items.map((item) => item.id)}::bigint[]))`
    : Prisma.empty
  return system.$queryRaw`
    update inbox set state = 'new', attempts = 0, error = null, due_at = now()
     where state = 'dead' and (${tenantId}::int is null or tenant_id = ${tenantId}::int) ${named}
    returning tenant_id "tenantId", channel_id "channelId"`
}
