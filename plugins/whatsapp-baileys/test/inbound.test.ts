import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'
import { until } from './server/service.ts'

const isText = (text: string) => (event: { content: { type: string; text?: string } }) => event.content.text === text

describe('what comes in', () => {
  it('is durable before WhatsApp is told that it came', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    let confirmedEarly: boolean | null = null
    const isConfirmed = () => it.whatsapp.stanzas.items.some(({ tag, attrs }) => tag === 'receipt' && attrs.id === id)
    let id = ''
    let refusals = 0
    it.acceptWith(async () => {
      confirmedEarly = isConfirmed()
      refusals += 1
      if (refusals < 4) throw new Error('the database is away')
    })
    id = await it.whatsapp.says(bia, 'Importante')
    await it.event('message', isText('Importante'))
    expect(confirmedEarly).toBe(false)
    expect(refusals).toBe(4)
    await until(isConfirmed)
  })

  it('comes again after a crash between receiving and storing', async () => {
    const first = await openChannel()
    const bia = first.whatsapp.addPerson()
    await first.pair()
    await first.whatsapp.says(bia, 'um')
    await first.event('message', isText('um'))
    first.acceptWith(() => Promise.reject(new Error('the database is away')))
    await first.whatsapp.says(bia, 'dois')
    await first.logs.waitFor(({ message }) => message === 'events were not accepted')
    first.close()
    await first.stop()
    expect(first.texts()).toEqual(['um'])

    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.event('message', isText('dois'))
    await second.whatsapp.says(bia, 'três')
    await second.event('message', isText('três'))
    expect(second.texts()).toEqual(['dois', 'três'])
  })

  it('comes again when the connection ends while the host cannot accept it', async () => {
    const it = await openChannel({ timing: { drainMs: 50 } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'um')
    await it.event('message', isText('um'))
    it.acceptWith(() => Promise.reject(new Error('the database is away')))
    await it.whatsapp.says(bia, 'dois')
    await it.logs.waitFor(({ message }) => message === 'events were not accepted')
    it.reports.clear()
    it.whatsapp.dropConnections()
    await it.reports.waitFor(({ state }) => state === 'connected')
    it.acceptWith(null)
    await it.event('message', isText('dois'))
    await it.whatsapp.says(bia, 'três')
    await it.event('message', isText('três'))
    // Handed over by both connections under one id, which the host takes once.
    expect([...new Set(it.messages().map(({ externalId }) => externalId))]).toHaveLength(3)
    expect([...new Set(it.texts())]).toEqual(['um', 'dois', 'três'])
  })

  it('while offline is not lost, and comes once', async () => {
    const first = await openChannel()
    const bia = first.whatsapp.addPerson()
    await first.pair()
    await first.stop()
    for (const text of ['a', 'b', 'c']) await first.whatsapp.says(bia, text)
    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.event('message', isText('c'))
    await second.whatsapp.says(bia, 'd')
    await second.event('message', isText('d'))
    expect(second.texts()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('and confirmed, but still in the buffer when the connection ends, is not lost', async () => {
    const first = await openChannel()
    const bia = first.whatsapp.addPerson()
    const group = first.whatsapp.addGroup('Família', [bia])
    await first.pair()
    await first.stop()
    await first.whatsapp.says(bia, 'um', { group, isPlain: true })
    await first.whatsapp.says(bia, 'dois', { group, isPlain: true })
    first.whatsapp.cutNextReplay()
    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.event('message', isText('dois'))
    await second.whatsapp.waitUntilReady()
    expect(second.texts()).toEqual(['um', 'dois'])
  })

  it('twice is told once', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const id = await it.whatsapp.says(bia, 'Oi')
    await it.event('message')
    it.whatsapp.repeat(id)
    await it.whatsapp.says(bia, 'fim')
    await it.event('message', isText('fim'))
    expect(it.texts()).toEqual(['Oi', 'fim'])
  })

  it.each([
    ['number, then LID', 'both-pn', 'lid'],
    ['LID, then number', 'both-lid', 'pn'],
  ] as const)('by %s is one person with one conversation', async (_, before, after) => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'um', { addressing: before })
    await it.event('message', isText('um'))
    await it.whatsapp.says(bia, 'dois', { addressing: after })
    await it.event('message', isText('dois'))
    const [first, second] = it.messages()
    const both = [
      { kind: 'phone', value: bia.phone },
      { kind: 'lid', value: bia.lid },
    ]
    expect(first?.chat.addresses).toEqual(both)
    expect(second?.chat.addresses).toEqual(both)
    const chatOf = (id = '') => id.split(':')[0]
    expect(chatOf(second?.externalId)).toBe(chatOf(first?.externalId))
  })

  it('from somebody whose number nobody knows has the LID alone', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'Oi', { addressing: 'lid' })
    const { chat } = await it.event('message')
    expect(chat.addresses).toEqual([{ kind: 'lid', value: bia.lid }])
    expect(chat.phone).toBeUndefined()
  })

  it('may be an edit, a reaction, its removal, and a removal of the message', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const id = await it.whatsapp.says(bia, 'boa trade')
    const { externalId } = await it.event('message')
    const key = { remoteJid: bia.pnJid, id, fromMe: true }
    await it.whatsapp.says(bia, {
      protocolMessage: { type: 14, key, editedMessage: { conversation: 'boa tarde' }, timestampMs: 1_760_000_520_000 },
    })
    expect(await it.event('edit')).toMatchObject({ externalId, content: { type: 'text', text: 'boa tarde' } })
    await it.whatsapp.says(bia, { reactionMessage: { key, text: '👍', senderTimestampMs: 1_760_000_530_000 } })
    expect(await it.event('reaction')).toMatchObject({
      externalId,
      emoji: '👍',
      from: { kind: 'phone', value: bia.phone },
      at: 1_760_000_530_000,
    })
    await it.whatsapp.says(bia, { reactionMessage: { key, text: '', senderTimestampMs: 1_760_000_540_000 } })
    expect(await it.event('reaction', ({ emoji }) => emoji === null)).toMatchObject({ externalId })
    await it.whatsapp.says(bia, { protocolMessage: { type: 0, key } })
    expect(await it.event('removal')).toMatchObject({ externalId })
    expect(it.messages()).toHaveLength(1)
    expect(it.inbound.items.filter(({ kind }) => kind !== 'message')).toHaveLength(4)
  })

  it('cannot touch what others wrote', async () => {
    const it = await openChannel()
    const [bia, eva] = [it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    await it.pair()
    const id = await it.whatsapp.says(bia, 'meu')
    const { externalId } = await it.event('message')
    await it.whatsapp.says(eva, { protocolMessage: { type: 0, key: { remoteJid: bia.pnJid, id, fromMe: false } } })
    const removal = await it.event('removal')
    expect(removal.externalId).not.toBe(externalId)
  })

  it('reacts to what we wrote', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { externalId } = await it.send(bia, 'Olá')
    const key = { remoteJid: it.whatsapp.owner.pnJid, id: externalId.slice(4), fromMe: false }
    await it.whatsapp.says(bia, { reactionMessage: { key, text: '❤️', senderTimestampMs: 1 } })
    expect(await it.event('reaction')).toMatchObject({ externalId, emoji: '❤️' })
  })

  it('and cannot be read is shown as waiting until the sender sent it again', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const id = await it.whatsapp.says(bia, 'segredo', { isBroken: true })
    const waiting = await it.event('message')
    expect(waiting.content).toMatchObject({ type: 'unsupported', what: expect.stringContaining('Waiting') })
    await it.whatsapp.stanzas.waitFor(
      ({ tag, attrs }) => tag === 'receipt' && attrs.type === 'retry' && attrs.id === id,
    )
    await it.whatsapp.says(bia, 'segredo', { id, count: 1 })
    expect(await it.event('edit')).toMatchObject({
      externalId: waiting.externalId,
      content: { type: 'text', text: 'segredo' },
    })
    await until(() => it.store.entries.get(`waiting:${waiting.externalId}`) === undefined)
  })

  it('and may be viewed once is named, since only the phone shows it', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'x', { isViewOnce: true })
    expect(await it.event('message')).toMatchObject({ content: { what: expect.stringContaining('viewed once') } })
  })

  it('written on the phone is ours', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(it.whatsapp.owner, 'do celular', { writtenTo: bia, addressing: 'pn' })
    const message = await it.event('message')
    expect(message).toMatchObject({ direction: 'out', content: { text: 'do celular' } })
    expect(message.chat.addresses[0]).toEqual({ kind: 'phone', value: bia.phone })
    expect(message.externalId).toMatch(/^out:/)
  })

  it('as an answer names the message that it answers', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { externalId } = await it.send(bia, 'Qual o CPF?')
    await it.whatsapp.says(bia, {
      extendedTextMessage: {
        text: '123',
        contextInfo: {
          stanzaId: externalId.slice(4),
          participant: it.whatsapp.owner.pnJid,
          quotedMessage: { conversation: 'Qual o CPF?' },
          isForwarded: true,
        },
      },
    })
    expect(await it.event('message')).toMatchObject({ replyTo: externalId, forwarded: true })
  })

  it('of statuses, channels and lists is ignored', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    for (const jid of ['status@broadcast', '120363@newsletter', '123@broadcast']) {
      const attrs = { from: jid, participant: bia.pnJid, id: `x-${jid}`, t: '1', type: 'text' }
      it.whatsapp.notify({ tag: 'message', attrs, content: [] })
    }
    await it.whatsapp.says(bia, 'fim')
    await it.event('message', isText('fim'))
    expect(it.messages()).toHaveLength(1)
  })

  it('tells who types, where somebody looks', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.channel.watch?.({ kind: 'phone', value: bia.phone }, true, it.ctx.signal)
    await it.whatsapp.stanzas.waitFor(({ tag, attrs }) => tag === 'presence' && attrs.type === 'subscribe')
    it.whatsapp.types(bia, true)
    await it.typing.waitFor(({ on, chat }) => on && chat.value === bia.phone)
    it.whatsapp.types(bia, false)
    await it.typing.waitFor(({ on }) => !on)
  })

  it('a call is told, refused and answered in writing when that was chosen', async () => {
    const it = await openChannel({ settings: { rejectCalls: true, callMessage: 'Escreva, por favor' } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.whatsapp.calls(bia, 'c1')
    expect(await it.event('call')).toMatchObject({ externalId: 'call:c1', event: 'offer' })
    await it.whatsapp.stanzas.waitFor(
      ({ tag, content }) => tag === 'call' && JSON.stringify(content).includes('reject'),
    )
    const sent = await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    expect(sent.content.extendedTextMessage?.text).toBe('Escreva, por favor')
    expect(await it.event('message')).toMatchObject({ direction: 'out', externalId: `out:${sent.id}` })
  })

  it('a call is only told otherwise', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    it.whatsapp.calls(bia, 'c1')
    it.whatsapp.calls(bia, 'c1', 'terminate')
    await it.event('call', ({ event }) => event === 'terminate')
    expect(it.whatsapp.stanzas.items.some(({ tag }) => tag === 'call')).toBe(false)
  })
})
