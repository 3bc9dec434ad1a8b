import type { Party } from '@recado/sdk'
import { describe, expect, it, vi } from 'vitest'
import { openChannel } from './channel.ts'
import type { HistoryChat } from './stand-in.ts'

const DAY = 24 * 60 * 60

describe('history', () => {
  const chats = (now: number, jid: string): HistoryChat[] => [
    {
      jid,
      messages: [
        { id: 'OLD', text: 'há muito', at: now - 40 * DAY },
        { id: 'H1', text: 'semana passada', at: now - 6 * DAY },
        { id: 'H2', text: 'nossa resposta', at: now - 5 * DAY, fromMe: true },
      ],
    },
    { jid: '120363000000000010@g.us', messages: [{ id: 'G1', text: 'grupo', at: now - DAY, participant: jid }] },
  ]

  it('is imported for the chosen days, in order, marked as old', async () => {
    const it = await openChannel({ settings: { importDays: 7 } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const now = Math.floor(it.clock.now() / 1000)
    await it.whatsapp.sendHistory(chats(now, bia.pnJid))
    await it.event('message', ({ externalId }) => externalId === 'out:H2')
    expect(it.messages().map(({ content, direction, history, at }) => [content, direction, history, at])).toEqual([
      [{ type: 'text', text: 'semana passada' }, 'in', true, (now - 6 * DAY) * 1000],
      [{ type: 'text', text: 'nossa resposta' }, 'out', true, (now - 5 * DAY) * 1000],
    ])
  })

  it('waits for somebody to go on with it where the channel says so', async () => {
    const it = await openChannel({ settings: { importDays: 7, closeImported: false } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.sendHistory(chats(Math.floor(it.clock.now() / 1000), bia.pnJid))
    await it.event('message', ({ externalId }) => externalId === 'out:H2')
    expect(it.messages().map(({ history, keepsOpen }) => [history, keepsOpen])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  it('tells people how far it is, and for a day what it brought', async () => {
    const it = await openChannel({ settings: { importDays: 7 } })
    const [bia, eva] = [it.whatsapp.addPerson(), it.whatsapp.addPerson()]
    await it.pair()
    const at = Math.floor(it.clock.now() / 1000) - DAY
    const told = (words: string) =>
      it.reports.waitFor(({ notices = [] }) => notices.some(({ text }) => text.includes(words)))
    await it.whatsapp.sendHistory(chats(at + DAY, bia.pnJid), { progress: 40 })
    await told('40%, 2 ')
    await it.whatsapp.sendHistory([{ jid: eva.pnJid, messages: [{ id: 'E1', text: 'ontem', at }] }])
    const { notices = [] } = await told(': 3 ')
    expect(notices).toEqual([{ level: 'info', text: expect.any(String), until: it.clock.now() + DAY * 1000 }])
  })

  it('stays on the phone otherwise', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.sendHistory(chats(Math.floor(it.clock.now() / 1000), bia.pnJid))
    await it.whatsapp.says(bia, 'agora')
    await it.event('message')
    expect(it.texts()).toEqual(['agora'])
  })

  it('of one conversation comes when an agent asks for it', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.channel.fetchHistory?.({ kind: 'phone', value: bia.phone }, { count: 20 }, it.ctx.signal)
    await it.whatsapp.stanzas.waitFor(({ tag, attrs }) => tag === 'message' && attrs.category === 'peer')
    const now = Math.floor(it.clock.now() / 1000)
    await it.whatsapp.sendHistory([{ jid: bia.pnJid, messages: [{ id: 'A', text: 'antiga', at: now - 90 * DAY }] }], {
      onDemand: true,
    })
    expect(await it.event('message')).toMatchObject({ history: true, content: { text: 'antiga' } })
  })
})

it('the address book has whom the phone knows by a name, each once, also after a restart', async () => {
  const one = await openChannel()
  const bia = one.whatsapp.addPerson()
  const caio = one.whatsapp.addPerson()
  await one.pair()
  const at = Math.floor(one.clock.now() / 1000)
  const messages = [{ id: 'H1', text: 'oi', at }]
  await one.whatsapp.sendHistory(
    [
      { jid: bia.pnJid, lid: bia.lidJid, name: 'Bia da loja', messages },
      { jid: caio.pnJid, messages },
      { jid: '120363000000000010@g.us', name: 'Turma', messages: [] },
    ],
    { onDemand: true },
  )
  const listed = async ({ channel, ctx }: typeof one) => {
    const found: Party[] = []
    for await (const party of channel.listContacts?.(ctx.signal) ?? []) found.push(party)
    return found.map(({ name, addresses }) => [name, addresses])
  }
  const whole = [
    [
      'Bia da loja',
      [
        { kind: 'phone', value: bia.phone },
        { kind: 'lid', value: bia.lid },
      ],
    ],
  ]
  await vi.waitFor(async () => expect(await listed(one)).toEqual(whole))
  expect(JSON.stringify(await one.ctx.store.list('book:'))).toContain('Bia da loja')
  expect(await listed(await one.reopen())).toEqual(whole)
})
