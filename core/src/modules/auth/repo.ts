import type { Database } from '../../platform/db/database.ts'
import { Prisma, type PrismaClient } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { LoginDay, Profile } from './contract.ts'
import type { EndReason } from './signals.ts'

/** The person and company behind a login or a session, as far as the right to be signed in depends on them. */
export interface Account {
  tenantId: number
  userId: number
  name: string
  profile: Profile
  locale: string
  isActive: boolean
  version: number
  loginSchedule: LoginDay[] | null
  tenantStatus: string
  timezone: string
  dueDate: string | null
}

export interface LoginRow extends Account {
  email: string
  passwordHash: string
  blockMultipleLogins: boolean
  tenantName: string
  /** Of the second step that is in force, else null. */
  trustId: string | null
  /** The company's setting `requireTwoFactor`, if it was ever set. */
  requireTwoFactor: string | null
  /** The company's people sign in with its own accounts. */
  isProviderOnly: boolean
}

export interface SessionRow extends Account {
  sessionId: string
  refreshHash: Uint8Array
  rotation: number
  rotatedAt: Date
  expiresAt: Date
  endsAt: Date
  revokedReason: EndReason | null
  /** Entries of the menu that the operator took from the company, and what its plan lacks. */
  menuOff: string[]
}

const loginSql = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
    select u.tenant_id "tenantId", u.id "userId", u.name, u.email, u.profile, u.locale, u.is_active "isActive",
           u.version, u.login_schedule "loginSchedule", u.password_hash "passwordHash",
           u.block_multiple_logins "blockMultipleLogins",
           t.status "tenantStatus", t.timezone, t.due_date::text "dueDate", t.name "tenantName",
           f.trust_id "trustId", s.value "requireTwoFactor", coalesce(p.is_only_way, false) "isProviderOnly"
      from login_email e
      join app_user u on u.tenant_id = e.tenant_id and u.id = e.user_id
      join tenant t on t.id = u.tenant_id
      left join two_factor f on f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null
      left join setting s on s.tenant_id = u.tenant_id and s.key = 'requireTwoFactor'
      left join sso_provider p on p.tenant_id = u.tenant_id and p.is_active
     where ${where}`

/** E-mails are looked up without a tenant: they are what tells the tenant. */
export async function findLogin(system: PrismaClient, email: string): Promise<LoginRow | null> {
  const rows = await system.$queryRaw<LoginRow[]>(loginSql(Prisma.sql`e.email = ${email}`))
  return rows[0] ?? null
}

/** Of somebody who has already shown who they are. */
export async function findAccount(system: PrismaClient, tenantId: number, userId: number): Promise<LoginRow | null> {
  const rows = await system.$queryRaw<LoginRow[]>(
    loginSql(Prisma.sql`e.tenant_id = ${tenantId} and e.user_id = ${userId}`),
  )
  return rows[0] ?? null
}

/** What the plan of the company `t` lacks, as rows of `f`; a company without a plan has everything. */
const lackingSql = Prisma.sql`
  from plan p cross join lateral (values ('groups', p.groups), ('campaigns', p.campaigns),
         ('integrations', p.integrations), ('importMessages', p.import_messages)) f(name, has)
 where p.id = t.plan_id and not f.has`

const sessionSql = (tenantId: number, sessionId: string): Prisma.Sql => Prisma.sql`
    select s.id "sessionId", s.refresh_hash "refreshHash", s.rotation, s.rotated_at "rotatedAt",
           s.expires_at "expiresAt", s.ends_at "endsAt", s.revoked_reason "revokedReason",
           u.tenant_id "tenantId", u.id "userId", u.name, u.profile, u.locale, u.is_active "isActive", u.version,
           u.login_schedule "loginSchedule", t.status "tenantStatus", t.timezone, t.due_date::text "dueDate",
           array(select e.key from jsonb_each(t.menu_permissions) e where e.value = 'false')
             || array(select f.name ${lackingSql}) "menuOff"
      from session s
      join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join tenant t on t.id = s.tenant_id
     where s.tenant_id = ${tenantId} and s.id = ${sessionId}::uuid`

/** Every request asks for it, within what is cached. */
export async function findSession(uow: UnitOfWork, tenantId: number, sessionId: string): Promise<SessionRow | null> {
  const [row] = await uow.query<SessionRow>({ tenantId }, sessionSql(tenantId, sessionId))
  return row ?? null
}

/** Rotations of one session happen one after the other. */
export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | null> {
  await tx.db.$queryRaw`select 1 from session where id = ${sessionId}::uuid for update`
  const [row] = await tx.db.$queryRaw<SessionRow[]>(sessionSql(tx.scope.tenantId, sessionId))
  return row ?? null
}

/** Logins and password changes of one user happen one after the other. */
export async function lockUser(
  tx: Tx,
  userId: number,
): Promise<{ id: number; name: string; email: string; locale: string; passwordHash: string } | null> {
  await tx.db.$queryRaw`select 1 from app_user where id = ${userId} for update`
  return tx.db.user.findFirst({
    where: { id: userId },
    select: { id: true, name: true, email: true, locale: true, passwordHash: true },
  })
}

export async function insertSession(
  tx: Tx,
  session: {
    id: string
    userId: number
    refreshHash: Uint8Array<ArrayBuffer>
    expiresAt: Date
    endsAt: Date
    createdAt: Date
    userAgent: string | null
    ip: string | null
  },
): Promise<void> {
  await tx.db.session.create({ data: { ...session, rotatedAt: session.createdAt } })
}

export async function rotateSession(
  tx: Tx,
  session: { id: string; refreshHash: Uint8Array<ArrayBuffer>; rotation: number; rotatedAt: Date; expiresAt: Date },
): Promise<void> {
  const { id, ...data } = session
  await tx.db.session.updateMany({ where: { id }, data })
}

/** Ends live sessions: those named, or all of a user but one, or all of the tenant. Answers which. */
export async function endSessions(
  tx: Tx,
  which: { ids: string[] } | { userId: number; except?: string | undefined } | 'all',
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const where: Prisma.SessionWhereInput =
    which === 'all'
      ? {}
      : 'ids' in which
        ? { id: { in: which.ids } }
        : { userId: which.userId, ...(which.except === undefined ? {} : { id: { not: which.except } }) }
  const ended = await tx.db.session.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: now, revokedReason: reason },
    select: { id: true },
  })
  return ended.map((session) => session.id)
}

export const listSessions = (tx: Tx, userId: number, now: Date) =>
  tx.db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now }, endsAt: { gt: now } },
    select: { id: true, userAgent: true, ip: true, createdAt: true, rotatedAt: true },
    orderBy: { createdAt: 'desc' },
    take: 100,
  })

/** Live sessions of people who may not always be signed in, over all tenants. */
export const scheduledSessions = (system: PrismaClient, now: Date) =>
  system.$queryRaw<{ tenantId: number; timezone: string; loginSchedule: LoginDay[]; sessionIds: string[] }[]>`
    select u.tenant_id "tenantId", t.timezone, u.login_schedule "loginSchedule", array_agg(s.id::text) "sessionIds"
      from app_user u
      join tenant t on t.id = u.tenant_id
      join session s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where jsonb_typeof(u.login_schedule) = 'array'
       and s.revoked_at is null and s.expires_at > ${now} and s.ends_at > ${now}
     group by u.tenant_id, u.id, t.timezone, u.login_schedule`

export async function setPresence(
  tx: Tx,
  userId: number,
  online: boolean,
  at: Date,
): Promise<{ name: string; email: string } | null> {
  const [user] = await tx.db.user.updateManyAndReturn({
    where: { id: userId },
    data: online
      ? { isOnline: true, lastLogin: at, lastOnline: at }
      : { isOnline: false, lastLogout: at, lastOnline: at },
    select: { name: true, email: true },
  })
  return user ?? null
}

export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx.db.user.updateMany({ where: { id: userId }, data: { passwordHash } })
}

export async function insertAudit(
  tx: Tx,
  entry: {
    id: string
    actorKind: string
    actorId: number | null
    action: string
    object: string | null
    details: Record<string, unknown>
    ip: string | null
  },
): Promise<void> {
  await tx.db.auditLog.createMany({ data: [{ ...entry, details: entry.details as Prisma.InputJsonObject }] })
}

export interface Profiled {
  user: {
    id: number
    name: string
    email: string
    profile: string
    configs: Prisma.JsonValue
    locale: string
    profilePicId: string | null
    allowCalls: boolean
    isSupport: boolean
    isOnline: boolean
    version: number
  }
  tenant: {
    id: number
    name: string
    timezone: string
    dueDate: string | null
    menuPermissions: Prisma.JsonValue
    planLacks: string[]
  }
  queues: {
    id: number
    name: string
    color: string
    isActive: boolean
    userId: number | null
    createdAt: Date
    updatedAt: Date
  }[]
  online: { id: number; name: string; email: string; lastOnline: Date | null; lastLogin: Date | null }[]
}

/** What the client needs to draw its first screen. */
export async function loadProfile(tx: Tx, userId: number): Promise<Profiled | null> {
  const { db, scope } = tx
  const user = await db.user.findFirst({ where: { id: userId } })
  const [tenant] = await db.$queryRaw<Profiled['tenant'][]>`
    select t.id, t.name, t.timezone, t.due_date::text "dueDate", t.menu_permissions "menuPermissions",
           array(select f.name ${lackingSql}) "planLacks"
      from tenant t where t.id = ${scope.tenantId}`
  if (!user || !tenant) return null
  const links = await db.userQueue.findMany({ where: { userId }, select: { queueId: true } })
  const queues = await db.queue.findMany({
    where: { id: { in: links.map((link) => link.queueId) } },
    orderBy: { name: 'asc' },
  })
  const online = await db.user.findMany({
    where: { isOnline: true, isActive: true, id: { not: userId } },
    select: { id: true, name: true, email: true, lastOnline: true, lastLogin: true },
    orderBy: { name: 'asc' },
    take: 200,
  })
  return { user, tenant, queues, online }
}

/** Names that a person would put into a password. */
export async function passwordWords(tx: Tx, userId: number): Promise<string[]> {
  const user = await tx.db.user.findFirst({ where: { id: userId }, select: { name: true, email: true } })
  const tenant = await tx.db.tenant.findFirst({ where: { id: tx.scope.tenantId }, select: { name: true } })
  return [user?.name, user?.email, tenant?.name].filter((word) => word !== undefined)
}

export async function purgeSessions(system: PrismaClient, before: Date): Promise<void> {
  await system.session.deleteMany({ where: { OR: [{ endsAt: { lt: before } }, { revokedAt: { lt: before } }] } })
  await system.recoveryCode.deleteMany({ where: { expiresAt: { lt: before } } })
  await system.rateBucket.deleteMany({ where: { resetAt: { lt: before } } })
}

/** Null when it was so already. */
export async function setOnline(
  tx: Tx,
  userId: number,
  isOnline: boolean,
  at: Date,
): Promise<{ name: string; email: string } | null> {
  const [user] = await tx.db.user.updateManyAndReturn({
    where: { id: userId, isOnline: !isOnline },
    data: { isOnline, lastOnline: at },
    select: { name: true, email: true },
  })
  return user ?? null
}

export async function resetPresence(system: Database['system']): Promise<void> {
  await system.user.updateMany({ where: { isOnline: true }, data: { isOnline: false } })
}
