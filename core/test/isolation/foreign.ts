import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { TestDatabase } from '../database.ts'

/** Tables whose rows change by themselves: leases are renewed, and sessions note their last use. */
const RESTLESS = ['session', 'lease']

/** A fingerprint per table of everything that a company has. */
export async function fingerprint(db: TestDatabase, tenantId: number): Promise<Record<string, string>> {
  const tables = await db.owner<{ name: string }>(
    `select c.relname "name" from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => !RESTLESS.includes(name))) {
    const rows = await db.owner<{ row: string }>(
      `select t::text "row" from "${name}" t where tenant_id = $1 order by 1`,
      [tenantId],
    )
    const sum = createHash('sha256')
    for (const { row } of rows) sum.update(row)
    prints[name] = `${rows.length} rows ${sum.digest('hex')}`
  }
  const [tenant] = await db.owner<{ row: string }>('select t::text "row" from tenant t where id = $1', [tenantId])
  return { ...prints, tenant: tenant?.row ?? '' }
}

const ID_NAME = /^(id|\w*(Id|Ids|PK))$/

interface AnySchema {
  type?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, AnySchema>
  items?: AnySchema
  anyOf?: AnySchema[]
}

const namesObject = (name: string, schema: AnySchema): boolean =>
  ID_NAME.test(name) ||
  (schema.type === 'integer' && schema.minimum === 1 && schema.maximum === 2_147_483_647) ||
  Object.entries(schema.properties ?? {}).some(([inner, one]) => namesObject(inner, one)) ||
  [schema.items ?? [], schema.anyOf ?? []].flat().some((one) => namesObject('', one))

/** Fields of a body or query in which an id may stand, at any depth. */
export const idFields = (schema: TSchema | undefined): string[] => {
  const { properties = {} } = (schema ?? {}) as AnySchema
  return Object.entries(properties)
    .filter(([name, one]) => namesObject(name, one))
    .map(([name]) => name)
}
