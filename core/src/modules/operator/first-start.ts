import { randomBytes } from 'node:crypto'
import { AppError } from '../../platform/errors/app-error.ts'
import { passwordFault } from '../auth/index.ts'
import { type CompanyDeps, createCompany } from './companies.ts'
import { OPERATOR_TENANT } from './policy.ts'
import * as repo from './repo.ts'

export interface FirstStartConfig {
  /** `RECADO_ADMIN_EMAIL`, `RECADO_ADMIN_PASSWORD`. */
  adminEmail: string | undefined
  adminPassword: string | undefined
}

const DEFAULT_EMAIL = 'admin@recado.local'
const COMPANY = 'Recado'
const ADMIN = 'Administrador'
const FIRST_PLAN = { name: 'Padrão', maxUsers: 10, maxConnections: 3, valueCents: 0, isPublic: true }

function randomPassword(): string {
  for (;;) {
    const password = randomBytes(15).toString('base64url')
    if (passwordFault(password, []) === null) return password
  }
}

/**
 * Makes the operator's company, a first plan and an admin when the installation has none. Answers how to log in, with
 * the password only if it was made up here: the caller shows it once. One that the owner of the machine chose is refused
 * for its form alone: that it is a common one is told, since refusing it would keep the whole program from starting.
 * Null when all was there.
 */
export async function ensureOperator(
  deps: CompanyDeps,
  { adminEmail, adminPassword }: FirstStartConfig,
): Promise<{ email: string; password: string | null; isGuessable: boolean } | null> {
  const { system } = deps.db
  if (await repo.hasAdmin(system, OPERATOR_TENANT)) return null
  const password = adminPassword ?? randomPassword()
  const email = adminEmail ?? DEFAULT_EMAIL
  try {
    await createCompany(
      deps,
      { id: OPERATOR_TENANT, name: COMPANY, user: { name: ADMIN, email, password }, acceptsCommonPassword: true },
      { kind: 'system', name: 'first-start' },
    )
  } catch (error) {
    // Two nodes started together: the other one was first.
    if (!(error instanceof AppError) && (await repo.hasAdmin(system, OPERATOR_TENANT))) return null
    throw error
  }
  await repo.continueCompanyIds(system)
  if ((await repo.listPlans(system)).length === 0) await repo.insertPlan(system, FIRST_PLAN)
  const isGuessable = passwordFault(password, [ADMIN, email, COMPANY]) !== null
  return { email, password: adminPassword === undefined ? password : null, isGuessable }
}
