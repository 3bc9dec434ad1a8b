import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { isPlanExpired } from '../auth/policy.ts'
import type { BusinessDay, BusinessHours, HoursQuery, TenantDate, TenantPlan, TenantRow } from './contract.ts'
import { daysLeft, weekFault } from './policy.ts'
import { presentHours, presentMenu, presentPlan, presentTenant } from './presenter.ts'
import * as repo from './repo.ts'

const own = async (tx: Tx): Promise<repo.TenantRecord> => {
  const tenant = await repo.findTenant(tx)
  if (!tenant) throw new AppError('ERR_NO_TENANT_FOUND')
  return tenant
}

/** A channel or queue with hours of its own. */
export interface HoursPlace {
  type: 'channel' | 'queue'
  id: number
}

export interface TenantDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
  /** Hours of places, which another module keeps. @throws ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
  placeHours: {
    read(scope: Scope, place: HoursPlace): Promise<BusinessHours>
    save(scope: Scope, place: HoursPlace, week: BusinessDay[]): Promise<BusinessHours>
  }
}

/** Null for the company. @throws ERR_VALIDATION for a channel or queue that is not told */
function placeIn({ type = 'company', id }: HoursQuery): HoursPlace | null {
  if (type === 'company') return null
  if (!id) throw new AppError('ERR_VALIDATION', { params: { field: 'id', rule: 'required' } })
  return { type, id }
}

export function createTenantService({ uow, clock, realtime, placeHours }: TenantDeps) {
  const changed = (tx: Tx) => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => realtime.publish({ tenantId, to: 'admins' }, 'hours', { action: 'update' }))
  }

  return {
    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
    async businessHours(scope: Scope, query: HoursQuery = {}): Promise<BusinessHours> {
      const place = placeIn(query)
      return place ? placeHours.read(scope, place) : presentHours(await uow.run(scope, own))
    },

    /** @throws ERR_VALIDATION naming the day that is wrong, ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
    async saveBusinessHours(scope: Scope, week: BusinessDay[], query: HoursQuery = {}): Promise<TenantRow> {
      const fault = weekFault(week)
      if (fault !== null) throw new AppError('ERR_VALIDATION', { params: { field: `businessHours.${fault}` } })
      const place = placeIn(query)
      const saved = place && (await placeHours.save(scope, place, week))
      return uow.run(scope, async (tx) => {
        if (saved) return { ...presentTenant(await own(tx)), ...saved }
        await repo.saveWeek(tx, week)
        await audit(tx, { action: 'tenant.hours', details: { week } })
        changed(tx)
        return presentTenant(await own(tx))
      })
    },

    /** @throws ERR_NO_MESSAGE_INFORMATION for an empty one */
    async saveAbsenceMessage(scope: Scope, message: string): Promise<TenantRow> {
      if (message.trim() === '') throw new AppError('ERR_NO_MESSAGE_INFORMATION')
      return uow.run(scope, async (tx) => {
        await repo.saveAbsenceMessage(tx, message)
        await audit(tx, { action: 'tenant.absence' })
        changed(tx)
        return presentTenant(await own(tx))
      })
    },

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
