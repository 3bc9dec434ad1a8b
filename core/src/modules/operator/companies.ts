import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Locale } from '../../platform/i18n/locale.ts'
import { audit, normaliseEmail, type Passwords, passwordFault } from '../auth/index.ts'
import { isTimezone } from '../auth/policy.ts'
import { DEFAULT_ABSENCE_MESSAGE, DEFAULT_WEEK } from '../tenants/index.ts'
import type { UserService } from '../users/index.ts'
import type { CompanyCreate } from './contract.ts'
import { isPastDate, isRealDate } from './policy.ts'
import * as repo from './repo.ts'

const TIMEZONE = 'America/Sao_Paulo'

export interface CompanyDeps {
  db: Pick<Database, 'system'>
  clock: Clock
  passwords: Passwords
  users: Pick<UserService, 'insert'>
}

/** @throws ERR_TENANT_DUE_DATE_PAST, ERR_VALIDATION for a date that does not exist */
export function checkDueDate(date: string, timezone: string, now: number): void {
  if (!isRealDate(date)) throw new AppError('ERR_VALIDATION', { params: { field: 'dueDate' } })
  if (isPastDate(date, timezone, now)) throw new AppError('ERR_TENANT_DUE_DATE_PAST')
}

/** @throws ERR_VALIDATION */
export function checkTimezone(timezone: string): void {
  if (!isTimezone(timezone)) throw new AppError('ERR_VALIDATION', { params: { field: 'timezone' } })
}

export interface NewCompany extends CompanyCreate {
  id?: number
  /** Language of its first admin. */
  locale?: Locale
  /** The password is that of whoever owns the machine: only its form is checked, not whether it is a common one. */
  acceptsCommonPassword?: boolean
}

/**
 * Makes a company with its first admin in one transaction. It runs under the system role, since there is no tenant to
 * be bound to before the company exists.
 * @throws ERR_USER_EXIST, ERR_PASSWORD_*, ERR_NO_PLAN_FOUND, ERR_TENANT_DUE_DATE_PAST
 */
export async function createCompany(
  { db, clock, passwords, users }: CompanyDeps,
  company: NewCompany,
  actor: Scope['actor'],
): Promise<number> {
  const timezone = company.timezone ?? TIMEZONE
  checkTimezone(timezone)
  if (company.dueDate) checkDueDate(company.dueDate, timezone, clock.now())
  const email = normaliseEmail(company.user.email)
  const fault = passwordFault(company.user.password, [company.user.name, email, company.name])
  const isAccepted = fault === 'ERR_PASSWORD_COMMON' && company.acceptsCommonPassword
  if (fault && !isAccepted) throw new AppError(fault)
  const passwordHash = await passwords.hash(company.user.password)

  return db.system.$transaction(async (client) => {
    if (company.planId && !(await repo.findPlan(client, company.planId))) throw new AppError('ERR_NO_PLAN_FOUND')
    const tenantId = await repo.insertCompany(client, {
      ...(company.id === undefined ? {} : { id: company.id }),
      name: company.name.trim(),
      whatsapp: company.whatsapp ?? null,
      email: company.email ? normaliseEmail(company.email) : null,
      dueDate: company.dueDate ?? null,
      planId: company.planId ?? null,
      recurrence: company.recurrence ?? 'monthly',
      status: company.status ?? 'active',
      timezone,
      isTrial: company.trial ?? false,
      maxUsers: company.maxUsers ?? null,
      maxConnections: company.maxConnections ?? null,
      businessHours: DEFAULT_WEEK,
      messageBusinessHours: DEFAULT_ABSENCE_MESSAGE,
    })
    await repo.enterTenant(client, tenantId)
    const scope: Scope = { ...systemScope(tenantId, 'company'), actor }
    const tx: Tx = { db: client, scope, emit: () => undefined, afterCommit: () => undefined }
    const userId = await users.insert(tx, {
      name: company.user.name,
      email,
      passwordHash,
      profile: 'admin',
      ...(company.locale === undefined ? {} : { locale: company.locale }),
    })
    await audit(tx, {
      action: 'tenant.create',
      object: `tenant:${tenantId}`,
      details: { planId: company.planId ?? null, userId },
    })
    return tenantId
  })
}
