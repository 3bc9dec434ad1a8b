import { createTestStore, outboundMessage } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

const SECOND = 1000

describe('what goes out', () => {
  it('answers, mentions and forwards as WhatsApp does', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'Oi')
    const { externalId } = await it.event('message')
    await it.send(
      bia,
      { type: 'text', text: 'Oi @Bia', mentions: [{ token: 'Bia', address: { kind: 'lid', value: bia.lid } }] },
      { replyTo: { externalId, text: 'Oi' }, forwarded: true },
    )
    const { content } = await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    expect(content.extendedTextMessage).toMatchObject({
      text: `Oi @${bia.lid}`,
      contextInfo: {
        stanzaId: externalId.split(':').at(-1),
        participant: bia.lidJid,
        quotedMessage: { conversation: 'Oi' },
        mentionedJid: [bia.lidJid],
        isForwarded: true,
      },
    })
  })

  it('reaches people of whom only the LID is known', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'Oi', { addressing: 'lid' })
    const { chat } = await it.event('message')
    const [to] = chat.addresses
    if (!to) throw new Error('no address')
    const message = outboundMessage(to, { type: 'text', text: 'Olá' }, { lastInboundAt: it.clock.now() })
    await it.channel.send(message, it.ctx.signal)
    expect(await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)).toMatchObject({ to: bia.lidJid })
  })

  it('can be a place and a card', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.send(bia, { type: 'location', latitude: 0, longitude: -46.6, name: 'Loja' })
    await it.send(bia, { type: 'contact', contacts: [{ name: 'Ana; a\nboa', phones: ['+55 11 98888-7777'] }] })
    const [place, card] = await it.whatsapp.sent.waitForCount(2)
    expect(place?.content.locationMessage).toMatchObject({ degreesLatitude: 0, degreesLongitude: -46.6, name: 'Loja' })
    expect(card?.content.contactMessage?.vcard).toContain('TEL;type=CELL;waid=5511988887777:+55 11 98888-7777')
    expect(card?.content.contactMessage?.vcard).toContain('FN:Ana\\; a boa')
  })

  it('takes the ticks: sent, delivered, read, played', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { externalId } = await it.send(bia, 'Oi')
    const id = externalId.slice(4)
    for (const status of ['delivered', 'read', 'played'] as const) {
      it.whatsapp.confirms(bia, id, status === 'delivered' ? undefined : status)
      await it.event('receipt', (event) => event.status === status && event.externalIds?.[0] === externalId)
    }
  })

  it('waits for the word of the server', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { promise, resolve } = Promise.withResolvers<void>()
    it.whatsapp.nextAck({ type: 'held', until: promise })
    let isDone = false
    const sending = it.send(bia, 'Oi').then(() => {
      isDone = true
    })
    await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    expect(isDone).toBe(false)
    resolve()
    await sending
  })

  it('without any word is ambiguous; the repeat has the same id, and a late word becomes a receipt', async () => {
    const it = await openChannel({ timing: { ackMs: 80 } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { promise, resolve } = Promise.withResolvers<void>()
    it.whatsapp.nextAck({ type: 'held', until: promise })
    const id = '00000000-0000-7000-8000-00000000abcd'
    await expect(it.send(bia, 'Oi', { id })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    const { externalId } = await it.send(bia, 'Oi', { id, attempt: 2 })
    resolve()
    await it.event('receipt', ({ status, externalIds }) => status === 'sent' && externalIds?.[0] === externalId)
    const [first, second] = await it.whatsapp.sent.waitForCount(2)
    expect(first?.id).toBe(second?.id)
  })

  it('is ambiguous when the connection ends before the word', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.whatsapp.nextAck({ type: 'never' })
    const sending = it.send(bia, 'Oi')
    const refused = expect(sending).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    it.whatsapp.dropConnections()
    await refused
  })

  it('is sent again when the devices had changed (479)', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.whatsapp.nextAck({ type: 'error', code: '479' })
    await it.send(bia, 'Oi')
    expect(await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)).toBeTruthy()
  })

  it('stops for strangers when WhatsApp restricts the number (463), and says so', async () => {
    const it = await openChannel()
    const [bia, eva] = [it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    await it.pair()
    it.whatsapp.nextAck({ type: 'error', code: '463' })
    await expect(it.send(bia, 'Oi')).rejects.toMatchObject({ code: 'REJECTED' })
    const report = await it.reports.waitFor(({ notices }) => (notices?.length ?? 0) > 0)
    expect(report).toMatchObject({ state: 'connected', notices: [{ level: 'error' }] })
    await expect(it.send(eva, 'Oi')).rejects.toMatchObject({ code: 'REJECTED' })
    await it.send(eva, 'Resposta', { lastInboundAt: it.clock.now() })
  })

  it('follows the time lock that WhatsApp announces and lifts', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const end = it.clock.now() + 3600 * SECOND
    it.whatsapp.restrict(end)
    const report = await it.reports.waitFor(({ notices }) => (notices?.length ?? 0) > 0)
    expect(report.notices?.[0]?.until).toBe(end)
    await expect(it.send(bia, 'Oi')).rejects.toMatchObject({ code: 'REJECTED' })
    it.reports.clear()
    it.whatsapp.restrict(null)
    await it.reports.waitFor(({ notices }) => notices === undefined)
    await it.send(bia, 'Oi')
  })

  it('tells any other refusal with its number', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.whatsapp.nextAck({ type: 'error', code: '475' })
    await expect(it.send(bia, 'Oi')).rejects.toMatchObject({ code: 'REJECTED', detail: expect.stringContaining('475') })
  })

  it('goes to a few strangers an hour, and on when there is room', async () => {
    const it = await openChannel({ settings: { newContacts: 'careful' } })
    const people = Array.from({ length: 7 }, () => it.whatsapp.addPerson())
    await it.pair()
    const [first, ...others] = people
    for (const person of people.slice(0, 5)) await it.send(person, 'Oi')
    const sixth = others[4]
    if (!first || !sixth) throw new Error('people are missing')
    const refused = await it.send(sixth, 'Oi').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 3600 * SECOND })
    await it.send(first, 'De novo')
    it.clock.advance(3600 * SECOND)
    await it.send(sixth, 'Oi')
  })

  it('does not go to numbers without WhatsApp', async () => {
    const it = await openChannel()
    const nobody = it.whatsapp.addPerson({ exists: false })
    await it.pair()
    await expect(it.send(nobody, 'Oi')).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
    await expect(it.channel.checkAddress?.(nobody.phone, it.ctx.signal)).resolves.toBeNull()
    expect(it.whatsapp.sent.items).toEqual([])
  })

  it('finds the number that WhatsApp knows, with or without the ninth digit', async () => {
    const it = await openChannel()
    it.whatsapp.addPerson({ phone: '5511987654321' })
    await it.pair()
    await expect(it.channel.checkAddress?.('(11) 8765-4321', it.ctx.signal)).resolves.toEqual({
      kind: 'phone',
      value: '5511987654321',
    })
  })

  it('can be had again by a phone that could not read it, also after a restart', async () => {
    const first = await openChannel()
    const bia = first.whatsapp.addPerson()
    await first.pair()
    const { externalId } = await first.send(bia, 'Boleto: 123')
    await first.stop()
    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.whatsapp.waitUntilReady()
    await second.whatsapp.asksAgain(bia, externalId.slice(4))
    const [, again] = await second.whatsapp.sent.waitForCount(2)
    expect(again?.id).toBe(externalId.slice(4))
    expect(again?.content.extendedTextMessage?.text).toBe('Boleto: 123')
  })

  it('can be changed, taken back, and reacted to', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const chat = { kind: 'phone', value: bia.phone }
    const { externalId } = await it.send(bia, 'Oii')
    const target = { id: 'x', externalId, chat, fromMe: true }
    await it.channel.edit?.(target, { type: 'text', text: 'Oi' }, it.ctx.signal)
    await it.channel.react?.(target, '👍', it.ctx.signal)
    await it.channel.remove?.(target, it.ctx.signal)
    const [, edited, reacted, removed] = (await it.whatsapp.sent.waitForCount(4)).map(({ content }) => content)
    const key = { id: externalId.slice(4), fromMe: true }
    expect(edited?.protocolMessage).toMatchObject({
      type: 14,
      key,
      editedMessage: { extendedTextMessage: { text: 'Oi' } },
    })
    expect(reacted?.reactionMessage).toMatchObject({ key, text: '👍' })
    expect(removed?.protocolMessage).toMatchObject({ key })
    expect(it.whatsapp.sent.items.map(({ attrs }) => attrs.edit)).toEqual([undefined, '1', undefined, '7'])
  })

  it('marks as read only where that was chosen', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const id = await it.whatsapp.says(bia, 'Oi')
    const { externalId } = await it.event('message')
    await it.channel.markRead?.({ kind: 'phone', value: bia.phone }, [externalId], it.ctx.signal)
    await it.whatsapp.stanzas.waitFor(({ attrs }) => attrs.type === 'read' && attrs.id === id)

    const quiet = await openChannel({ settings: { markRead: false } })
    const eva = quiet.whatsapp.addPerson()
    await quiet.pair()
    await quiet.whatsapp.says(eva, 'Oi')
    const message = await quiet.event('message')
    await quiet.channel.markRead?.({ kind: 'phone', value: eva.phone }, [message.externalId], quiet.ctx.signal)
    expect(quiet.whatsapp.stanzas.items.some(({ attrs }) => attrs.type === 'read')).toBe(false)
  })

  it('keeps the conversation readable when both write at the same time and the store is slow', async () => {
    const base = createTestStore()
    const slowly = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    const it = await openChannel({
      store: { ...base, setMany: (entries, options) => slowly().then(() => base.setMany(entries, options)) },
    })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.acceptWith(slowly)
    const rounds = Array.from({ length: 12 }, (_, index) => index)
    await Promise.all([
      ...rounds.map((round) => it.send(bia, `out ${round}`)),
      ...rounds.map(async (round) => it.whatsapp.says(bia, `in ${round}`)),
    ])
    await it.inbound.waitFor(() => it.texts().length === 12)
    await it.whatsapp.says(bia, 'fim')
    await it.event('message', ({ content }) => content.type === 'text' && content.text === 'fim')
    expect(new Set(it.texts()).size).toBe(13)
    expect(new Set(it.whatsapp.sent.items.map(({ content }) => content.extendedTextMessage?.text)).size).toBe(12)
  })

  it('resends while the other side goes on writing', async () => {
    const base = createTestStore()
    const slowly = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    const it = await openChannel({
      store: { ...base, setMany: (entries, options) => slowly().then(() => base.setMany(entries, options)) },
    })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.acceptWith(slowly)
    const { externalId } = await it.send(bia, 'Oi')
    await it.whatsapp.asksAgain(bia, externalId.slice(4))
    for (let round = 0; round < 8; round += 1) await it.whatsapp.says(bia, `in ${round}`)
    await it.whatsapp.sent.waitForCount(2)
    await it.event('message', ({ content }) => content.type === 'text' && content.text === 'in 7')
    await it.send(bia, 'fim')
    await it.whatsapp.sent.waitFor(({ content }) => content.extendedTextMessage?.text === 'fim')
  })
})
