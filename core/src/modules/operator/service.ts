import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type AuthService, audit, type Passwords, type RealtimePort, type SessionSignals } from '../auth/index.ts'
import type { Plan } from '../tenants/contract.ts'
import { presentPlan } from '../tenants/index.ts'
import type { User, UserUpdate } from '../users/contract.ts'
import type { UserService } from '../users/index.ts'
import { checkDueDate, checkTimezone, createCompany } from './companies.ts'
import type { Company, CompanyCreate, CompanyUpdate, MenuWrite, OperatorChannel, PlanWrite } from './contract.ts'
import { extendedDueDate, OPERATOR_TENANT } from './policy.ts'
import { presentCompany, presentOperatorChannel } from './presenter.ts'
import * as repo from './repo.ts'

export interface OperatorDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  passwords: Passwords
  auth: Pick<AuthService, 'endSessions'>
  users: Pick<UserService, 'insert' | 'list' | 'resetTwoFactor' | 'update'>
  signals: SessionSignals
  realtime: RealtimePort
  /** A company was switched on or off: its channels start or stop. After commit. */
  onTenantStatus: (tenantId: number, active: boolean) => void | Promise<void>
}

/** The operator acting in another company. @throws ERR_NO_PERMISSION for anybody but an admin of tenant 1. */
export function scopeInto(scope: Scope, tenantId: number): Scope {
  const { actor } = scope
  if (scope.tenantId !== OPERATOR_TENANT || actor.kind !== 'user' || actor.profile !== 'admin')
    throw new AppError('ERR_NO_PERMISSION')
  const { userId, sessionId, name } = actor
  return { ...scope, tenantId, actor: { kind: 'operator', userId, tenantId: OPERATOR_TENANT, sessionId, name } }
}

