import { createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

describe('groups', () => {
  it('are conversations with several writers, a name and a picture', async () => {
    const it = await openChannel()
    const [bia, eva] = [it.whatsapp.addPerson({ name: 'Bia' }), it.whatsapp.addPerson({ name: 'Eva' })]
    const group = it.whatsapp.addGroup('Condomínio', [bia, eva])
    await it.pair()
    const id = await it.whatsapp.says(bia, 'Bom dia', { group })
    const message = await it.event('message')
    expect(message).toMatchObject({
      isGroup: true,
      chat: { addresses: [{ kind: 'wa-group', value: group.jid.slice(0, -5) }] },
      sender: {
        name: 'Bia',
        addresses: [
          { kind: 'phone', value: bia.phone },
          { kind: 'lid', value: bia.lid },
        ],
      },
      externalId: `${group.jid}:${bia.lidJid}:${id}`,
    })
    expect(await it.event('group')).toMatchObject({ chat: { name: 'Condomínio' } })

    const { externalId } = await it.send(group.jid, 'Bom dia a todos')
    const readers = (await it.whatsapp.sent.waitForCount(2)).map(({ reader, content }) => [
      reader.name,
      content.extendedTextMessage?.text,
    ])
    expect(readers).toEqual([
      ['Bia', 'Bom dia a todos'],
      ['Eva', 'Bom dia a todos'],
    ])
    for (const status of ['delivered', 'read'] as const) {
      it.whatsapp.confirms(eva, externalId.slice(4), status === 'read' ? 'read' : undefined, group)
      await it.event('receipt', (event) => event.status === status && event.externalIds?.[0] === externalId)
    }
  })

  it('keep the order in which strangers write at once', async () => {
    const base = createTestStore()
    let count = 0
    const slowly = async () => {
      count += 1
      for (let turn = count % 2 ? 80 : 0; turn > 0; turn -= 1) await new Promise((done) => setImmediate(done))
    }
    const it = await openChannel({
      store: { ...base, get: (key) => slowly().then(() => base.get(key)) },
    })
    const people = Array.from({ length: 12 }, () => it.whatsapp.addPerson())
    const group = it.whatsapp.addGroup('Mutirão', people)
    await it.pair()
    const texts = people.map((_, index) => `sou a pessoa ${index}`)
    for (const [index, person] of people.entries()) await it.whatsapp.says(person, texts[index] ?? '', { group })
    await it.event('message', ({ content }) => content.type === 'text' && content.text === texts.at(-1))
    expect(it.texts()).toEqual(texts)
  })

  it('can be left out', async () => {
    const it = await openChannel({ settings: { ignoreGroups: true } })
    const bia = it.whatsapp.addPerson()
    const group = it.whatsapp.addGroup('Família', [bia])
    await it.pair()
    await it.whatsapp.says(bia, 'no grupo', { group })
    await it.whatsapp.says(bia, 'direto')
    await it.event('message')
    expect(it.texts()).toEqual(['direto'])
  })

  it('tell who is in them, and when they are renamed', async () => {
    const it = await openChannel()
    const [bia, eva] = [it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    const group = it.whatsapp.addGroup('Antes', [bia, eva], [eva])
    await it.pair()
    const chat = { kind: 'wa-group', value: group.jid.slice(0, -5) }
    const members = await it.channel.groupMembers?.(chat, it.ctx.signal)
    expect(members?.map(({ party, isAdmin }) => [party.addresses[0]?.value, isAdmin])).toEqual([
      [bia.phone, false],
      [eva.phone, true],
      [it.whatsapp.owner.phone, false],
    ])
    it.whatsapp.changesGroup(group, 'Depois')
    await it.event('group', ({ chat: { name } }) => name === 'Depois')
  })

  it('let administrators remove what others wrote, and nobody else', async () => {
    const it = await openChannel()
    const [bia, eva, leo] = [it.whatsapp.addPerson(), it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    const group = it.whatsapp.addGroup('Turma', [bia, eva, leo], [eva])
    await it.pair()
    const id = await it.whatsapp.says(bia, 'oi', { group })
    const { externalId } = await it.event('message')
    await it.event('group')
    const removal = {
      protocolMessage: { type: 0, key: { remoteJid: group.jid, id, fromMe: false, participant: bia.lidJid } },
    }
    await it.whatsapp.says(leo, removal, { group })
    await it.whatsapp.says(leo, 'depois', { group })
    await it.event('message', ({ content }) => content.type === 'text' && content.text === 'depois')
    expect(it.inbound.items.some(({ kind }) => kind === 'removal')).toBe(false)
    await it.whatsapp.says(eva, removal, { group })
    expect(await it.event('removal')).toMatchObject({ externalId })
  })

  it('react and answer by the writer', async () => {
    const it = await openChannel()
    const [bia, eva] = [it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    const group = it.whatsapp.addGroup('Turma', [bia, eva])
    await it.pair()
    const id = await it.whatsapp.says(bia, 'oi', { group })
    const { externalId } = await it.event('message')
    const key = { remoteJid: group.jid, id, fromMe: false, participant: bia.lidJid }
    await it.whatsapp.says(eva, { reactionMessage: { key, text: '👏' } }, { group })
    expect(await it.event('reaction')).toMatchObject({ externalId, from: { value: eva.phone } })

    const chat = { kind: 'wa-group', value: group.jid.slice(0, -5) }
    await it.channel.react?.({ id: 'x', externalId, chat, fromMe: false }, '👍', it.ctx.signal)
    const { content } = await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    expect(content.reactionMessage?.key).toMatchObject({ id, participant: bia.lidJid, fromMe: false })
  })
})
