import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { bytes, file, HOUR, startMedia } from './media.fixture.ts'

const DAY = 24 * HOUR

const { db, store, media, clock, company, blobsOf, close } = await startMedia()
afterAll(close)

describe('files that nothing uses', () => {
  it('go after a day, bytes included; used ones stay', async () => {
    const scope = await company()
    const { tenantId } = scope
    const save = async (data: Buffer | string = 'x') => (await media.saveStream(scope, file(data))).id
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const unused = [await save(), await save(png)]
    const used = {
      message: await save(),
      carousel: await save(),
      inbox: await save(),
      channel: await save(),
      setting: await save(),
      store: await save(),
      user: await save(),
      contact: await save(),
    }
    const { id: channelId } = await db.system.channel.create({
      data: { tenantId, name: 'C', type: 'fake', settings: { logo: { id: used.channel } } },
    })
    const { id: contactId } = await db.system.contact.create({
      data: { tenantId, name: 'Rita', profilePicId: used.contact },
    })
    const address = await db.system.contactAddress.create({ data: { tenantId, contactId, kind: 'phone', value: '1' } })
    const { id: ticketId } = await db.system.ticket.create({
      data: { tenantId, protocol: '1', contactId, channelId, addressId: address.id },
    })
    const base = { tenantId, ticketId, channelId, fromMe: true, status: 'sent', sentAt: new Date() }
    const content = { type: 'media', kind: 'image', media: { id: used.message } }
    await db.system.message.create({
      data: { ...base, id: newId(), seq: 1, type: 'image', content, mediaId: used.message },
    })
    const carousel = {
      type: 'carousel',
      cards: [{ title: 'a', buttons: [], media: { id: used.carousel.toUpperCase() } }],
    }
    await db.system.message.create({ data: { ...base, id: newId(), seq: 2, type: 'carousel', content: carousel } })
    await db.system.inbox.create({ data: { tenantId, channelId: 1, key: 'k', payload: { media: { id: used.inbox } } } })
    await db.system.setting.create({ data: { tenantId, key: 'logo', value: `/files/${used.setting}` } })
    await db.system.pluginStore.create({
      data: { tenantId, instance: 'channel:1', key: 'k', value: { id: used.store } },
    })
    const email = `${newId()}@recado.test`
    await db.system.user.create({
      data: { tenantId, name: 'Rui', email, passwordHash: 'x', profilePicId: used.user },
    })
    expect(await blobsOf(scope)).toBe(11)
    await media.removeOrphans()
    expect(await db.system.media.count({ where: { tenantId } })).toBe(10)
    clock.set(clock.now() + DAY + HOUR)
    const young = await save()
    await media.removeOrphans()
    const left = await db.system.media.findMany({ where: { tenantId } })
    expect(left.map((row) => row.id).sort()).toEqual([...Object.values(used), young].sort())
    expect(left.some((row) => unused.includes(row.id))).toBe(false)
    expect(await blobsOf(scope)).toBe(9)
  })

  it('include uploads that a crash broke off', async () => {
    const scope = await company()
    const id = newId()
    const storageKey = `${scope.tenantId}/ab/${id}`
    const createdAt = new Date(clock.now() - 2 * DAY)
    await db.system.media.create({ data: { tenantId: scope.tenantId, id, state: 'failed', storageKey, createdAt } })
    await store.put(storageKey, bytes('half'))
    await media.removeOrphans()
    expect([await blobsOf(scope), await db.system.media.count({ where: { id } })]).toEqual([0, 0])
  })
})
