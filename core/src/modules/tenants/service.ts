import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit } from '../auth/index.ts'
import { isPlanExpired } from '../auth/policy.ts'
import type { BusinessDay, BusinessHours, TenantDate, TenantPlan, TenantRow } from './contract.ts'
import { daysLeft, weekFault } from './policy.ts'
import { presentHours, presentMenu, presentPlan, presentTenant } from './presenter.ts'
import * as repo from './repo.ts'

const own = async (tx: Tx): Promise<repo.TenantRecord> => {
  const tenant = await repo.findTenant(tx)
  if (!tenant) throw new AppError('ERR_NO_TENANT_FOUND')
  return tenant
}

export function createTenantService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  return {
    businessHours: async (scope: Scope): Promise<BusinessHours> => presentHours(await uow.run(scope, own)),

    /** @throws ERR_VALIDATION naming the day that is wrong */
    async saveBusinessHours(scope: Scope, week: BusinessDay[]): Promise<TenantRow> {
      const fault = weekFault(week)
      if (fault !== null) throw new AppError('ERR_VALIDATION', { params: { field: `businessHours.${fault}` } })
      return uow.run(scope, async (tx) => {
        await repo.saveWeek(tx, week)
        await audit(tx, { action: 'tenant.hours', details: { week } })
        return presentTenant(await own(tx))
      })
    },

    saveAbsenceMessage: (scope: Scope, message: string): Promise<TenantRow> =>
      uow.run(scope, async (tx) => {
        await repo.saveAbsenceMessage(tx, message)
        await audit(tx, { action: 'tenant.absence' })
        return presentTenant(await own(tx))
      }),

    async date(scope: Scope): Promise<TenantDate> {
      const { dueDate, timezone, status } = await uow.run(scope, own)
      const now = clock.now()
      return {
        dueDate,
        isExpired: isPlanExpired(dueDate, timezone, now),
        daysLeft: dueDate === null ? null : daysLeft(dueDate, timezone, now),
        status: status === 'active' ? 'active' : 'inactive',
      }
    },

    plan: (scope: Scope): Promise<TenantPlan> =>
      uow.run(scope, async (tx) => {
        const tenant = await own(tx)
        const plan = tenant.planId === null ? null : await repo.findPlan(tx, tenant.planId)
        return {
          plan: plan ? presentPlan(plan) : null,
          limits: {
            users: tenant.maxUsers ?? plan?.maxUsers ?? null,
            connections: tenant.maxConnections ?? plan?.maxConnections ?? null,
          },
          usage: await repo.countUsage(tx),
          menuPermissions: presentMenu(tenant.menuPermissions),
        }
      }),
  }
}

export type TenantService = ReturnType<typeof createTenantService>
