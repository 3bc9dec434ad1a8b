import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { Prisma } from './generated/client.ts'
import { systemScope } from './scope.ts'
import { insideUnitOfWork } from './uow.ts'

let db: TestDatabase
const a = systemScope(11, 'test')
const b = systemScope(12, 'test')
beforeAll(async () => {
  db = await startDatabase()
  await db.system.tenant.createMany({
    data: [
      { id: 11, name: 'A' },
      { id: 12, name: 'B' },
    ],
  })
})
afterAll(() => db.close())

describe('unit of work', () => {
  it('fills in the company and shows nothing of another', async () => {
    await db.uow.run(a, (tx) => tx.db.queue.create({ data: { name: 'Vendas' } }))
    expect(await db.uow.run(a, (tx) => tx.db.queue.count())).toBe(1)
    expect(await db.uow.run(b, (tx) => tx.db.queue.count())).toBe(0)
    expect(await db.uow.run(b, (tx) => tx.db.tenant.findMany())).toMatchObject([{ id: 12 }])
  })

  it('refuses rows for another company', async () => {
    await expect(db.uow.run(b, (tx) => tx.db.queue.create({ data: { name: 'X', tenantId: 11 } }))).rejects.toThrow(
      /row-level security/,
    )
  })

  it('sees nothing without a scope', async () => {
    const rows = await db.pool.query('select count(*)::int "count" from queue')
    expect(rows.rows).toEqual([{ count: 0 }])
  })

  it('keeps companies apart on shared connections', async () => {
    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        db.uow.query<{ count: number; tenant: string }>(
          index % 2 === 0 ? a : b,
          Prisma.sql`select count(*)::int "count", current_setting('app.tenant_id') "tenant" from queue`,
        ),
      ),
    )
    counts.forEach(([row], index) => {
      expect(row).toEqual(index % 2 === 0 ? { count: 1, tenant: '11' } : { count: 0, tenant: '12' })
    })
  })

  it('leaves no setting of a statement behind, whether it works or fails', async () => {
    const tenantOf = async (scope: typeof a) => {
      const [row] = await db.uow.query<{ tenant: string }>(
        scope,
        Prisma.sql`select current_setting('app.tenant_id') "tenant"`,
      )
      return row?.tenant
    }
    const strays = ['12', 'no number'].map((stray) =>
      db.uow
        .query(a, Prisma.sql`select set_config('app.tenant_id', ${stray}, true), count(*) from queue`)
        .catch(() => null),
    )
    await Promise.all(strays)
    expect(await Promise.all([a, a, b, a].map(tenantOf))).toEqual(['11', '11', '12', '11'])
  })

  it('writes events with the change and tells hints after it', async () => {
    const seen: string[] = []
    db.onEvents(() => seen.push('events'))
    await db.uow.run(a, async (tx) => {
      tx.emit('queue.renamed', { id: 1 })
      tx.afterCommit(() => void seen.push('hint'))
      expect(insideUnitOfWork()).toBe(true)
    })
    expect(insideUnitOfWork()).toBe(false)
    expect(seen).toEqual(['events', 'hint'])
    expect(await db.system.domainEvent.findMany()).toMatchObject([{ tenantId: 11, name: 'queue.renamed' }])
  })

  it('drops events and hints with the transaction', async () => {
    const seen: string[] = []
    const failing = db.uow.run(a, async (tx) => {
      tx.emit('never', {})
      tx.afterCommit(() => void seen.push('hint'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(seen).toEqual([])
    expect(await db.system.domainEvent.count({ where: { name: 'never' } })).toBe(0)
  })
})
