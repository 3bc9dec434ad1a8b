import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { type Demo, fillDemo } from '../../demo/fill.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { loadWithRights } from './seen-repo.ts'

let app: TestApp
let demo: Demo
beforeAll(async () => {
  app = await startApp()
  demo = await fillDemo(app.node)
})
afterAll(() => app.close())

interface Node {
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: Node[]
}

/** How often a statement looked into a table. */
const looks = (node: Node, table: string): number =>
  (node['Relation Name'] === table ? node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + looks(child, table), 0)

it('gathers what belongs to a contact once, though no statistics of the company were taken yet', async () => {
  const { uow } = app.db
  const [ticket] = await app.db.owner<{ id: number }>('select max(id) id from ticket where tenant_id = $1', [
    demo.tenantId,
  ])
  const plans: { 'QUERY PLAN': [{ Plan: Node }] }[] = []
  const explained: UnitOfWork = {
    ...uow,
    async query<T>(scope: { tenantId: number }, sql: Prisma.Sql) {
      plans.push(...(await uow.query<(typeof plans)[number]>(scope, Prisma.sql`explain (analyze, format json) ${sql}`)))
      return uow.query<T>(scope, sql)
    },
  }
  const { record } = await loadWithRights(explained, demo, ticket?.id ?? 0, 0)
  expect(record?.contact.addresses.length).toBeGreaterThan(0)
  const plan = plans[0]?.['QUERY PLAN'][0].Plan
  for (const table of ['contact_address', 'contact_extra', 'contact_tag'])
    expect({ table, looks: plan && looks(plan, table) }).toEqual({ table, looks: 1 })
})
