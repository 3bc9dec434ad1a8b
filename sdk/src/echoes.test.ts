import { describe, expect, it } from 'vitest'
import { createEchoes } from './echoes.ts'
import type { Content } from './messages/content.ts'
import type { InboundMessage } from './messages/events.ts'
import { createTestStore } from './testing/context/store.ts'

const START = 1_700_000_000_000
const ANA = { kind: 'phone', value: '5511911112222' }
const MINE = '0198c000-0000-7000-8000-000000000001'
const OTHER = '0198c000-0000-7000-8000-000000000002'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

function open() {
  const time = { now: START }
  const store = createTestStore()
  const echoes = createEchoes({ store, clock: { now: () => time.now }, log: quiet })
  const send = (said: string[], id = MINE) => echoes.expect({ id, to: ANA, isGroup: false }, said)
  const hear = async (externalId: string, text: string, more: Partial<InboundMessage> = {}) => {
    const content: Content = { type: 'text', text }
    const chat = { addresses: [{ kind: 'lid', value: '777' }, ANA] }
    const events = await echoes.settle([
      { kind: 'message', externalId, direction: 'out', chat, content, at: time.now, ...more },
    ])
    const [message, receipt] = events
    return [message?.kind === 'message' ? message.clientId : null, receipt?.kind === 'receipt' && receipt.externalIds]
  }
  return { echoes, store, time, send, hear }
}

describe('an echo', () => {
  it('settles the send whose answer was lost, once', async () => {
    const { send, hear } = open()
    await send(['Oi'])
    expect(await hear('x1', 'Oi ')).toEqual([MINE, [MINE]])
    expect(await hear('x1', 'Oi')).toEqual([MINE, [MINE]])
    expect(await hear('x2', 'Oi')).toEqual([undefined, false])
  })

  it('of a message in parts settles it with the last of them, in whatever order', async () => {
    const { send, hear } = open()
    const { sent, answered } = await send(['um', 'dois', 'um'])
    expect(sent).toEqual([])
    await answered(0, 'x1')
    expect(await hear('x3', 'um')).toEqual([MINE, false])
    expect(await hear('x1', 'um')).toEqual([MINE, false])
    expect(await hear('x2', 'dois')).toEqual([MINE, [MINE]])
  })

  it('that names its chat in another kind of address is known by what it says, unless two could be meant', async () => {
    const { send, hear, time } = open()
    const chat = { addresses: [{ kind: 'lid', value: '777' }] }
    await send(['Oi'])
    expect(await hear('x1', 'Olá', { chat })).toEqual([undefined, false])
    expect(await hear('x1', 'Oi', { chat: { addresses: [{ kind: 'wa-group', value: '1' }] }, isGroup: true })).toEqual([
      undefined,
      false,
    ])
    expect(await hear('x1', 'Oi', { chat, at: time.now + 3 * 60_000 })).toEqual([undefined, false])
    expect(await hear('x1', 'Oi', { chat })).toEqual([MINE, [MINE]])
    expect(await hear('x1', 'Oi', { chat })).toEqual([MINE, [MINE]])
    await send(['Tchau'])
    await send(['Tchau'], OTHER)
    expect(await hear('x2', 'Tchau', { chat })).toEqual([undefined, false])
  })

  it('is not that of another send, of another customer or of another time', async () => {
    const { send, hear, time } = open()
    await (await send(['Oi'])).answered(0, 'x1')
    await send(['Oi'], OTHER)
    expect(await hear('x1', 'Oi')).toEqual([MINE, [MINE]])
    expect(await hear('x9', 'Oi', { chat: { addresses: [{ kind: 'phone', value: '55119' }] } })).toEqual([
      undefined,
      false,
    ])
    expect(await hear('x9', 'Oi', { at: time.now + 11 * 60_000 })).toEqual([undefined, false])
    expect(await hear('x9', 'Oi', { direction: 'in' })).toEqual([undefined, false])
    expect(await hear('x2', 'Oi')).toEqual([OTHER, [OTHER]])
  })

  it('is none of ours when the send was refused', async () => {
    const { send, hear, store } = open()
    const first = await send(['um', 'dois'])
    await first.answered(0, 'x1')
    await first.refused()
    expect(await hear('x2', 'dois')).toEqual([undefined, false])
    await (await send(['Oi'], OTHER)).refused()
    expect([...store.entries.keys()]).toHaveLength(1)
  })
})

it('what is out already is known to the next try', async () => {
  const { send, hear } = open()
  await send(['um', 'dois', 'três'])
  await hear('x1', 'um')
  await hear('x2', 'dois')
  expect((await send(['um', 'dois', 'três'])).sent).toEqual(['x1', 'x2'])
  expect((await send(['um', 'outra coisa', 'três'])).sent).toEqual(['x1'])
})

it('an echo that is told while the answer comes loses nothing', async () => {
  const { send, hear } = open()
  const { answered } = await send(['um', 'dois'])
  await hear('x1', 'um')
  await Promise.all([answered(0, 'x1'), hear('x2', 'dois')])
  expect((await send(['um', 'dois'])).sent).toEqual(['x1', 'x2'])
})

it('nothing is kept for long', async () => {
  const { send, store, echoes, time } = open()
  await send(['Oi'])
  time.now += 61 * 60_000
  await send(['Oi'], OTHER)
  await echoes.tidy()
  expect([...store.entries.keys()]).toEqual([`echo:${ANA.value}:${OTHER}`])
})
