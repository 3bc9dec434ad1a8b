import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DraftSync, type DraftWrite } from './draft-sync.ts'
import { Drafts, type SavedDraft } from './drafts.ts'

/** The server: what was written last wins. */
function server() {
  const kept = new Map<number, SavedDraft>()
  const save = vi.fn(async (ticketId: number, { body, quotedMsgId, age }: DraftWrite): Promise<SavedDraft> => {
    const writtenAt = new Date(Date.now() - age).toISOString()
    const known = kept.get(ticketId)
    if (known && known.writtenAt > writtenAt) return known
    const draft = { text: body, replyTo: quotedMsgId, writtenAt }
    kept.set(ticketId, draft)
    return draft
  })
  return { kept, save }
}

/** A browser of its own. */
function device(save: ReturnType<typeof server>['save']) {
  const store = new Drafts(() => 'drafts')
  store.adopt()
  const sync = new DraftSync({ store, save, isRefused: (error) => error === 'refused', maxLength: 20 })
  sync.start()
  return { store, sync }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('saves when typing rests, at the latest after five seconds, and when the ticket is left', async () => {
  const { kept, save } = server()
  const { store } = device(save)
  for (const text of ['o', 'ol', 'olá']) {
    store.set(5, { text })
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600)
  expect(kept.get(5)?.text).toBe('olá')
  for (let index = 0; index < 12; index++) {
    store.set(5, { text: `olá ${index}` })
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(save).toHaveBeenCalledTimes(2)
  store.set(6, { text: 'outro', replyTo: 'm1' })
  store.leave(6)
  await vi.advanceTimersByTimeAsync(0)
  expect(kept.get(6)).toMatchObject({ text: 'outro', replyTo: 'm1' })
})

it('goes on elsewhere, and is gone everywhere once sent', async () => {
  const { kept, save } = server()
  const [phone, desk] = [device(save), device(save)]
  phone.store.set(5, { text: 'do ônibus' })
  await vi.advanceTimersByTimeAsync(1_100)
  const saved = kept.get(5) as SavedDraft
  desk.sync.take(5, saved)
  expect(desk.store.get(5)?.text).toBe('do ônibus')
  desk.store.set(5, { text: 'do ônibus até aqui' })
  desk.store.drop(5)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(kept.get(5)?.text).toBe('')
  await vi.advanceTimersByTimeAsync(10_000)
  phone.sync.take(5, kept.get(5) as SavedDraft)
  expect(phone.store.get(5)).toBeUndefined()
})

it('never replaces what is being typed', async () => {
  const { save } = server()
  const { store, sync } = device(save)
  store.set(5, { text: 'eu escrevo' })
  await vi.advanceTimersByTimeAsync(1_500)
  sync.take(5, { text: 'de lá', replyTo: null, writtenAt: new Date(Date.now()).toISOString() })
  expect(store.get(5)?.text).toBe('eu escrevo')
  store.set(5, { text: 'eu escrevo mais' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(store.get(5)?.text).toBe('eu escrevo mais')
  sync.take(5, { text: 'de lá outra vez', replyTo: null, writtenAt: new Date(Date.now()).toISOString() })
  expect(store.get(5)?.text).toBe('de lá outra vez')
})

it('keeps what was written without a connection, unless something newer was written meanwhile', async () => {
  const { kept, save } = server()
  const [off, other] = [device(save), device(save)]
  save.mockRejectedValueOnce('offline').mockRejectedValueOnce('offline')
  off.store.set(5, { text: 'sem rede' })
  off.store.set(6, { text: 'sem rede' })
  await vi.advanceTimersByTimeAsync(60_000)
  other.store.set(6, { text: 'mais novo' })
  await vi.advanceTimersByTimeAsync(60_000)
  off.sync.pushAll()
  await vi.advanceTimersByTimeAsync(0)
  expect([kept.get(5)?.text, kept.get(6)?.text]).toEqual(['sem rede', 'mais novo'])
  expect([off.store.get(5)?.text, off.store.get(6)?.text]).toEqual(['sem rede', 'mais novo'])
})

it('leaves in the browser what is too long or refused', async () => {
  const { save } = server()
  const { store, sync } = device(save)
  store.set(5, { text: 'x'.repeat(21) })
  save.mockRejectedValueOnce('refused')
  store.set(6, { text: 'ticket de ninguém' })
  await vi.advanceTimersByTimeAsync(10_000)
  sync.pushAll()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(save).toHaveBeenCalledTimes(1)
  expect(store.get(5)?.text).toHaveLength(21)
  expect(store.get(6)?.text).toBe('ticket de ninguém')
})

it('is told once more when it was sent while it was being saved', async () => {
  const { kept, save } = server()
  const { store } = device(save)
  let answer: () => void = () => undefined
  save.mockImplementationOnce(
    (ticketId, { body, quotedMsgId }) =>
      new Promise((done) => {
        const draft = { text: body, replyTo: quotedMsgId, writtenAt: new Date().toISOString() }
        kept.set(ticketId, draft)
        answer = () => done(draft)
      }),
  )
  store.set(5, { text: 'vai já' })
  await vi.advanceTimersByTimeAsync(1_100)
  store.drop(5)
  expect(store.get(5)).toBeUndefined()
  answer()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(kept.get(5)?.text).toBe('')
})
