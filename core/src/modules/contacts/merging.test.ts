import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { LID, type MergeWorld, PHONE, party, said, startMerges } from '../../../test/merging.ts'
import { codeOf } from '../operator/testing.ts'

const h = await startHarness()
afterAll(() => h.close())

let w: MergeWorld
let whatsapp: number
beforeEach(async () => {
  w = await startMerges(h)
  whatsapp = await w.company.channel({ name: 'WhatsApp Vendas' })
})

const two = () => w.two(whatsapp)

describe('addresses of two contacts told together', () => {
  it('make them one: the older stays and has everything', async () => {
    const { phone, lid } = await two()
    const site = await w.company.channel()
    const tag = await w.company.tag('VIP', [lid])
    const both = await w.company.tag('Ambos', [phone, lid])
    const agent = await w.company.user('user', { name: 'Ana Reis' })
    await w.contacts.saveWallets(w.scope, lid, [agent.id])
    const email = { email: 'rita@x.test', extraInfo: [{ name: 'cpf', value: '1' }] }
    await w.contacts.update(w.scope, lid, { ...email, disableCampaign: true })
    await w.push(site, [said(party('Rita Lima', LID), 'de outro canal')])
    w.events.splice(0)

    await w.push(whatsapp, [said(party('Rita Lima', PHONE, LID), 'pelos dois')])
    expect(await w.contactIds()).toEqual([phone])
    expect([await w.ownerOf(PHONE), await w.ownerOf(LID)]).toEqual([phone, phone])
    const contact = await w.contacts.get(w.scope, phone)
    expect(contact).toMatchObject({
      name: 'Rita Lima',
      number: '5511987650001',
      email: 'rita@x.test',
      disableCampaign: true,
      extraInfo: [{ name: 'cpf', value: '1' }],
      wallets: [{ id: agent.id }],
      addresses: [{ kind: 'phone' }, { kind: 'lid' }],
    })
    expect(contact.tags.map(({ id }) => id).sort()).toEqual([tag, both].sort())
    expect((await w.texts(phone)).sort()).toEqual(['de outro canal', 'pelos dois', 'por lid', 'por telefone'])

    // whoever still has the other one open finds the one that stayed; lists have one
    expect(await w.contacts.get(w.scope, lid)).toEqual(contact)
    expect((await w.contacts.list(w.scope, {})).contacts.map(({ id }) => id)).toEqual([phone])
    expect((await w.contacts.list(w.scope, { searchParam: 'rita' })).count).toBe(1)
    expect(await codeOf(w.contacts.update(w.scope, lid, { name: 'X' }))).toBe('ERR_CONTACT_MERGED')

    await vi.waitFor(() =>
      expect(w.events.map(({ payload }) => payload)).toContainEqual({
        type: 'contact:delete',
        payload: { id: lid },
      }),
    )
    expect(w.events.map(({ payload }) => payload)).toContainEqual({ type: 'contact:update', payload: contact })
    expect(w.ticketChanges.flatMap(([, ids]) => ids).sort()).toEqual(
      (await w.tickets(phone)).map(({ id }) => id).sort(),
    )
    expect(w.kept).toEqual([])
  })

  it('say why in words, in the language of whoever reads', async () => {
    const { phone, lid } = await two()
    await w.push(whatsapp, [said(party(null, PHONE, LID))])
    const [merge] = await w.contacts.merging.list(w.scope, phone)
    expect(merge).toMatchObject({
      contactId: phone,
      merged: { id: lid, name: 'Rita Lima', number: null },
      reason: 'addresses',
      why: 'o canal WhatsApp Vendas informou que o telefone e o LID do WhatsApp são da mesma pessoa',
      channel: { id: whatsapp, name: 'WhatsApp Vendas' },
      kinds: ['lid', 'phone'],
      user: null,
      moved: { addresses: 1, tickets: 1, closed: 1, tags: 0, wallets: 0, extra: 0 },
      isUndoable: true,
    })
    const [inEnglish] = await w.contacts.merging.list({ ...w.scope, locale: 'en' }, lid)
    expect(inEnglish?.why).toBe(
      'the channel WhatsApp Vendas said that the phone and the WhatsApp LID belong to the same person',
    )
    expect(await w.contacts.merging.list({ ...w.scope, locale: 'es' }, lid)).toMatchObject([
      { why: 'el canal WhatsApp Vendas informó que el teléfono y el LID de WhatsApp son de la misma persona' },
    ])
  })

  it('leave one live ticket: the conversation that rested longer is closed, and still waits in the other', async () => {
    const { phone, lid } = await two()
    const [older] = await w.tickets(phone)
    const [newer] = await w.tickets(lid)
    await w.push(whatsapp, [said(party(null, PHONE, LID), 'pelos dois')])
    const tickets = await w.tickets(phone)
    expect(tickets).toMatchObject([
      { id: older?.id, status: 'closed', unread: 0 },
      { id: newer?.id, status: 'pending', unread: 3, waiting: true, address: PHONE },
    ])
    expect(await w.rows('select type, cause from ticket_log where ticket_id = $1 order by id', older?.id)).toEqual([
      { type: 'create', cause: 'customer' },
      { type: 'closed', cause: 'rule' },
    ])
    expect(await w.texts(phone)).toEqual(['por telefone', 'por lid', 'pelos dois'])
  })

  it('of three contacts make one of them all', async () => {
    const { phone } = await two()
    await w.push(whatsapp, [said(party(null, 'bsuid:BR.55'), 'terceiro')])
    await w.push(whatsapp, [said(party(null, 'bsuid:BR.55', LID, PHONE), 'todos')])
    expect(await w.contactIds()).toEqual([phone])
    expect(await w.texts(phone)).toHaveLength(4)
    expect((await w.tickets(phone)).filter(({ status }) => status !== 'closed')).toHaveLength(1)
  })

  it('in the middle of a batch keep every message around them', async () => {
    const events = [
      said(party(null, PHONE), '1'),
      said(party(null, LID), '2'),
      said(party(null, PHONE, LID), '3'),
      said(party(null, LID), '4'),
      said(party(null, PHONE), '5'),
    ]
    await w.push(whatsapp, events)
    expect(await w.contactIds()).toHaveLength(1)
    expect((await w.texts(await w.ownerOf(PHONE))).sort()).toEqual(['1', '2', '3', '4', '5'])
    expect(w.kept).toEqual([])
  })

  it('never make a group and a person one', async () => {
    await w.rows('update channel set ignore_groups = false where id = $1', whatsapp)
    const group = said(party('Família', 'wa-group:120363'), 'no grupo', {
      isGroup: true,
      sender: party('Rita Lima', LID),
    })
    await w.push(whatsapp, [group, said(party(null, PHONE), 'oi')])
    const [family, rita, phone] = [await w.ownerOf('wa-group:120363'), await w.ownerOf(LID), await w.ownerOf(PHONE)]
    await w.push(whatsapp, [
      said(party(null, PHONE, 'wa-group:120363'), 'pessoa'),
      said(party(null, 'wa-group:120363', LID), 'grupo', { isGroup: true }),
    ])
    expect(await w.contactIds()).toEqual([family, rita, phone].sort((a, b) => a - b))
    expect(await codeOf(w.contacts.merging.merge(w.scope, phone, family))).toBe('ERR_CONTACT_MERGE_GROUP')
  })
})

