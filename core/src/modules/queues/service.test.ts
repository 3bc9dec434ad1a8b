import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

describe('queues', () => {
  it('carry both names, are unique by name, and clean their keywords', async () => {
    const { scope, admin } = await t.company()
    const made = await t.queues.create(scope, {
      queue: ' Suporte ',
      transferKeywords: ['Suporte', ' suporte ', '2', ' '],
    })
    expect(made).toMatchObject({
      queue: 'Suporte',
      name: 'Suporte',
      userId: admin.userId,
      transferKeywords: ['suporte', '2'],
    })
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(t.queues.create(scope, { name: 'VENDAS' }))))
    expect(codes.filter((code) => code === 'ERR_QUEUE_NAME_EXISTS')).toHaveLength(2)
    expect(await codeOf(t.queues.update(scope, made.id, { queue: 'vendas' }))).toBe('ERR_QUEUE_NAME_EXISTS')
    expect(await t.queues.update(scope, made.id, { queue: 'SUPORTE', isActive: false })).toMatchObject({
      name: 'SUPORTE',
      isActive: false,
      transferKeywords: ['suporte', '2'],
    })
    expect((await t.queues.list(scope)).map((queue) => queue.queue)).toEqual(['SUPORTE', 'VENDAS'])
  })

  it('fall back to a queue of the same company that is another one', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const [a, b] = [await t.queues.create(one.scope, { queue: 'A' }), await t.queues.create(one.scope, { queue: 'B' })]
    const foreign = await t.queues.create(two.scope, { queue: 'A' })
    await t.queues.update(one.scope, a.id, { fallbackQueueId: b.id })
    for (const fallbackQueueId of [a.id, foreign.id])
      expect(await codeOf(t.queues.update(one.scope, a.id, { fallbackQueueId }))).toBe('ERR_NO_QUEUE_FOUND')
    await t.queues.remove(one.scope, b.id)
    expect((await t.queues.list(one.scope)).map((queue) => queue.fallbackQueueId)).toEqual([null])
    const refused = await Promise.all(
      [t.queues.remove(one.scope, foreign.id), t.queues.update(one.scope, foreign.id, { queue: 'X' })].map(codeOf),
    )
    expect(new Set(refused)).toEqual(new Set(['ERR_NO_QUEUE_FOUND']))
  })

  it('with members can be deleted, and leave them', async () => {
    const { scope, person } = await t.company()
    const queue = await t.queues.create(scope, { queue: 'Some' })
    const agent = await person('user', { queues: [queue.id] })
    expect(agent.queues).toEqual([
      expect.objectContaining({ queue: 'Some', UsersQueues: { queueId: queue.id, userId: agent.id } }),
    ])
    await t.queues.remove(scope, queue.id)
    expect((await t.users.get(scope, agent.id)).queues).toEqual([])
  })
})

describe('tags', () => {
  it('are listed with or without the inactive ones, and not deleted while a contact has them', async () => {
    const { scope } = await t.company()
    expect(await codeOf(t.tags.create(scope, { tag: 'Sem cor' }))).toBe('ERR_VALIDATION')
    const vip = await t.tags.create(scope, { tag: 'VIP', color: '#ff0000' })
    const old = await t.tags.create(scope, { name: 'Antigo', color: '#00ff00', isActive: false })
    expect(await codeOf(t.tags.create(scope, { tag: 'vip', color: '#000000' }))).toBe('ERR_TAG_NAME_EXISTS')
    expect((await t.tags.list(scope, false)).map((tag) => tag.tag)).toEqual(['Antigo', 'VIP'])
    expect((await t.tags.list(scope, true)).map((tag) => tag.name)).toEqual(['VIP'])
    await t.contacts.create(scope, { name: 'Rita', tags: [vip.id] })
    expect(await codeOf(t.tags.remove(scope, vip.id))).toBe('ERR_TAG_CONTACTS_EXISTS')
    await t.tags.remove(scope, old.id)
    expect(await codeOf(t.tags.update(scope, old.id, { tag: 'X' }))).toBe('ERR_NO_TAG_FOUND')
  })
})

describe('closing reasons', () => {
  it('are created, renamed and deleted', async () => {
    const { scope } = await t.company()
    const made = await t.closingReasons.create(scope, { name: ' Resolvido ' })
    expect(made).toMatchObject({ name: 'Resolvido', isActive: true })
    expect(await codeOf(t.closingReasons.create(scope, { name: 'RESOLVIDO' }))).toBe('ERR_CLOSING_REASON_NAME_EXISTS')
    expect(await t.closingReasons.update(scope, made.id, { isActive: false })).toMatchObject({ isActive: false })
    expect(await t.closingReasons.list(scope, true)).toEqual([])
    await t.closingReasons.remove(scope, made.id)
    expect(await codeOf(t.closingReasons.remove(scope, made.id))).toBe('ERR_NO_CLOSING_REASON_FOUND')
  })
})
