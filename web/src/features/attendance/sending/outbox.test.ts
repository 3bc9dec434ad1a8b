import type { Message } from '@recado/core/modules/messages/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { Conversation } from '../../../entities/conversation.ts'
import { conversations } from '../../../entities/conversations.ts'
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