describe('merging by hand', () => {
  it('is refused with a reason', async () => {
    const { phone, lid } = await two()
    const other = await startMerges(h)
    const { merging } = w.contacts
    expect(await codeOf(merging.merge(w.scope, phone, phone))).toBe('ERR_CONTACT_MERGE_SELF')
    expect(await codeOf(merging.merge(w.scope, phone, 2_000_000_000))).toBe('ERR_NO_CONTACT_FOUND')
    expect(await codeOf(merging.merge(other.scope, phone, lid))).toBe('ERR_NO_CONTACT_FOUND')
    await merging.merge(w.scope, phone, lid)
    expect(await codeOf(merging.merge(w.scope, phone, lid))).toBe('ERR_CONTACT_MERGED')
    expect(await codeOf(merging.merge(w.scope, lid, phone))).toBe('ERR_CONTACT_MERGED')
    const [merge] = await merging.list(w.scope, phone)
    expect(await codeOf(merging.undo(other.scope, merge?.id ?? 0))).toBe('ERR_NO_CONTACT_MERGE_FOUND')
    expect(await codeOf(merging.list(other.scope, phone))).toBe('ERR_NO_CONTACT_FOUND')
  })

  it('shows beforehand what it moves', async () => {
    const { lid } = await two()
    const [ticket] = await w.tickets(lid)
    expect(await w.contacts.merging.contents(w.scope, lid)).toMatchObject({
      tickets: 1,
      live: [{ id: ticket?.id, channel: { id: whatsapp, name: 'WhatsApp Vendas' }, thread: '' }],
    })
  })

  it('hides numbers from whoever may not see them', async () => {
    await w.company.setting('hidePhoneNumbers', 'enabled')
    const { phone, lid } = await two()
    await w.contacts.merging.merge(w.scope, lid, phone)
    const agent = await w.company.user('user')
    const [merge] = await w.contacts.merging.list(agent.scope, lid)
    expect(merge?.merged).toMatchObject({ name: '5511•••••0001', number: '5511•••••0001' })
  })
})

