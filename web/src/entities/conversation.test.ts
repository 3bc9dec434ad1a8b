import type { Message } from '@recado/core/modules/messages/contract'
import { expect, it, vi } from 'vitest'
import { Conversation } from './conversation.ts'
import { type LiveMessage, UNNUMBERED } from './live-message.ts'

const moment = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()

const message = (seq: number, over: Partial<Message> = {}): Message =>
  ({
    id: `m${seq}`,
    seq,
    ticketId: 1,
    fromMe: false,
    userId: null,
    contactId: 5,
    sender: null,
    sendType: 'chat',
    body: `text ${seq}`,
    timestamp: seq * 1000,
    updatedAt: moment(0),
    ...over,
  }) as Message

/** A server with messages 1..count; `hold` keeps answers back until they are let go. */
function server(count: number) {
  const all = Array.from({ length: count }, (_, index) => message(index + 1))
  const read = vi.fn(
    async ({ before, after, pageSize = 50 }: { before?: number; after?: number; pageSize?: number }) => {
      if (after !== undefined) {
        const rest = all.filter(({ seq }) => seq > after)
        return { messages: rest.slice(0, pageSize), hasMore: rest.length > pageSize }
      }
      const rest = before === undefined ? all : all.filter(({ seq }) => seq < before)
      return { messages: rest.slice(-pageSize), hasMore: rest.length > pageSize }
    },
  )
  return { all, read }
}

const seqs = ({ entries }: Conversation) => entries.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

it('loads the newest page, then older ones above it', async () => {
  const { read } = server(120)
  const conversation = new Conversation(1, read)
  await conversation.load()
  expect(seqs(conversation)).toEqual(range(71, 120))
  await conversation.loadOlder()
  expect(read).toHaveBeenLastCalledWith({ before: 71, pageSize: 50 })
  await conversation.loadOlder()
  expect(seqs(conversation)).toEqual(range(1, 120))
  expect(conversation.hasOlder).toBe(false)
})

it('asks once for what was loaded ahead of being shown, and again the next time', async () => {
  const { read } = server(120)
  const conversation = new Conversation(1, read)
  const ahead = conversation.loadAhead()
  await conversation.load()
  await ahead
  expect(seqs(conversation)).toEqual(range(71, 120))
  expect(read).toHaveBeenCalledTimes(1)
  await conversation.load()
  expect(read).toHaveBeenCalledTimes(2)
  // it may also be there before it is shown
  await conversation.loadAhead()
  await conversation.load()
  expect(read).toHaveBeenCalledTimes(3)
})

it('keeps the order of seq whatever the order of events', async () => {
  const { all, read } = server(3)
  const conversation = new Conversation(1, read)
  await conversation.load()
  all.push(message(4), message(5))
  conversation.take(message(5))
  conversation.take(message(4))
  expect(seqs(conversation)).toEqual([1, 2, 3, 4, 5])
  expect(conversation.cursor).toBe(5)
})

it('asks for what lies between when a number is skipped', async () => {
  const { all, read } = server(3)
  const conversation = new Conversation(1, read)
  await conversation.load()
  all.push(...range(4, 9).map((seq) => message(seq)))
  conversation.take(message(9))
  expect(seqs(conversation)).toEqual([1, 2, 3, 9])
  await vi.waitFor(() => expect(seqs(conversation)).toEqual(range(1, 9)))
  expect(read).toHaveBeenLastCalledWith({ after: 3, pageSize: 100 })
})

it('asks when the ticket knows of more messages than are here', async () => {
  const { all, read } = server(3)
  const conversation = new Conversation(1, read)
  await conversation.load()
  conversation.expect(3)
  expect(read).toHaveBeenCalledTimes(1)
  all.push(message(4))
  conversation.expect(4)
  await vi.waitFor(() => expect(seqs(conversation)).toEqual([1, 2, 3, 4]))
})

it('ignores older states of a message and takes newer ones without moving it', async () => {
  const conversation = new Conversation(1, server(3).read)
  await conversation.load()
  conversation.take(message(2, { updatedAt: moment(5), edited: 'new' }))
  conversation.take(message(2, { updatedAt: moment(3), edited: 'old' }))
  expect(conversation.get('m2')?.edited).toBe('new')
  const before = conversation.entries
  conversation.take(message(2, { updatedAt: moment(6), edited: 'newest' }))
  expect(conversation.entries).toBe(before)
})

it('keeps what arrives while the first page is on its way', async () => {
  const conversation = new Conversation(1, server(3).read)
  const loading = conversation.load()
  conversation.take(message(4))
  await loading
  expect(seqs(conversation)).toEqual([1, 2, 3, 4])
})

it('shows an own message at the end and lets the server’s take its place', async () => {
  const conversation = new Conversation(1, server(2).read)
  await conversation.load()
  const local = (id: string) =>
    ({ ...message(UNNUMBERED, { id, fromMe: true }), local: { phase: 'waiting', previewUrl: null } }) as LiveMessage
  conversation.addLocal(local('a'))
  conversation.addLocal(local('b'))
  conversation.take(message(3))
  expect(conversation.entries.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'a', 'b'])
  conversation.take(message(4, { id: 'b', fromMe: true }))
  expect(conversation.entries.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'b', 'a'])
  expect(conversation.get('b')?.local).toBeNull()
  conversation.patchLocal('b', { phase: 'failed' })
  expect(conversation.get('b')?.local).toBeNull()
  conversation.dropLocal('a')
  conversation.dropLocal('b')
  expect(conversation.entries.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'b'])
})

