import { lockName } from '../../platform/advisory-lock.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { escapeLike } from '../../platform/like.ts'
import type { LoginDay } from '../auth/contract.ts'

/** Serialises what counts users: the plan's limit, and that one admin remains. */
export const lockUsers = (tx: Tx): Promise<void> => lockName(tx, 'users')

/** How many users the company may have; null = any number. */
export async function userLimit(tx: Tx): Promise<number | null> {
  const [row] = await tx.db.$queryRaw<{ limit: number | null }[]>`
    select coalesce(t.max_users, p.max_users) "limit"
      from tenant t left join plan p on p.id = t.plan_id where t.id = ${tx.scope.tenantId}`
  return row?.limit ?? null
}

export const countActive = (tx: Tx): Promise<number> => tx.db.user.count({ where: { isActive: true } })

export const countOtherAdmins = (tx: Tx, userId: number): Promise<number> =>
  tx.db.user.count({ where: { profile: 'admin', isActive: true, id: { not: userId } } })

const ROW = {
  id: true,
  tenantId: true,
  name: true,
  email: true,
  profile: true,
  isActive: true,
  isSupport: true,
  isOnline: true,
  lastOnline: true,
  lastLogin: true,
  profilePicId: true,
  blockMultipleLogins: true,
  ignoreWallet: true,
  allowCalls: true,
  ticketCapacity: true,
  sipEnabled: true,
  sipServer: true,
  sipPort: true,
  sipUser: true,
  locale: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.UserSelect
type Row = Prisma.UserGetPayload<{ select: typeof ROW }>

interface ChannelRef {
  id: number
  name: string
  type: string
}

export interface UserRow extends Row {
  queues: { id: number; name: string; color: string }[]
  channels: ChannelRef[]
  callChannels: ChannelRef[]
  teams: { id: number; name: string }[]
  hasSipPassword: boolean
  hasTwoFactor: boolean
}

type Links = Omit<UserRow, keyof Row>

/** What other tables say about users, of a page at once. */
async function withLinks(tx: Tx, rows: Row[]): Promise<UserRow[]> {
  const links = await tx.db.$queryRaw<(Links & { userId: number })[]>`
    select u.id "userId", u.sip_password is not null "hasSipPassword",
           exists (select 1 from two_factor f where f.user_id = u.id and f.confirmed_at is not null) "hasTwoFactor",
           array(select jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color)
                   from user_queue l join queue q on q.tenant_id = l.tenant_id and q.id = l.queue_id
                  where l.user_id = u.id order by q.name) "queues",
           array(select jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type)
                   from user_channel l join channel c on c.tenant_id = l.tenant_id and c.id = l.channel_id
                  where l.user_id = u.id and not c.is_deleted order by c.name) "channels",
           array(select jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type)
                   from user_call_channel l join channel c on c.tenant_id = l.tenant_id and c.id = l.channel_id
                  where l.user_id = u.id and not c.is_deleted order by l.position) "callChannels",
           array(select jsonb_build_object('id', t.id, 'name', t.name)
                   from team_user l join team t on t.tenant_id = l.tenant_id and t.id = l.team_id
                  where l.user_id = u.id order by t.name) "teams"
      from app_user u where u.id = any(${rows.map((row) => row.id)}::int[])`
  const byUser = new Map(links.map(({ userId, ...link }) => [userId, link]))
  return rows.flatMap((row) => {
    const link = byUser.get(row.id)
    return link ? [{ ...row, ...link }] : []
  })
}

export async function listUsers(
  tx: Tx,
  page: { search: string; skip: number; take: number },
): Promise<{ rows: UserRow[]; count: number }> {
  const contains = { contains: escapeLike(page.search), mode: 'insensitive' } as const
  const where: Prisma.UserWhereInput = page.search === '' ? {} : { OR: [{ name: contains }, { email: contains }] }
  const count = await tx.db.user.count({ where })
  const rows = await tx.db.user.findMany({
    where,
    select: ROW,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    skip: page.skip,
    take: page.take,
  })
  return { rows: await withLinks(tx, rows), count }
}

export async function findUser(tx: Tx, id: number): Promise<UserRow | null> {
  const row = await tx.db.user.findFirst({ where: { id }, select: ROW })
  return row ? ((await withLinks(tx, [row]))[0] ?? null) : null
}

export interface UserValues {
  name?: string
  email?: string
  passwordHash?: string
  profile?: string
  isActive?: boolean
  locale?: string
  profilePicId?: string | null
  blockMultipleLogins?: boolean
  ignoreWallet?: boolean
  allowCalls?: boolean
  ticketCapacity?: number | null
  sipEnabled?: boolean
  sipServer?: string | null
  sipPort?: number | null
  sipUser?: string | null
  /** Sealed. */
  sipPassword?: Uint8Array<ArrayBuffer> | null
}

export async function insertUser(
  tx: Tx,
  values: UserValues & { name: string; email: string; passwordHash: string },
): Promise<number> {
  const { id } = await tx.db.user.create({ data: values, select: { id: true } })
  return id
}

export async function updateUser(tx: Tx, id: number, values: UserValues, bumpVersion: boolean): Promise<void> {
  await tx.db.user.updateMany({
    where: { id },
    data: { ...values, ...(bumpVersion ? { version: { increment: 1 } } : {}) },
  })
}

/** False when the address belongs to somebody else, of whatever company. */
export async function takeEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const { tenantId } = tx.scope
  await tx.db.$executeRaw`delete from login_email where tenant_id = ${tenantId} and user_id = ${userId}`
  const taken = await tx.db.$executeRaw`
    insert into login_email (email, tenant_id, user_id) values (${email}, ${tenantId}, ${userId}) on conflict do nothing`
  return taken === 1
}

