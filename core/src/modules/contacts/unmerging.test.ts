import { afterAll, beforeEach, describe, expect, it } from 'vitest'
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

describe('taking a merge apart', () => {
  it('moves exactly that back which moved', async () => {
    const { phone, lid } = await two()
    const tag = await w.company.tag('VIP', [lid])
    await w.company.tag('Ambos', [phone, lid])
    await w.contacts.update(w.scope, lid, { email: 'rita@x.test', extraInfo: [{ name: 'cpf', value: '1' }] })
    const look = async () => {
      const contacts = await Promise.all([phone, lid].map((id) => w.contacts.get(w.scope, id)))
      const tickets = [...(await w.tickets(phone)), ...(await w.tickets(lid))]
      return [
        contacts.map(({ updatedAt: _, extraInfo, ...rest }) => ({
          ...rest,
          extra: extraInfo.map(({ value }) => value),
        })),
        tickets.map(({ version: _, ...rest }) => rest),
      ]
    }
    const before = await look()
    const first = await w.contacts.merging.merge(w.scope, phone, lid)
    expect(first.tags).toHaveLength(2)
    // facts are written anew by every save
    await w.contacts.update(w.scope, phone, { extraInfo: first.extraInfo })
    const [merge] = await w.contacts.merging.list(w.scope, phone)
    expect(merge?.why).toBe('Zuleica Prado uniu os dois contatos')
    const { contact, restored } = await w.contacts.merging.undo(w.scope, merge?.id ?? 0)
    expect([contact.id, restored.id]).toEqual([phone, lid])
    expect(await look()).toEqual(before)
    expect(restored.tags.map(({ id }) => id)).toContain(tag)

    expect(await codeOf(w.contacts.merging.undo(w.scope, merge?.id ?? 0))).toBe('ERR_CONTACT_MERGE_UNDONE')
    expect(await w.contacts.merging.list(w.scope, phone)).toMatchObject([
      { isUndoable: false, undoneBy: { name: 'Zuleica Prado' } },
    ])
    expect(
      await w.rows('select action, object from audit_log where tenant_id = $tenant order by created_at, id'),
    ).toEqual([
      { action: 'contact.merge', object: `contact:${phone}` },
      { action: 'contact.unmerge', object: `contact:${phone}` },
    ])
  })

  it('keeps what was changed since, and takes new conversations at the old addresses along', async () => {
    const site = await w.company.channel()
    const { phone, lid } = await two()
    await w.contacts.update(w.scope, lid, { email: 'rita@x.test' })
    await w.push(whatsapp, [said(party(null, PHONE, LID), 'pelos dois')])
    await w.contacts.update(w.scope, phone, { email: 'nova@x.test' })
    await w.push(site, [said(party(null, LID), 'do site')])
    // in the conversation that goes back, the last word came from the address that stays
    await w.push(whatsapp, [said(party(null, PHONE), 'por último')])
    const [merge] = await w.contacts.merging.list(w.scope, phone)
    await w.contacts.merging.undo(w.scope, merge?.id ?? 0)
    expect((await w.contacts.get(w.scope, phone)).email).toBe('nova@x.test')
    expect((await w.contacts.get(w.scope, lid)).email).toBe('rita@x.test')
    expect(await w.texts(lid)).toEqual(['por lid', 'pelos dois', 'por último', 'do site'])
    for (const { address } of await w.tickets(lid)) expect(address).toBe(LID)
    for (const { address } of await w.tickets(phone)) expect(address).toBe(PHONE)
    expect((await w.tickets(phone)).map(({ status }) => status)).toEqual(['pending'])
  })

  it('is final for channels, not for people', async () => {
    const { phone, lid } = await two()
    await w.push(whatsapp, [said(party(null, PHONE, LID), 'pelos dois')])
    const [merge] = await w.contacts.merging.list(w.scope, phone)
    await w.contacts.merging.undo(w.scope, merge?.id ?? 0)
    await w.push(whatsapp, [said(party(null, PHONE, LID), 'de novo'), said(party(null, LID, PHONE), 'e de novo')])
    expect(await w.contactIds()).toEqual([phone, lid])
    expect(await w.texts(phone)).toContain('de novo')
    expect(await w.texts(lid)).toContain('e de novo')
    await w.contacts.merging.merge(w.scope, lid, phone)
    expect(await w.contactIds()).toEqual([lid])
  })

  it('begins with the last one, where what was merged was merged again', async () => {
    const { phone, lid } = await two()
    await w.push(whatsapp, [said(party(null, 'bsuid:BR.55'), 'terceiro')])
    const third = await w.ownerOf('bsuid:BR.55')
    await w.contacts.merging.merge(w.scope, phone, lid)
    await w.contacts.merging.merge(w.scope, third, phone)
    const [later, earlier] = await w.contacts.merging.list(w.scope, third)
    expect([later?.merged.id, later?.isUndoable, earlier?.merged.id, earlier?.isUndoable]).toEqual([
      phone,
      true,
      lid,
      false,
    ])
    expect((await w.contacts.get(w.scope, lid)).id).toBe(third)
    expect(await codeOf(w.contacts.merging.undo(w.scope, earlier?.id ?? 0))).toBe('ERR_CONTACT_MERGE_NESTED')
    await w.contacts.merging.undo(w.scope, later?.id ?? 0)
    await w.contacts.merging.undo(w.scope, earlier?.id ?? 0)
    for (const [id, texts] of [
      [phone, ['por telefone']],
      [lid, ['por lid']],
      [third, ['terceiro']],
    ] as const)
      expect(await w.texts(id)).toEqual(texts)
    expect(await w.contactIds()).toEqual([phone, lid, third])
  })
})
