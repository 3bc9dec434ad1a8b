import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

/** An open unit of work, whose changes are to be seen, or statements on their own, which cost a third. */
export type Source = Tx | UnitOfWork

export const ask = <Row>(source: Source, scope: Pick<Scope, 'tenantId'>, sql: Prisma.Sql): Promise<Row[]> =>
  'db' in source ? source.db.$queryRaw<Row[]>(sql) : source.query<Row>(scope, sql)
