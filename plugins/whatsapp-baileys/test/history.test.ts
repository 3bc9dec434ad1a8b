import { describe, expect, it } from 'vitest'
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
    await it.whatsapp.sendHistory(
      [{ jid: bia.pnJid, messages: [{ id: 'A', text: 'antiga', at: now - 90 * DAY }] }],
      true,
    )
    expect(await it.event('message')).toMatchObject({ history: true, content: { text: 'antiga' } })
  })
})
