import { describe, expect, it } from 'vitest'
import { createCatchUp } from './catch-up.ts'
import { PluginError } from './errors.ts'
import type { InboundEvent } from './messages/events.ts'
import { createTestBus } from './testing/context/bus.ts'
import { createTestStore } from './testing/context/store.ts'

const START = 1_700_000_000_000
const MINUTE = 60_000
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const ANA = { kind: 'phone', value: '5511911112222' }

const said = (text: string, at: number): InboundEvent => ({
  kind: 'message',
  externalId: text,
  direction: 'in',
  chat: { addresses: [ANA] },
  content: { type: 'text', text },
  at,
})

function open({ store = createTestStore(), bus = createTestBus() } = {}) {
  const time = { now: START }
  const past: InboundEvent[] = []
  const taken: string[] = []
  const asked: string[] = []
  const trouble: { error: PluginError | null } = { error: null }
  const signal = new AbortController().signal
  const catchUp = createCatchUp(
    { store, bus: bus.join(), clock: { now: () => time.now }, log: quiet, signal },
    {
      async chats() {
        asked.push('chats')
        if (trouble.error) throw trouble.error
        return ['ana']
      },
      async messages() {
        asked.push('messages')
        return past
      },
      chatOf: () => 'ana',
      async accept(events) {
        taken.push(...events.map((event) => ('externalId' in event ? String(event.externalId) : event.kind)))
      },
    },
  )
  const seen = async () => (await store.get('seen'))?.value ?? null
  return { catchUp, store, bus, time, past, taken, asked, trouble, signal, seen }
}

describe('what was missed', () => {
  it('is nothing on the first day, from which on it is known what was seen', async () => {
    const it = open()
    it.past.push(said('velha', START - MINUTE))
    await it.catchUp.run(it.signal)
    expect([it.taken, it.asked, await it.seen()]).toEqual([[], [], START])
  })

  it('is fetched once, as far back as it was not seen', async () => {
    const it = open()
    await it.store.set('seen', START - 30 * MINUTE)
    it.past.push(said('vista', START - 60 * MINUTE), said('perdida', START - 10 * MINUTE))
    await it.catchUp.run(it.signal)
    await it.catchUp.run(it.signal)
    expect([it.taken, it.asked, await it.seen()]).toEqual([['perdida'], ['chats', 'messages'], START])
  })

  it('is tried again later and later, and a lost session is told', async () => {
    const it = open()
    await it.store.set('seen', START - 30 * MINUTE)
    it.trouble.error = new PluginError('TEMPORARY')
    await it.catchUp.run(it.signal)
    it.time.now += 29_000
    await it.catchUp.run(it.signal)
    expect(it.asked).toEqual(['chats'])
    it.time.now += 2000
    it.trouble.error = new PluginError('NOT_CONNECTED')
    await expect(it.catchUp.run(it.signal)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(await it.seen()).toBe(START - 30 * MINUTE)
  })
})

describe('before what is told now', () => {
  it('older messages of its chat are read once, until all is in', async () => {
    const it = open()
    await it.store.set('seen', START - 30 * MINUTE)
    it.past.push(said('antes', START - MINUTE))
    await it.catchUp.before([said('agora', START)])
    await it.catchUp.before([said('logo', START)])
    expect([it.taken, it.asked]).toEqual([['antes'], ['messages']])
    await it.catchUp.run(it.signal)
    it.asked.length = 0
    await it.catchUp.before([said('depois', START)])
    expect(it.asked).toEqual([])
  })

  it('nothing is read for what is no news', async () => {
    const it = open()
    await it.store.set('seen', START - 30 * MINUTE)
    const receipt: InboundEvent = { kind: 'receipt', status: 'read', externalIds: ['x'], at: START }
    await it.catchUp.before([receipt, { ...said('velha', START), history: true } as InboundEvent])
    expect(it.asked).toEqual([])
  })

  it('another node knows that something is missing, and that it no longer is', async () => {
    const [here, bus] = [open(), createTestBus()]
    const there = open({ store: here.store, bus })
    await there.catchUp.run(there.signal)
    await there.catchUp.before([said('um', START)])
    expect(there.asked).toEqual([])
    there.time.now += 1000
    bus.join().publish('behind', null)
    await there.catchUp.before([said('dois', START)])
    expect(there.asked).toEqual(['messages'])
    await there.catchUp.run(there.signal)
    await there.catchUp.before([said('três', START)])
    expect(there.asked).toEqual(['messages', 'chats', 'messages'])
    there.catchUp.close()
  })
})
