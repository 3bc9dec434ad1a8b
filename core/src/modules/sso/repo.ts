import type { PrismaClient } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export interface ProviderRow {
  isActive: boolean
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: Uint8Array<ArrayBuffer> | null
  isOnlyWay: boolean
}

const ROW = { isActive: true, issuer: true, clientId: true, clientSecret: true, isOnlyWay: true } as const

export const findProvider = (tx: Tx): Promise<ProviderRow | null> => tx.db.ssoProvider.findFirst({ select: ROW })

export async function saveProvider(tx: Tx, row: ProviderRow): Promise<void> {
  const { tenantId } = tx.scope
  await tx.db.ssoProvider.upsert({ where: { tenantId }, create: row, update: row })
}

/** The company that has somebody with this e-mail who may sign in with its provider. */
export async function findCompany(system: PrismaClient, email: string): Promise<number | null> {
  const rows = await system.$queryRaw<{ tenantId: number }[]>`
    select p.tenant_id "tenantId"
      from login_email e
      join app_user u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.is_active
      join sso_provider p on p.tenant_id = e.tenant_id and p.is_active
     where e.email = ${email}`
  return rows[0]?.tenantId ?? null
}

/** Who has this e-mail, in this company alone. */
export async function findUser(tx: Tx, email: string): Promise<number | null> {
  const user = await tx.db.user.findFirst({ where: { email, isActive: true }, select: { id: true } })
  return user?.id ?? null
}
