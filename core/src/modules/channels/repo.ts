import { lockName } from '../../platform/advisory-lock.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type ChannelRow = Prisma.ChannelGetPayload<object>
export type ChannelValues = Partial<
  Pick<
    ChannelRow,
    | 'name'
    | 'isDefault'
    | 'isActive'
    | 'state'
    | 'stateReason'
    | 'userAction'
    | 'retries'
    | 'queueId'
    | 'userId'
    | 'greetingMessage'
    | 'farewellMessage'
    | 'transferMessage'
    | 'acceptMessage'
    | 'absenceMessage'
    | 'autoCloseMinutes'
    | 'autoCloseMessage'
    | 'autoPendingMinutes'
    | 'ratingEnabled'
    | 'ratingMessage'
    | 'ratingThanksMessage'
    | 'ratingInvalidMessage'
    | 'ratingExpiryMessage'
    | 'ratingIntervalHours'
    | 'ratingWaitMinutes'
    | 'ignoreGroups'
    | 'qrRequestedAt'
    | 'settingsVersion'
  >
> & { settings?: Record<string, unknown>; show?: null }

const columns = ({ settings, show, ...rest }: ChannelValues) => ({
  ...rest,
  ...(settings === undefined ? {} : { settings: settings as Prisma.InputJsonObject }),
  ...(show === undefined ? {} : { show: Prisma.DbNull }),
})

/** Names, the default and the limit of the plan are decided by one change at a time. */
export const lockChannels = (tx: Tx): Promise<void> => lockName(tx, 'channels')

export const listChannels = (tx: Tx): Promise<ChannelRow[]> =>
  tx.db.channel.findMany({ where: { isDeleted: false }, orderBy: { id: 'asc' }, take: 1000 })

export const findChannel = (tx: Tx, id: number): Promise<ChannelRow | null> =>
  tx.db.channel.findFirst({ where: { id, isDeleted: false } })

/** Deleted ones too, since their tickets stay. */
export const findChannels = (tx: Tx, ids: number[]) =>
  tx.db.channel.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, type: true, number: true } })

/** Channels to which a person is limited; none = all. */
export async function channelIdsOfUser(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db.userChannel.findMany({ where: { userId }, select: { channelId: true } })
  return rows.map(({ channelId }) => channelId)
}

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from channel
     where not is_deleted and lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

/** How many channels there are and how many there may be; null = no limit. */
export async function connectionUsage(tx: Tx): Promise<{ used: number; limit: number | null }> {
  const rows = await tx.db.$queryRaw<{ used: number; limit: number | null }[]>`
    select (select count(*)::int from channel where not is_deleted) "used",
           coalesce(t.max_connections, p.max_connections) "limit"
      from tenant t left join plan p on p.id = t.plan_id where t.id = ${tx.scope.tenantId}`
  return rows[0] ?? { used: 0, limit: 0 }
}

export const insertChannel = (tx: Tx, values: ChannelValues & { name: string; type: string }): Promise<ChannelRow> =>
  tx.db.channel.create({ data: { ...columns(values), name: values.name, type: values.type } })

export async function updateChannel(tx: Tx, id: number, values: ChannelValues): Promise<void> {
  await tx.db.channel.updateMany({ where: { id }, data: columns(values) })
}

export async function clearDefault(tx: Tx): Promise<void> {
  await tx.db.channel.updateMany({ where: { isDefault: true }, data: { isDefault: false } })
}

/** The tickets stay; nobody is limited to it any more and it sends nothing more. */
export async function retireChannel(tx: Tx, id: number): Promise<void> {
  await tx.db.userChannel.deleteMany({ where: { channelId: id } })
  await tx.db.delivery.updateMany({ where: { channelId: id, state: 'queued' }, data: { state: 'cancelled' } })
  await updateChannel(tx, id, { isActive: false, isDefault: false, state: 'disconnected', show: null })
  await tx.db.channel.updateMany({ where: { id }, data: { isDeleted: true } })
}

export async function hasPlugin(tx: Tx, pluginId: string): Promise<boolean> {
  const row = await tx.db.pluginEnablement.findFirst({ where: { pluginId } })
  return row?.enabled ?? true
}

export async function disabledPlugins(tx: Tx): Promise<Set<string>> {
  const rows = await tx.db.pluginEnablement.findMany({ where: { enabled: false } })
  return new Set(rows.map(({ pluginId }) => pluginId))
}

/** Does something that a form names exist in this company? */
export async function exists(tx: Tx, kind: string, id: string | number): Promise<boolean> {
  const where = { id: Number(id) }
  const select = { id: true } as const
  switch (kind) {
    case 'queue':
      return (await tx.db.queue.findFirst({ where, select })) !== null
    case 'user':
      return (await tx.db.user.findFirst({ where, select })) !== null
    case 'tag':
      return (await tx.db.tag.findFirst({ where, select })) !== null
    case 'channel':
      return (await tx.db.channel.findFirst({ where: { ...where, isDeleted: false }, select })) !== null
    case 'file':
      return (
        /^[0-9a-f-]{36}$/i.test(String(id)) && (await tx.db.media.findFirst({ where: { id: String(id) } })) !== null
      )
    default:
      return false
  }
}

/** Whether a person may call by this channel: calls are allowed, and it is one of theirs. */
export async function mayCallBy(tx: Tx, userId: number, channelId: number): Promise<boolean> {
  const rows = await tx.db.$queryRaw<object[]>`
    select 1 from user_call_channel l join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.user_id = ${userId} and l.channel_id = ${channelId} and u.allow_calls`
  return rows.length > 0
}

/** Names of the instances for which this is sealed. */
export async function instancesWithSecret(tx: Tx, field: string): Promise<Set<string>> {
  const rows = await tx.db.pluginSecret.findMany({ where: { field }, select: { instance: true } })
  return new Set(rows.map(({ instance }) => instance))
}

/** Keys of the hooks by channel. */
export async function hookKeys(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.db.hookRoute.findMany({ where: { tenantId: tx.scope.tenantId } })
  return new Map(rows.map(({ instance, key }) => [instance, key]))
}

/** The channel to send on: the one given if it is connected, else the default, else any that is. */
export async function findConnected(tx: Tx, wanted: { id?: number; type?: string }): Promise<ChannelRow | null> {
  const { id, type } = wanted
  const rows = await listConnected(tx, type)
  return rows.find((row) => row.id === id) ?? rows[0] ?? null
}

/** Channels that are connected, the default first. */
export const listConnected = (tx: Tx, type?: string): Promise<ChannelRow[]> =>
  tx.db.channel.findMany({
    where: { isDeleted: false, isActive: true, state: 'connected', ...(type ? { type } : {}) },
    orderBy: [{ isDefault: 'desc' }, { id: 'asc' }],
    take: 1000,
  })
