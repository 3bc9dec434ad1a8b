import type { Message } from '@recado/core/modules/messages/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { Conversation } from '../../../entities/conversation.ts'
import { conversations } from '../../../entities/conversations.ts'
import { HttpError } from '../../../lib/http/errors.ts'
import { session } from '../../../lib/session/session.ts'
import { type Deliver, Outbox } from './outbox.ts'
import { uuidV7 } from './uuid.ts'

const stored = (id: string, seq: number) =>
  ({ id, seq, ticketId: 1, fromMe: true, timestamp: 1, updatedAt: '2026-11-21T12:00:00Z' }) as Message
const outgoing = (id: string) => ({ id, ticketId: 1, body: id, file: null, kind: null, quotedMsgId: null })

let conversation: Conversation

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  session.signIn('t', { userId: 1, tenantId: 1, username: 'Bia' } as NonNullable<typeof session.user>)
  conversation = new Conversation(1, async () => ({ messages: [], hasMore: false }))
  await conversation.load()
  vi.spyOn(conversations, 'peek').mockImplementation(() => conversation)
})

it('shows at once and sends one after the other', async () => {
  const calls: string[] = []
  const first = Promise.withResolvers<void>()
  const outbox = new Outbox(async ({ id }) => {
    calls.push(id)
    if (id === 'a') await first.promise
    return { messages: [stored(id, id === 'a' ? 1 : 2)] }
  })
  outbox.send(outgoing('a'))
  outbox.send(outgoing('b'))
  expect(conversation.entries.map(({ id }) => id)).toEqual(['a', 'b'])
  await vi.waitFor(() => expect(calls).toEqual(['a']))
  first.resolve()
  await vi.waitFor(() => expect(conversation.get('b')?.local).toBeNull())
  expect(calls).toEqual(['a', 'b'])
  expect(outbox.isBusy).toBe(false)
})

it('keeps what failed, and tries again under the same id', async () => {
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(new Error('offline'))
  deliver.mockImplementation(async ({ id }) => ({ messages: [stored(id, 1)] }))
  const outbox = new Outbox(deliver)
  outbox.send(outgoing('a'))
  await vi.waitFor(() => expect(conversation.get('a')?.local?.phase).toBe('failed'))
  expect(conversation.get('a')?.body).toBe('a')
  outbox.retry('a')
  await vi.waitFor(() => expect(conversation.get('a')?.local).toBeNull())
  expect(deliver.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'a'])
})

it('does not call failed what an event has brought meanwhile', async () => {
  const outbox = new Outbox(async ({ id }) => {
    conversation.take(stored(id, 1))
    throw new Error('the answer was lost')
  })
  outbox.send(outgoing('a'))
  await vi.waitFor(() => expect(outbox.isBusy).toBe(false))
  expect(conversation.get('a')).toMatchObject({ seq: 1, local: null })
})

it('stops an upload that is given up', async () => {
  const given = Promise.withResolvers<AbortSignal>()
  const outbox = new Outbox((_, signal) => {
    given.resolve(signal)
    return new Promise(() => undefined)
  })
  outbox.send(outgoing('a'))
  const signal = await given.promise
  outbox.discard('a')
  expect(signal.aborted).toBe(true)
  expect(conversation.entries).toEqual([])
})

it('makes ids of version 7 that sort by time', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((now) => uuidV7(now))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect([...ids].sort()).toEqual(ids)
})

it('takes up after a reload what was not through, shows it, and sends it again when there is a connection', async () => {
  const disk = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => disk.set(key, value),
    removeItem: (key: string) => disk.delete(key),
  })
  const offline = () => Promise.reject(new HttpError({ status: 0, code: '', message: 'offline' }))
  const before = new Outbox(offline)
  before.send(outgoing('a'))
  await vi.waitFor(() => expect(conversation.get('a')?.local?.phase).toBe('failed'))

  conversation = new Conversation(1, async () => ({ messages: [], hasMore: false }))
  await conversation.load()
  const deliver = vi.fn<Deliver>().mockImplementationOnce(offline)
  deliver.mockImplementation(async ({ id }) => ({ messages: [stored(id, 1)] }))
  const after = new Outbox(deliver)
  after.resume()
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledOnce())
  after.showIn(conversation)
  await vi.waitFor(() => expect(conversation.get('a')?.local?.phase).toBe('failed'))
  after.retryOffline()
  await vi.waitFor(() => expect(conversation.get('a')?.local).toBeNull())
  expect(disk.size).toBe(0)
})

it('warns once of an answer that came meanwhile, and sends when it is tried again', async () => {
  const refused = new HttpError({ status: 409, code: 'ERR_ANSWERED_MEANWHILE', message: 'Bia respondeu' })
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(refused)
  deliver.mockImplementation(async ({ id }) => ({ messages: [stored(id, 1)] }))
  const outbox = new Outbox(deliver)
  outbox.send({ ...outgoing('a'), answeredAfter: 3 })
  await vi.waitFor(() => expect(conversation.get('a')?.local?.phase).toBe('failed'))
  outbox.retry('a')
  await vi.waitFor(() => expect(conversation.get('a')?.local).toBeNull())
  expect(deliver.mock.calls.map(([{ answeredAfter }]) => answeredAfter)).toEqual([3, undefined])
})