/** All or nothing: false when one of the ids is not of this company. */
export async function replaceQueues(tx: Tx, userId: number, queueIds: number[]): Promise<boolean> {
  const known = await tx.db.queue.count({ where: { id: { in: queueIds } } })
  if (known !== queueIds.length) return false
  await tx.db.userQueue.deleteMany({ where: { userId } })
  await tx.db.userQueue.createMany({ data: queueIds.map((queueId) => ({ userId, queueId })) })
  return true
}

/** All or nothing: false when one of the ids is not of this company. */
export async function replaceChannels(tx: Tx, userId: number, channelIds: number[]): Promise<boolean> {
  const known = await tx.db.channel.count({ where: { id: { in: channelIds }, isDeleted: false } })
  if (known !== channelIds.length) return false
  await tx.db.userChannel.deleteMany({ where: { userId } })
  await tx.db.userChannel.createMany({ data: channelIds.map((channelId) => ({ userId, channelId })) })
  return true
}

/** In this order; all or nothing: false when one of the ids is not of this company. */
export async function replaceCallChannels(tx: Tx, userId: number, channelIds: number[]): Promise<boolean> {
  const known = await tx.db.channel.count({ where: { id: { in: channelIds }, isDeleted: false } })
  if (known !== channelIds.length) return false
  await tx.db.userCallChannel.deleteMany({ where: { userId } })
  await tx.db.userCallChannel.createMany({
    data: channelIds.map((channelId, position) => ({ userId, channelId, position })),
  })
  return true
}

export async function isImage(tx: Tx, mediaId: string): Promise<boolean> {
  const found = await tx.db.media.count({ where: { id: mediaId, mimeType: { startsWith: 'image/' } } })
  return found === 1
}

/** Names that a person would put into a password. */
export async function companyName(tx: Tx): Promise<string> {
  const tenant = await tx.db.tenant.findFirst({ where: { id: tx.scope.tenantId }, select: { name: true } })
  return tenant?.name ?? ''
}

/** Merges at the top level. False when there is no such user. */
export async function mergeConfigs(tx: Tx, userId: number, configs: Record<string, unknown>): Promise<boolean> {
  const changed = await tx.db.$executeRaw`
    update app_user set configs = configs || ${JSON.stringify(configs)}::jsonb, updated_at = now() where id = ${userId}`
  return changed === 1
}

export const findSchedule = (tx: Tx, userId: number) =>
  tx.db.user.findFirst({ where: { id: userId }, select: { loginSchedule: true } })

export async function saveSchedule(tx: Tx, userId: number, schedule: LoginDay[] | null): Promise<boolean> {
  const { count } = await tx.db.user.updateMany({
    where: { id: userId },
    data: { loginSchedule: schedule === null ? Prisma.DbNull : schedule },
  })
  return count === 1
}

/** What the user leaves behind keeps its place without them. */
export async function deleteUser(tx: Tx, userId: number): Promise<void> {
  const { tenantId } = tx.scope
  await tx.db.$executeRaw`delete from login_email where tenant_id = ${tenantId} and user_id = ${userId}`
  await tx.db.session.deleteMany({ where: { userId } })
  await tx.db.recoveryCode.deleteMany({ where: { userId } })
  await tx.db.userQueue.deleteMany({ where: { userId } })
  await tx.db.userChannel.deleteMany({ where: { userId } })
  await tx.db.contactWallet.deleteMany({ where: { userId } })
  await tx.db.user.deleteMany({ where: { id: userId } })
}
