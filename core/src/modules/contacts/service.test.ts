import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

describe('contacts', () => {
  it('come with everything that belongs to them', async () => {
    const { scope, admin, tenantId } = await t.company()
    const tag = await t.tags.create(scope, { tag: 'VIP', color: '#ff0000' })
    const made = await t.contacts.create(scope, {
      name: ' Rita Lima ',
      number: '(11) 98888-7777',
      email: ' ',
      extraInfo: [
        { name: 'cpf', value: '1' },
        { name: 'cpf', value: '2' },
      ],
      tags: [{ id: tag.id }],
      wallets: [admin.userId],
      disableBot: true,
    })
    expect(made).toMatchObject({
      name: 'Rita Lima',
      number: '5511988887777',
      email: null,
      disableBot: true,
      isWAContact: true,
      tags: [{ id: tag.id, tag: 'VIP' }],
      wallets: [{ id: admin.userId, name: 'Zuleica Prado' }],
      extraInfo: [{ name: 'cpf', value: '2' }],
      addresses: [{ kind: 'phone', value: '5511988887777', channelId: null }],
    })
    expect(await t.contacts.get(scope, made.id)).toEqual(made)
    const { contacts } = await t.contacts.list(scope, { searchParam: '98888' })
    expect(contacts).toEqual([{ ...made, wallet: 'Zuleica Prado', walletId: admin.userId }])
    expect(t.events).toContainEqual({
      audience: { tenantId, to: 'tenant' },
      event: 'contactList',
      payload: { type: 'contact:update', payload: made },
    })
  })

  it('are one per phone, with or without the ninth digit', async () => {
    const { scope } = await t.company()
    const numbers = ['11988887777', '1188887777', '5511988887777', '551188887777']
    const codes = await Promise.all(numbers.map((number) => codeOf(t.contacts.create(scope, { name: 'R', number }))))
    expect(codes.sort()).toEqual([
      'ERR_DUPLICATED_CONTACT',
      'ERR_DUPLICATED_CONTACT',
      'ERR_DUPLICATED_CONTACT',
      'no error',
    ])
    const other = await t.contacts.create(scope, { name: 'S', number: '21977776666' })
    expect(await codeOf(t.contacts.update(scope, other.id, { number: '11 8888-7777' }))).toBe('ERR_DUPLICATED_CONTACT')
    expect(await codeOf(t.contacts.update(scope, other.id, { number: '123' }))).toBe('ERR_WAPP_INVALID_CONTACT')
    const moved = await t.contacts.update(scope, other.id, { number: '21966665555', name: 'T' })
    expect([moved.number, moved.addresses.map((address) => address.value)]).toEqual([
      '5521966665555',
      ['5521966665555'],
    ])
    await t.contacts.create(scope, { name: 'U', number: '21977776666' })
    await t.contacts.create((await t.company()).scope, { name: 'R', number: '11988887777' })
  })

  it('of other countries stay what they are when they come back from a form', async () => {
    const { scope } = await t.company()
    const { id, number } = await t.contacts.create(scope, { name: 'Rita', number: '+34 612 345 678' })
    expect(number).toBe('34612345678')
    for (const given of ['34612345678', '34 612 345 678', '+34612345678'])
      expect(await t.contacts.update(scope, id, { name: 'Rita Cruz', number: given })).toMatchObject({
        name: 'Rita Cruz',
        number: '34612345678',
      })
    expect((await t.contacts.update(scope, id, { number: '34612345679' })).number).toBe('5534612345679')
  })

  it('take tags and owners all or nothing, none of another company', async () => {
    const [one, two] = [await t.company(), await t.company()]
    const own = await t.tags.create(one.scope, { tag: 'A', color: '#ffffff' })
    const foreign = await t.tags.create(two.scope, { tag: 'A', color: '#ffffff' })
    const { id } = await t.contacts.create(one.scope, { name: 'Rita' })
    expect(await codeOf(t.contacts.saveTags(one.scope, id, [own.id, foreign.id]))).toBe('ERR_NO_TAG_FOUND')
    expect(await codeOf(t.contacts.saveWallets(one.scope, id, [one.admin.userId, two.admin.userId]))).toBe(
      'ERR_NO_USER_FOUND',
    )
    expect(await codeOf(t.contacts.create(one.scope, { name: 'X', tags: [foreign.id] }))).toBe('ERR_NO_TAG_FOUND')
    expect(await t.contacts.get(one.scope, id)).toMatchObject({ tags: [], wallets: [] })
    expect((await t.contacts.list(one.scope, {})).count).toBe(1)
    const refused = await Promise.all(
      [
        t.contacts.get(two.scope, id),
        t.contacts.update(two.scope, id, { name: 'M' }),
        t.contacts.remove(two.scope, id),
      ].map(codeOf),
    )
    expect(new Set(refused)).toEqual(new Set(['ERR_NO_CONTACT_FOUND']))
  })

  it('hide numbers from agents where the company wants it', async () => {
    const { scope, person, tenantId } = await t.company()
    const agent = await person('user')
    const boss = await person('supervisor')
    await t.settings.save(scope, 'hidePhoneNumbers', 'enabled')
    const { id } = await t.contacts.create(scope, { name: '5511988887777', number: '11988887777' })
    const seen = await t.contacts.get(agent.scope, id)
    expect([seen.name, seen.number, seen.addresses[0]?.value]).toEqual([
      '5511•••••7777',
      '5511•••••7777',
      '5511•••••7777',
    ])
    expect((await t.contacts.get(boss.scope, id)).number).toBe('5511988887777')
    expect((await t.contacts.list(agent.scope, {})).contacts.map((contact) => contact.number)).toEqual([
      '5511•••••7777',
    ])
    // nor can they be guessed by searching
    expect((await t.contacts.list(agent.scope, { searchParam: '98888' })).contacts).toEqual([])
    expect((await t.contacts.list(boss.scope, { searchParam: '98888' })).contacts).toHaveLength(1)
    await t.contacts.update(agent.scope, id, { ...seen, email: 'r@x.test' })
    expect(await t.contacts.get(scope, id)).toMatchObject({
      name: '5511988887777',
      number: '5511988887777',
      email: 'r@x.test',
    })
    const told = t.events.filter(
      (event) => event.event === 'contactList' && 'tenantId' in event.audience && event.audience.tenantId === tenantId,
    )
    for (const { audience, payload } of told) {
      if (audience.to === 'admins') expect(JSON.stringify(payload)).toContain('5511988887777')
      else expect(JSON.stringify(payload)).not.toContain('88887777')
    }
    expect(told).toHaveLength(4)
  })

  it('are listed from the own wallet only, or only when looked for, where the company wants it', async () => {
    const { scope, admin, person } = await t.company()
    const agent = await person('user')
    await t.contacts.create(scope, { name: 'Minha', wallets: [agent.id] })
    await t.contacts.create(scope, { name: 'Alheia', wallets: [admin.userId] })
    await t.contacts.create(scope, { name: 'De ninguém' })
    await t.settings.save(scope, 'listOnlyWalletContacts', 'enabled')
    const names = async (searchParam?: string) =>
      (await t.contacts.list(agent.scope, searchParam === undefined ? {} : { searchParam })).contacts.map(
        (contact) => contact.name,
      )
    expect(await names()).toEqual(['De ninguém', 'Minha'])
    expect((await t.contacts.list(scope, {})).count).toBe(3)
    const free = (userId: number) => h.db.owner('update app_user set ignore_wallet = true where id = $1', [userId])
    const leader = await person('supervisorfila')
    for (const { id } of [agent, leader]) await free(id)
    expect(await names()).toEqual(['Alheia', 'De ninguém', 'Minha'])
    expect((await t.contacts.list(leader.scope, {})).contacts.map(({ name }) => name)).toEqual(['De ninguém'])
    await h.db.owner('update app_user set ignore_wallet = false where id = $1', [agent.id])
    await t.settings.save(scope, 'contactsPageOnlyAdmin', 'enabled')
    expect(await codeOf(names())).toBe('ERR_NO_PERMISSION')
    expect(await names('mi')).toEqual(['Minha'])
    expect((await t.contacts.list(scope, {})).count).toBe(3)
  })

  it('are filtered by tag and owner, with wildcards taken literally, and deleted', async () => {
    const { scope, admin } = await t.company()
    const tag = await t.tags.create(scope, { tag: 'T', color: '#ffffff' })
    const a = await t.contacts.create(scope, { name: '100% A', tags: [tag.id] })
    await t.contacts.create(scope, { name: '1000 B', wallets: [admin.userId] })
    const ids = async (query: Parameters<typeof t.contacts.list>[1]) =>
      (await t.contacts.list(scope, query)).contacts.map((contact) => contact.name)
    expect(await ids({ searchParam: '100%' })).toEqual(['100% A'])
    await t.contacts.create(scope, { name: 'Antônia Gonçalves', email: 'tonha@correio.test', number: '21 97777-1234' })
    for (const searchParam of ['antonia', 'GONCAL', 'ônia g', 'tonha@', '97777-12', '(21) 97777'])
      expect(await ids({ searchParam }), searchParam).toEqual(['Antônia Gonçalves'])
    expect(await ids({ searchParam: 'antonia', isGroup: true })).toEqual([])
    expect(await ids({ tagsIds: [tag.id] })).toEqual(['100% A'])
    expect(await ids({ walletIds: [admin.userId] })).toEqual(['1000 B'])
    expect(await ids({ whatsappIds: [1] })).toEqual([])
    expect(await ids({ searchParam: "'; drop table contact; --" })).toEqual([])
    expect(await t.contacts.list(scope, { pageSize: 1 })).toMatchObject({ count: 3, hasMore: true })
    await t.contacts.remove(scope, a.id)
    expect(await codeOf(t.contacts.remove(scope, a.id))).toBe('ERR_NO_CONTACT_FOUND')
  })
})
