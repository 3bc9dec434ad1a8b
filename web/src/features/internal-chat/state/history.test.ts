import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { expect, it } from 'vitest'
import { ChatHistory, type ReadPage } from './history.ts'
import type { LocalMessage } from './local-message.ts'

const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  seq,
  version: 1,
  kind: 'text',
  groupId: 1,
  fromUserId: 2,
  fromName: 'Bia',
  toUserId: null,
  body: `linha ${seq}`,
  media: null,
  mediaUrl: null,
  mentions: [],
  replyTo: null,
  event: null,
  editedAt: null,
  isDeleted: false,
  isRead: null,
  createdAt: new Date(seq * 60_000).toISOString(),
  ...more,
})

/** A server with so many messages; `asked` tells what was asked for. */
function server(start: number) {
  const state = { count: start, asked: [] as object[] }
  const read: ReadPage = async (query) => {
    state.asked.push(query)
    const { before, after, around, pageSize = 50 } = query
    const all = Array.from({ length: state.count }, (_, index) => message(index + 1))
    const from = around !== undefined ? around - 2 : after !== undefined ? after : undefined
    const below = all.filter(({ seq }) => (before === undefined || seq < before) && (from === undefined || seq > from))
    const messages = from === undefined ? below.slice(-pageSize) : below.slice(0, around === undefined ? pageSize : 3)
    const [first, last] = [messages[0]?.seq ?? 1, messages.at(-1)?.seq ?? 0]
    return {
      messages,
      hasMore: after === undefined ? first > 1 : last < state.count,
      hasNewer: last < state.count,
      lastSeq: state.count,
      members: [],
    }
  }
  return { state, read }
}

const seqs = (history: ChatHistory) => history.messages.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

it('grows upwards page by page', async () => {
  const history = new ChatHistory(server(120).read)
  await history.load()
  expect([seqs(history), history.hasOlder]).toEqual([range(71, 120), true])
  await history.loadOlder()
  await history.loadOlder()
  expect([seqs(history), history.hasOlder]).toEqual([range(1, 120), false])
})

it('asks for what lies in a gap, and puts nothing twice', async () => {
  const { state, read } = server(3)
  const history = new ChatHistory(read)
  await history.load()
  history.take(message(4))
  history.take(message(4))
  state.count = 7
  history.take(message(7))
  await Promise.resolve()
  await new Promise(setImmediate)
  expect(seqs(history)).toEqual(range(1, 7))
  expect(state.asked.at(-1)).toEqual({ after: 4, pageSize: 50 })
})

it('ignores an older state of a message', async () => {
  const history = new ChatHistory(server(2).read)
  await history.load()
  history.take(message(2, { version: 3, body: 'corrigida' }))
  history.take(message(2, { version: 2, body: 'velha' }))
  expect(history.find('m2')?.body).toBe('corrigida')
})

it('around a found message it does not take what belongs far below', async () => {
  const history = new ChatHistory(server(100).read)
  await history.load(10)
  expect([seqs(history), history.hasNewer]).toEqual([[9, 10, 11], true])
  history.take(message(101))
  expect(seqs(history)).toEqual([9, 10, 11])
  await history.loadNewer()
  expect(seqs(history)).toEqual(range(9, 61))
  await history.loadNewer()
  expect([history.lastSeq, history.hasNewer]).toEqual([100, false])
})

it('keeps what was scrolled up to when it is asked for again, and starts anew after a long absence', async () => {
  const { state, read } = server(120)
  const history = new ChatHistory(read)
  await history.load()
  await history.loadOlder()
  state.count = 125
  await history.refresh()
  expect([seqs(history)[0], history.lastSeq, history.messages.length]).toEqual([21, 125, 105])
  state.count = 400
  await history.refresh()
  expect(seqs(history)).toEqual(range(351, 400))
})

it('drops what was on its way once it is there', async () => {
  const history = new ChatHistory(server(1).read)
  await history.load()
  history.put({ id: 'm2', body: 'linha 2' } as LocalMessage)
  history.take(message(2, { fromUserId: 1 }))
  expect([history.pending, history.lastSeq]).toEqual([[], 2])
})

it('shows who has read up to where', async () => {
  const history = new ChatHistory(server(0).read)
  await history.load()
  history.take(message(1, { groupId: null, fromUserId: 1, toUserId: 2, isRead: false }))
  history.read(2, 1)
  expect(history.find('m1')?.isRead).toBe(true)
  history.take(message(1, { groupId: null, fromUserId: 1, toUserId: 2, isRead: false, version: 2, body: 'x' }))
  expect(history.find('m1')).toMatchObject({ isRead: true, body: 'x' })
})

it('loses nothing that comes while a page is under way', async () => {
  const { state, read } = server(3)
  const history = new ChatHistory(read)
  const loading = history.load()
  history.take(message(4))
  await loading
  expect(seqs(history)).toEqual(range(1, 4))
  state.count = 3
  const again = history.refresh()
  history.take(message(5))
  await again
  expect(seqs(history)).toEqual(range(1, 5))
})
