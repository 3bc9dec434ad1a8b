import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '../../src/platform/db/generated/client.ts'
import { type Person, startApp, type TestApp, until } from '../app.ts'
import { untilHeldUp } from '../held-up.ts'

interface Task {
  id: number
  state: string
  counts: Record<string, number>
  options: { mapping: Record<string, unknown>; tags: number[] } | null
}
interface Contact {
  id: number
  name: string
  number: string
  tags: { id: number }[]
}

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const settled = (admin: Person, id: number, ...states: string[]): Promise<Task> =>
  until(async () => {
    const { body } = await admin.api.get<Task>(`/contacts/tasks/${id}`)
    return states.includes(body.state) ? body : null
  })
/** A file of names and numbers, checked. Answers its task. */
const checked = async (admin: Person, lines: string[], tags: number[] = []): Promise<number> => {
  const form = new FormData()
  form.append('file', new Blob([`Nome;Numero\n${lines.join('\n')}`], { type: 'text/csv' }), 'clientes.csv')
  const { id, options } = (await admin.api.post<Task>('/contacts/upload', form)).body
  await admin.api.put(`/contacts/imports/${id}`, { ...options, tags })
  await settled(admin, id, 'checked')
  return id
}
const applied = async (admin: Person, id: number): Promise<Task> => {
  await admin.api.post(`/contacts/imports/${id}/apply`)
  return settled(admin, id, 'done', 'failed')
}
const contactsOf = async ({ api }: Person): Promise<Contact[]> => {
  const pages = await Promise.all(
    [1, 2].map((page) => api.get<{ contacts: Contact[] }>(`/contacts?pageSize=100&pageNumber=${page}`)),
  )
  return pages.flatMap(({ body }) => body.contacts)
}
/** An import runs into the change of somebody else, which ends only when the import waits for it, or has not waited. */
async function importedDuring(
  admin: Person,
  id: number,
  change: (other: Prisma.TransactionClient) => Promise<unknown>,
): Promise<Task> {
  const { begun } = await app.db.system.$transaction(
    async (other) => {
      await change(other)
      const begun = applied(admin, id)
      await untilHeldUp(app.db, begun, 'transactionid')
      return { begun }
    },
    { timeout: 20_000 },
  )
  return begun
}

describe('an import', () => {
  it('makes anew whoever is deleted while it runs', async () => {
    const { admin } = await app.newTenant()
    await applied(admin, await checked(admin, ['Antes;11987660001']))
    const [before] = await contactsOf(admin)
    const id = await checked(admin, ['Depois;11987660001'])
    const { counts } = await importedDuring(
      admin,
      id,
      (other) => other.$executeRaw`delete from contact where id = ${before?.id}`,
    )
    expect(counts).toEqual({ changed: 1, created: 1 })
    expect(await contactsOf(admin)).toMatchObject([{ name: 'Depois', number: '5511987660001' }])
  })

  it('keeps what somebody gives a contact while it runs', async () => {
    const { admin, tenantId } = await app.newTenant()
    const tag = async (name: string) =>
      (await admin.api.post<{ id: number }>('/tags', { tag: name, color: '#112233' })).body.id
    const [feira, vip] = [await tag('Feira'), await tag('VIP')]
    await applied(admin, await checked(admin, ['Ana;11987660002']))
    const [ana] = await contactsOf(admin)
    const id = await checked(admin, ['Ana;11987660002'], [feira])
    const { counts } = await importedDuring(admin, id, async (other) => {
      await other.$queryRaw`select 1 from contact where id = ${ana?.id} for update`
      await other.$executeRaw`
        insert into contact_tag (tenant_id, contact_id, tag_id) values (${tenantId}, ${ana?.id}, ${vip})`
    })
    expect(counts).toEqual({ changed: 1, updated: 1 })
    const [now] = await contactsOf(admin)
    expect(now?.tags.map((one) => one.id).sort()).toEqual([feira, vip].sort())
  })

  it('while the same contacts are deleted ends with each of them there once, or not at all', async () => {
    const { admin } = await app.newTenant()
    const numbers = Array.from({ length: 120 }, (_, n) => `551198766${String(n).padStart(4, '0')}`)
    await applied(
      admin,
      await checked(
        admin,
        numbers.map((number) => `Antes;${number}`),
      ),
    )
    const ids = (await contactsOf(admin)).map(({ id }) => id)
    expect(ids).toHaveLength(120)
    const id = await checked(
      admin,
      numbers.map((number) => `Depois;${number}`),
    )
    const [removal, imported] = await Promise.all([
      admin.api.post<Task>('/contacts/bulk-delete', { ids, expected: 120 }),
      applied(admin, id),
    ])
    const removed = await settled(admin, removal.body.id, 'done', 'failed')
    expect([imported.state, removed.state]).toEqual(['done', 'done'])
    const { counts } = imported
    expect((counts.created ?? 0) + (counts.updated ?? 0)).toBe(120)
    const left = await contactsOf(admin)
    expect(new Set(left.map(({ number }) => number)).size).toBe(left.length)
    expect(left).toHaveLength(counts.created ?? 0)
    expect(left.every(({ name }) => name === 'Depois')).toBe(true)
  })
})