describe('the ninth digit', () => {
  it('makes no second contact, and the spelling of the provider stays', async () => {
    const made = await w.contacts.create(w.scope, { name: 'Rita Lima', number: '11 98765-0001' })
    await w.push(whatsapp, [said(party('Rita', 'phone:551187650001'), 'sem o nono')])
    expect(await w.contactIds()).toEqual([made.id])
    const contact = await w.contacts.get(w.scope, made.id)
    expect(contact.number).toBe('551187650001')
    expect((await w.tickets(made.id)).map(({ address }) => address)).toEqual(['phone:551187650001'])
    for (const number of ['11987650001', '1187650001', '+55 11 98765-0001', '551187650001'])
      expect(await codeOf(w.contacts.create(w.scope, { name: 'X', number })), number).toBe('ERR_DUPLICATED_CONTACT')
    const spellings = ['5511987650001', '551187650001', '11 98765-0001', '(11) 8765-0001', '98765-0001', '8765-0001']
    for (const searchParam of spellings)
      expect((await w.contacts.list(w.scope, { searchParam })).count, searchParam).toBe(1)
  })

  it('joins whom both spellings and a LID name', async () => {
    await w.push(whatsapp, [said(party(null, 'phone:551187650001'), 'a'), said(party(null, LID), 'b')])
    await w.push(whatsapp, [said(party(null, LID, PHONE), 'c')])
    const [id] = await w.contactIds()
    expect(await w.contactIds()).toHaveLength(1)
    expect((await w.contacts.get(w.scope, id ?? 0)).addresses.map(({ value }) => value).sort()).toEqual(
      ['551187650001', '5511987650001', '777000111222333'].sort(),
    )
  })
})

it('knows every table that names a contact', async () => {
  const named = await h.db.owner(
    `select c.conrelid::regclass::text || '.' || (
        select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[2]) "column"
       from pg_constraint c where c.contype = 'f' and c.confrelid = 'contact'::regclass order by 1`,
  )
  // a new one has to be moved and moved back: see contact_merge and contact_unmerge
  expect(named.map((row) => (row as { column: string }).column)).toEqual([
    'contact.merged_into_id',
    'contact_address.contact_id',
    'contact_extra.contact_id',
    'contact_merge.into_id',
    'contact_merge.merged_id',
    'contact_tag.contact_id',
    'contact_wallet.contact_id',
    // stays with its row, whose root is found when it is sent
    'scheduled_message.contact_id',
    'ticket.contact_id',
  ])
})
