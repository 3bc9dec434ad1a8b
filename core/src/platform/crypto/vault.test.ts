import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemScope } from '../db/scope.ts'
import { firstKey } from './data-keys.ts'
import { CryptoError, createKeys } from './keys.ts'
import { createVault } from './vault.ts'

let db: TestDatabase
let tenant: () => Promise<number>
beforeAll(async () => {
  db = await startDatabase()
  tenant = async () => (await db.system.tenant.create({ data: { name: 'Vault' } })).id
})
afterAll(() => db.close())

const newKeys = () => createKeys(randomBytes(32).toString('base64'))
const keysOf = (tenantId: number) => db.system.dataKey.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })

describe('the vault', () => {
  const keys = newKeys()

  it('opens what it sealed, on any node, for its own tenant and place alone', async () => {
    const [vault, elsewhere] = [createVault({ db, keys }), createVault({ db, keys })]
    const [one, two] = [await tenant(), await tenant()]
    const sealed = await vault.seal(one, 'channel:7:token', 'segredo ç')
    await vault.seal(two, 'channel:7:token', 'x')
    expect((await elsewhere.open(one, 'channel:7:token', sealed)).toString()).toBe('segredo ç')
    expect(sealed.includes('segredo')).toBe(false)
    expect(await vault.seal(one, 'channel:7:token', 'segredo ç')).not.toEqual(sealed)
    await expect(vault.open(two, 'channel:7:token', sealed)).rejects.toThrow(CryptoError)
    await expect(vault.open(one, 'channel:8:token', sealed)).rejects.toThrow(CryptoError)
    for (const at of [0, 4, 5, 17, 33]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(vault.open(one, 'channel:7:token', changed), `byte ${at}`).rejects.toThrow(CryptoError)
    }
    await expect(vault.open(one, 'channel:7:token', Buffer.from('abc'))).rejects.toThrow(CryptoError)
  })

  it('makes one data key per tenant, however many ask first', async () => {
    const id = await tenant()
    const waiting = () =>
      db.owner<{ n: number }>(`select count(*)::int n from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`)
    let sealing: Promise<Buffer> | undefined
    await db.uow.run(systemScope(id, 'test'), async (tx) => {
      await firstKey(tx, () => ({ wrappedBy: keys.id, wrapped: keys.wrap(Buffer.alloc(32, 1), `data-key:${id}`) }))
      sealing = createVault({ db, keys }).seal(id, 'a', 'plain')
      await expect.poll(async () => (await waiting())[0]?.n).toBe(1)
    })
    expect((await createVault({ db, keys }).open(id, 'a', await (sealing ?? Buffer.alloc(0)))).toString()).toBe('plain')
    expect(await keysOf(id)).toHaveLength(1)
  })

  it('keeps the data key wrapped, so that the table alone opens nothing', async () => {
    const id = await tenant()
    const sealed = await createVault({ db, keys }).seal(id, 'a', 'plain')
    await expect(createVault({ db, keys: newKeys() }).open(id, 'a', sealed)).rejects.toThrow('not configured')
  })

  it('moves a tenant to a new installation key on the way, and then no longer needs the old one', async () => {
    const id = await tenant()
    const sealed = await createVault({ db, keys }).seal(id, 'a', 'plain')
    const next = newKeys()
    expect((await createVault({ db, keys: next, previous: [keys] }).open(id, 'a', sealed)).toString()).toBe('plain')
    expect((await keysOf(id)).map((key) => key.wrappedBy)).toEqual([next.id])
    expect((await createVault({ db, keys: next }).open(id, 'a', sealed)).toString()).toBe('plain')
  })

  it('seals with a new data key after a rotation and still opens the old', async () => {
    const id = await tenant()
    const vault = createVault({ db, keys })
    const before = await vault.seal(id, 'a', 'old')
    await vault.rotate(id)
    const after = await vault.seal(id, 'a', 'new')
    expect(after.readUInt32BE(1)).toBeGreaterThan(before.readUInt32BE(1))
    expect((await vault.open(id, 'a', before)).toString()).toBe('old')
    expect((await createVault({ db, keys }).open(id, 'a', after)).toString()).toBe('new')
  })

  it('forgets a failure, so that a database that comes back is used', async () => {
    const id = await tenant()
    let isDown = true
    const run: typeof db.uow.run = (...given) => (isDown ? Promise.reject(new Error('down')) : db.uow.run(...given))
    const vault = createVault({ db: { uow: { ...db.uow, run } }, keys })
    await expect(vault.seal(id, 'a', 'x')).rejects.toThrow('down')
    isDown = false
    expect(await vault.seal(id, 'a', 'x')).toBeInstanceOf(Buffer)
  })
})