it('says that something is missing when it cannot be fetched, and heals', async () => {
  const { all, read } = server(2)
  const conversation = new Conversation(1, read)
  await conversation.load()
  all.push(message(3), message(4))
  read.mockRejectedValueOnce(new Error('offline'))
  conversation.take(message(4))
  await vi.waitFor(() => expect(conversation.incomplete).toBe(true))
  await conversation.refresh()
  expect(conversation.incomplete).toBe(false)
  expect(seqs(conversation)).toEqual([1, 2, 3, 4])
})

it('leaves only the newest in memory when it is set aside', async () => {
  const { read } = server(400)
  const conversation = new Conversation(1, read)
  await conversation.load()
  for (let page = 0; page < 7; page++) await conversation.loadOlder()
  expect(conversation.entries).toHaveLength(400)
  conversation.setAside()
  expect(seqs(conversation)).toEqual(range(251, 400))
  expect(conversation.messages.size).toBe(150)
  await conversation.loadOlder()
  expect(conversation.oldestSeq).toBe(201)
})

it('passes over changes of messages that are not loaded', async () => {
  const conversation = new Conversation(1, server(120).read)
  await conversation.load()
  conversation.take(message(5, { updatedAt: moment(9) }))
  expect(conversation.oldestSeq).toBe(71)
})

it('shows the page around an old message, and finds the way back', async () => {
  const { all, read } = server(1_000)
  const conversation = new Conversation(1, read)
  await conversation.load()
  expect(await conversation.reach('m300', 300)).toBe(true)
  expect(seqs(conversation)).toEqual(range(275, 324))
  expect([conversation.hasOlder, conversation.hasNewer, conversation.cursor]).toEqual([true, true, 1_000])

  // what comes meanwhile waits at the end
  all.push(message(1_001))
  conversation.take(message(1_001))
  conversation.expect(1_001)
  expect(seqs(conversation)).toEqual(range(275, 324))
  conversation.take(message(300, { isDeleted: true, updatedAt: moment(1) }))
  expect(conversation.get('m300')?.isDeleted).toBe(true)

  await conversation.loadNewer()
  expect(seqs(conversation)).toEqual(range(275, 374))
  await conversation.toNewest()
  expect(seqs(conversation)).toEqual(range(952, 1_001))
  expect(conversation.hasNewer).toBe(false)
  conversation.take(message(1_002))
  expect(conversation.cursor).toBe(1_002)
})

it('joins the newest messages when an old part is read on to them', async () => {
  const { read } = server(260)
  const conversation = new Conversation(1, read)
  await conversation.load()
  await conversation.reach('m20', 20)
  while (conversation.hasNewer) await conversation.loadNewer()
  expect(seqs(conversation)).toEqual(range(1, 260))
  expect(conversation.cursor).toBe(260)
})

it('leaves an old part for what is written now', async () => {
  const { all, read } = server(1_000)
  const conversation = new Conversation(1, read)
  await conversation.load()
  await conversation.reach('m300', 300)
  conversation.addLocal({
    ...message(UNNUMBERED, { id: 'own', fromMe: true }),
    local: { state: 'sending' },
  } as unknown as LiveMessage)
  all.push(message(1_001, { id: 'own', fromMe: true }))
  conversation.take(message(1_001, { id: 'own', fromMe: true }))
  await vi.waitFor(() => expect(conversation.hasNewer).toBe(false))
  await vi.waitFor(() => expect(seqs(conversation).at(-1)).toBe(1_001))
  expect(conversation.get('own')?.local).toBeNull()
})

it('is loaded from the newest again when an old part was left', async () => {
  const { read } = server(1_000)
  const conversation = new Conversation(1, read)
  await conversation.load()
  await conversation.reach('m300', 300)
  conversation.setAside()
  await conversation.load()
  expect(seqs(conversation)).toEqual(range(951, 1_000))
})

it('takes no page into a part that it was not asked for', async () => {
  const { read } = server(1_000)
  const held: (() => void)[] = []
  let isHolding = false
  const conversation = new Conversation(1, async (query) => {
    const answer = await read(query)
    if (isHolding && query.before !== 515) await new Promise<void>((done) => held.push(done))
    return answer
  })
  await conversation.load()
  await conversation.reach('m100', 100)
  isHolding = true
  const late = [conversation.loadOlder(), conversation.loadNewer()]
  await conversation.reach('m490', 490)
  isHolding = false
  for (const go of held) go()
  await Promise.all(late)
  expect(seqs(conversation)).toEqual(range(465, 514))
  expect([conversation.older, conversation.newer]).toEqual(['idle', 'idle'])
  await conversation.loadNewer()
  expect(seqs(conversation)).toEqual(range(465, 564))
})

it('stays where somebody went while a far part was on its way', async () => {
  const { read } = server(1_000)
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const conversation = new Conversation(1, async (query) => {
    const answer = await read(query)
    if (query.before !== undefined) await held
    return answer
  })
  await conversation.load()
  const far = conversation.reach('m100', 100)
  expect(await conversation.reach('m990', 990)).toBe(true)
  go()
  expect(await far).toBe(false)
  expect(seqs(conversation)).toEqual(range(951, 1_000))
})