export function createOperatorService(deps: OperatorDeps) {
  const { db, clock, auth, users, signals, realtime, onTenantStatus } = deps
  const { system } = db

  const company = async (id: number): Promise<Company> => {
    const [row] = await repo.listCompanies(system, id)
    if (!row) throw new AppError('ERR_NO_TENANT_FOUND')
    return presentCompany(row, (await repo.listPlans(system)).map(presentPlan), clock.now())
  }

  /** What the change leaves behind: an audit row in the company, cached rights dropped, the operators' screens told. */
  const record = async (
    scope: Scope,
    id: number,
    change: { action: 'create' | 'add' | 'update' | 'update-status'; details: Record<string, unknown> },
  ): Promise<Company> => {
    if (change.action !== 'create')
      await db.uow.run(scopeInto(scope, id), (tx) =>
        audit(tx, { action: `tenant.${change.action}`, object: `tenant:${id}`, details: change.details }),
      )
    await signals.publish({ kind: 'tenant', tenantId: id })
    const changed = await company(id)
    await realtime.publish({ to: 'operator' }, 'company', { action: change.action, company: changed })
    return changed
  }

  const planValues = async (id: number | null, { name, value, ...rest }: PlanWrite): Promise<repo.PlanValues> => {
    const title = name.trim()
    if (title === '') throw new AppError('ERR_PLAN_INVALID_NAME')
    if (await repo.isPlanNameTaken(system, title, id)) throw new AppError('ERR_PLAN_NAME_ALREADY_EXISTS')
    const given = Object.fromEntries(Object.entries(rest).filter(([, entry]) => entry !== undefined))
    return { ...(given as typeof rest), name: title, valueCents: Math.round(value * 100) } as repo.PlanValues
  }

  const auditPlan = (scope: Scope, action: string, plan: { id: number; name: string }): Promise<void> =>
    db.uow.run(scope, (tx) => audit(tx, { action, object: `plan:${plan.id}`, details: { name: plan.name } }))

  return {
    async tenants(filter: { status?: 'active' | 'inactive'; expired?: boolean }): Promise<Company[]> {
      const plans = (await repo.listPlans(system)).map(presentPlan)
      const all = (await repo.listCompanies(system, null)).map((row) => presentCompany(row, plans, clock.now()))
      return all.filter(
        ({ status, isExpired }) => (!filter.status || status === filter.status) && (!filter.expired || isExpired),
      )
    },

    async createTenant(scope: Scope, wanted: CompanyCreate): Promise<Company> {
      const { actor } = scopeInto(scope, OPERATOR_TENANT)
      const id = await createCompany(deps, { ...wanted, locale: scope.locale }, actor)
      return record(scope, id, { action: 'create', details: {} })
    },

    /** @throws ERR_NO_TENANT_FOUND, ERR_NO_PLAN_FOUND, ERR_TENANT_DUE_DATE_PAST */
    async updateTenant(scope: Scope, id: number, change: CompanyUpdate): Promise<Company> {
      const before = await company(id)
      if (change.timezone !== undefined) checkTimezone(change.timezone)
      if (change.planId && !(await repo.findPlan(system, change.planId))) throw new AppError('ERR_NO_PLAN_FOUND')
      if (change.dueDate && change.dueDate !== before.dueDate)
        checkDueDate(change.dueDate, change.timezone ?? before.timezone, clock.now())
      await repo.updateCompany(system, id, change)
      const { dueDate, planId } = change
      return record(scope, id, { action: 'update', details: { fields: Object.keys(change), dueDate, planId } })
    },

    /** @throws ERR_NO_TENANT_FOUND, ERR_TENANT_PROTECTED */
    async setStatus(scope: Scope, id: number, status: 'active' | 'inactive'): Promise<Company> {
      await company(id)
      if (id === OPERATOR_TENANT && status !== 'active') throw new AppError('ERR_TENANT_PROTECTED')
      await repo.setStatus(system, id, status)
      if (status === 'inactive') await db.uow.run(scopeInto(scope, id), (tx) => auth.endSessions(tx, 'all', 'tenant'))
      await onTenantStatus(id, status === 'active')
      return record(scope, id, { action: 'update-status', details: { status } })
    },

    /** @throws ERR_NO_TENANT_FOUND */
    async saveMenu(scope: Scope, id: number, menu: MenuWrite['menuPermissions']): Promise<Company> {
      await company(id)
      await repo.mergeMenu(system, id, menu)
      return record(scope, id, { action: 'update', details: { menu } })
    },

    async addMonth(scope: Scope, id: number): Promise<Company> {
      const before = await company(id)
      const dueDate = extendedDueDate(before.dueDate, before.timezone, clock.now())
      await repo.updateCompany(system, id, { dueDate })
      return record(scope, id, { action: 'add', details: { from: before.dueDate, to: dueDate } })
    },

    async tenantUsers(
      scope: Scope,
      id: number,
      query: { searchParam?: string; pageNumber?: number; pageSize?: number },
    ) {
      await company(id)
      return users.list(scopeInto(scope, id), query)
    },

    /** @throws ERR_NO_USER_FOUND and those of the user's own change */
    async updateUser(scope: Scope, id: number, tenantId: number | null, change: UserUpdate, ip: string): Promise<User> {
      const found = await repo.findUserTenant(system, id, tenantId)
      if (!found) throw new AppError('ERR_NO_USER_FOUND')
      return users.update(scopeInto(scope, found.tenantId), id, change, ip)
    },

    /** @throws ERR_NO_USER_FOUND, ERR_TWO_FACTOR_OFF, ERR_NO_PERMISSION for one's own */
    async resetTwoFactor(scope: Scope, id: number): Promise<void> {
      const found = await repo.findUserTenant(system, id, null)
      if (!found) throw new AppError('ERR_NO_USER_FOUND')
      const isAtHome = found.tenantId === scope.tenantId
      await users.resetTwoFactor(isAtHome ? scope : scopeInto(scope, found.tenantId), id)
    },

    channels: async (tenantId: number | null): Promise<OperatorChannel[]> =>
      (await repo.listChannels(system, tenantId)).map(presentOperatorChannel),

    usersTotal: () => repo.countUsers(system),

    plans: async (): Promise<Plan[]> => (await repo.listPlans(system)).map(presentPlan),

    /** @throws ERR_PLAN_INVALID_NAME, ERR_PLAN_NAME_ALREADY_EXISTS */
    async createPlan(scope: Scope, write: PlanWrite): Promise<Plan> {
      const plan = presentPlan(await repo.insertPlan(system, await planValues(null, write)))
      await auditPlan(scope, 'plan.create', plan)
      return plan
    },

    async updatePlan(scope: Scope, id: number, write: PlanWrite): Promise<Plan> {
      if (!(await repo.findPlan(system, id))) throw new AppError('ERR_NO_PLAN_FOUND')
      const plan = presentPlan(await repo.updatePlan(system, id, await planValues(id, write)))
      // what the plan has decides what people of its companies see
      for (const { id: tenantId, planId } of await repo.listCompanies(system, null))
        if (planId === id) await signals.publish({ kind: 'tenant', tenantId })
      await auditPlan(scope, 'plan.update', plan)
      return plan
    },

    /** @throws ERR_NO_PLAN_FOUND, ERR_CONFLICT while a company has it */
    async removePlan(scope: Scope, id: number): Promise<void> {
      const plan = await repo.findPlan(system, id)
      if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
      if (await repo.isPlanUsed(system, id)) throw new AppError('ERR_CONFLICT')
      await repo.deletePlan(system, id)
      await auditPlan(scope, 'plan.delete', plan)
    },
  }
}

export type OperatorService = ReturnType<typeof createOperatorService>
