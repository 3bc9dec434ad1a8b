import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export interface StoredReport {
  state: string
  stateReason: string | null
  userAction: string | null
  show: object | null
  retries: number
  number: string | null
  accountId: string | null
  accountName: string | null
  accountAlso: string[] | null
  notices: object[]
}

/**
 * Stores what a channel reported. Nothing changes when the epoch is stale (another node owns it by now, reliability
 * R-02) or the company switched it off meanwhile. Answers the state before, or null when nothing was stored.
 */
export async function saveReport(
  tx: Tx,
  id: number,
  epoch: number | null,
  report: StoredReport,
): Promise<string | null> {
  const show = report.show === null ? null : JSON.stringify(report.show)
  const rows = await tx.db.$queryRaw<{ before: string }[]>`
    with old as (select id, state from channel where id = ${id} and not is_deleted for update)
    update channel c
       set state = ${report.state}, state_reason = ${report.stateReason}, user_action = ${report.userAction},
           show = ${show}::jsonb, retries = ${report.retries},
           number = coalesce(${report.number}, c.number), account_id = coalesce(${report.accountId}, c.account_id),
           account_name = coalesce(${report.accountName}, c.account_name),
           account_also = coalesce(${report.accountAlso}::text[], c.account_also),
           notices = ${JSON.stringify(report.notices)}::jsonb, updated_at = now()
      from old
     where c.id = old.id and (c.is_active or ${report.state} = 'disconnected')
       and (${epoch}::int is null or exists (
             select 1 from lease l
              where l.tenant_id = c.tenant_id and l.channel_id = c.id and l.epoch = ${epoch}::int
                and l.owner is not null and l.expires_at > now()))
    returning old.state "before"`
  return rows[0]?.before ?? null
}

export interface ChannelFacts {
  tenantId: number
  channelId: number
  name: string
  type: string
  isActive: boolean
  settings: Prisma.JsonValue
  settingsVersion: number
}

/** A channel as the plugin host needs it; `isActive` tells whether everybody concerned wants it to run. */
export async function loadFacts(tx: Tx, id: number): Promise<(ChannelFacts & { tenantActive: boolean }) | null> {
  const rows = await tx.db.$queryRaw<(ChannelFacts & { tenantActive: boolean })[]>`
    select c.tenant_id "tenantId", c.id "channelId", c.name, c.type, c.is_active "isActive", c.settings,
           c.settings_version "settingsVersion", t.status = 'active' "tenantActive"
      from channel c join tenant t on t.id = c.tenant_id
     where c.id = ${id} and not c.is_deleted`
  return rows[0] ?? null
}

export async function saveSettings(tx: Tx, id: number, settings: object, version: number): Promise<void> {
  await tx.db.$executeRaw`
    update channel set settings = ${JSON.stringify(settings)}::jsonb, settings_version = ${version} where id = ${id}`
}

type System = Database['system']
interface Key {
  tenantId: number
  channelId: number
}
/** A channel type and the plugin that brings it. */
export interface TypeOfPlugin {
  type: string
  pluginId: string
}

const wanted = (types: readonly TypeOfPlugin[]) => Prisma.sql`
  channel c
  join tenant t on t.id = c.tenant_id and t.status = 'active'
  join unnest(${types.map(({ type }) => type)}::text[], ${types.map(({ pluginId }) => pluginId)}::text[])
    as k(type, plugin_id) on k.type = c.type
  left join plugin_enablement e on e.tenant_id = c.tenant_id and e.plugin_id = k.plugin_id`
const isWanted = Prisma.sql`c.is_active and not c.is_deleted and coalesce(e.enabled, true)`

/** Over all companies: what is to run and nobody runs. */
export const listUnowned = (system: System, types: readonly TypeOfPlugin[], limit: number) =>
  system.$queryRaw<(Key & { isOrphan: boolean })[]>`
    select c.tenant_id "tenantId", c.id "channelId", l.owner is not null "isOrphan"
      from ${wanted(types)}
      left join lease l on l.tenant_id = c.tenant_id and l.channel_id = c.id
     where ${isWanted} and (l.owner is null or l.expires_at < now())
     order by c.updated_at desc limit ${limit}`

export const listStillWanted = (system: System, types: readonly TypeOfPlugin[], keys: readonly Key[]) =>
  system.$queryRaw<Key[]>`
    select c.tenant_id "tenantId", c.id "channelId"
      from ${wanted(types)}
      join unnest(${keys.map(({ tenantId }) => tenantId)}::int[], ${keys.map(({ channelId }) => channelId)}::int[])
        as o(tenant_id, id) on o.tenant_id = c.tenant_id and o.id = c.id
     where ${isWanted}`

/** Whom a hook that all companies share speaks of. */
export const listByAccount = (system: System, type: string, accountIds: readonly string[]) =>
  system.$queryRaw<Key[]>`
    select c.tenant_id "tenantId", c.id "channelId"
      from channel c join tenant t on t.id = c.tenant_id and t.status = 'active'
     where c.type = ${type} and (c.account_id = any(${[...accountIds]}::text[]) or c.account_also && ${[...accountIds]}::text[])
       and c.is_active and not c.is_deleted
     order by c.tenant_id, c.id limit 1000`
