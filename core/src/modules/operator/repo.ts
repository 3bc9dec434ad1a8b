import type { Prisma, PrismaClient } from '../../platform/db/generated/client.ts'
import type { CompanyUpdate } from './contract.ts'

/** Everything here runs under the system role: the operator's area is what lies above the companies. */
type System = PrismaClient | Prisma.TransactionClient

export interface CompanyRow {
  id: number
  name: string
  status: string
  whatsapp: string | null
  email: string | null
  dueDate: string | null
  planId: number | null
  recurrence: string
  timezone: string
  isTrial: boolean
  menuPermissions: Prisma.JsonValue
  maxUsers: number | null
  maxConnections: number | null
  usersCount: number
  channelsCount: number
  ownerId: number | null
  createdAt: Date
  updatedAt: Date
}

export const listCompanies = (system: System, id: number | null): Promise<CompanyRow[]> =>
  system.$queryRaw<CompanyRow[]>`
    select t.id, t.name, t.status, t.whatsapp, t.email, t.due_date::text "dueDate", t.plan_id "planId", t.recurrence,
           t.timezone, t.is_trial "isTrial", t.menu_permissions "menuPermissions", t.max_users "maxUsers",
           t.max_connections "maxConnections", t.created_at "createdAt", t.updated_at "updatedAt",
           coalesce(u.count, 0) "usersCount", u.owner "ownerId", coalesce(c.count, 0) "channelsCount"
      from tenant t
      left join (select tenant_id, count(*)::int "count", min(id) filter (where profile = 'admin') "owner"
                   from app_user group by tenant_id) u on u.tenant_id = t.id
      left join (select tenant_id, count(*)::int "count" from channel where not is_deleted group by tenant_id) c
             on c.tenant_id = t.id
     where ${id}::int is null or t.id = ${id}::int
     order by t.name, t.id`

export interface NewCompany {
  /** Given for the first company only. */
  id?: number
  name: string
  whatsapp: string | null
  email: string | null
  dueDate: string | null
  planId: number | null
  recurrence: string
  status: string
  timezone: string
  isTrial: boolean
  maxUsers: number | null
  maxConnections: number | null
  businessHours: object[]
  messageBusinessHours: string
}

const dateOf = (date: string | null): Date | null => (date === null ? null : new Date(`${date}T00:00:00Z`))

export async function insertCompany(system: System, company: NewCompany): Promise<number> {
  const { id } = await system.tenant.create({
    data: { ...company, dueDate: dateOf(company.dueDate) } as Prisma.TenantUncheckedCreateInput,
    select: { id: true },
  })
  return id
}

export async function updateCompany(system: System, id: number, change: CompanyUpdate): Promise<void> {
  const { trial, dueDate, ...values } = change
  await system.tenant.updateMany({
    where: { id },
    data: {
      ...(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as object),
      ...(trial === undefined ? {} : { isTrial: trial }),
      ...(dueDate === undefined ? {} : { dueDate: dateOf(dueDate) }),
    },
  })
}

export async function setStatus(system: System, id: number, status: string): Promise<void> {
  await system.tenant.updateMany({ where: { id }, data: { status } })
}

/** Entries that are not named stay as they are. */
export async function mergeMenu(system: System, id: number, menu: Record<string, boolean>): Promise<void> {
  await system.$executeRaw`
    update tenant set menu_permissions = menu_permissions || ${JSON.stringify(menu)}::jsonb, updated_at = now()
     where id = ${id}`
}

/** Within a transaction: what follows belongs to this company. */
export async function enterTenant(system: Prisma.TransactionClient, tenantId: number): Promise<void> {
  await system.$queryRaw`select set_config('app.tenant_id', ${String(tenantId)}, true)`
}

export const listPlans = (system: System) => system.plan.findMany({ orderBy: [{ name: 'asc' }, { id: 'asc' }] })
export const findPlan = (system: System, id: number) => system.plan.findUnique({ where: { id } })

export async function isPlanNameTaken(system: System, name: string, except: number | null): Promise<boolean> {
  const rows = await system.$queryRaw<{ id: number }[]>`
    select id from plan where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export type PlanValues = Omit<Prisma.PlanUncheckedCreateInput, 'id' | 'createdAt' | 'updatedAt'>
export const insertPlan = (system: System, values: PlanValues) => system.plan.create({ data: values })
export const updatePlan = (system: System, id: number, values: PlanValues) =>
  system.plan.update({ where: { id }, data: values })

export async function isPlanUsed(system: System, planId: number): Promise<boolean> {
  return (await system.tenant.findFirst({ where: { planId }, select: { id: true } })) !== null
}

export async function deletePlan(system: System, id: number): Promise<void> {
  await system.plan.deleteMany({ where: { id } })
}

/** Ids of users are one sequence over all companies. */
export const findUserTenant = (system: System, userId: number, tenantId: number | null) =>
  system.user.findFirst({
    where: { id: userId, ...(tenantId === null ? {} : { tenantId }) },
    select: { tenantId: true },
  })

export async function countUsers(system: System): Promise<{ total: number; online: number }> {
  const [row] = await system.$queryRaw<{ total: number; online: number }[]>`
    select count(*)::int "total", (count(*) filter (where is_online))::int "online" from app_user where is_active`
  return row ?? { total: 0, online: 0 }
}

export interface OperatorChannelRow {
  id: number
  name: string
  type: string
  state: string
  stateReason: string | null
  number: string | null
  isDefault: boolean
  isActive: boolean
  updatedAt: Date
  tenantId: number
  tenantName: string
}

export const listChannels = (system: System, tenantId: number | null): Promise<OperatorChannelRow[]> =>
  system.$queryRaw<OperatorChannelRow[]>`
    select c.id, c.name, c.type, c.state, c.state_reason "stateReason", c.number, c.is_default "isDefault",
           c.is_active "isActive", c.updated_at "updatedAt", t.id "tenantId", t.name "tenantName"
      from channel c join tenant t on t.id = c.tenant_id
     where not c.is_deleted and (${tenantId}::int is null or c.tenant_id = ${tenantId}::int)
     order by t.name, c.tenant_id, c.id limit 10000`

export async function hasAdmin(system: System, tenantId: number): Promise<boolean> {
  return (await system.user.findFirst({ where: { tenantId, profile: 'admin' }, select: { id: true } })) !== null
}

/** The sequence goes on after an id that was given by hand. */
export async function continueCompanyIds(system: System): Promise<void> {
  await system.$queryRaw`select setval(pg_get_serial_sequence('tenant', 'id'), (select max(id) from tenant))`
}
