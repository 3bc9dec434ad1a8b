import type { Message } from '@recado/core/modules/messages/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Conversation } from '../../../entities/conversation.ts'
import { presence } from '../../../entities/presence.ts'
import { beginAnswer, forgetAnswer, knownUpTo, rivalOf } from './answer-guard.ts'

const ME = 1
const message = (seq: number, more: Partial<Message> = {}) =>
  ({
    id: `m${seq}`,
    seq,
    ticketId: 7,
    fromMe: true,
    sendType: 'chat',
    userId: 2,
    sender: { kind: 'user', name: 'Bia' },
    body: `resposta ${seq}`,
    edited: null,
    isDeleted: false,
    failCode: null,
    timestamp: seq,
    updatedAt: '2026-11-21T12:00:00Z',
    ...more,
  }) as Message

let conversation: Conversation
beforeEach(async () => {
  conversation = new Conversation(7, async () => ({ messages: [message(1)], hasMore: false }))
  await conversation.load()
})
afterEach(() => {
  forgetAnswer(7)
  presence.clear()
})

it('knows who answered since one began, and nobody else', () => {
  beginAnswer(7, conversation)
  expect(rivalOf(conversation, ME)).toBeNull()
  for (const one of [
    message(2, { userId: ME }),
    message(3, { fromMe: false, userId: null }),
    message(4, { sendType: 'bot', userId: null }),
    message(5, { isDeleted: true }),
  ])
    conversation.take(one)
  expect(rivalOf(conversation, ME)).toBeNull()
  conversation.take(message(6))
  expect(rivalOf(conversation, ME)).toEqual({ kind: 'answered', name: 'Bia', text: 'resposta 6' })
  expect(knownUpTo(conversation)).toBe(1)
  forgetAnswer(7)
  expect(rivalOf(conversation, ME)).toBeNull()
  expect(knownUpTo(conversation)).toBe(6)
})

it('knows who is about to answer, but not oneself or the customer', () => {
  presence.setViewers(7, [{ userId: ME, name: 'Ana', typing: true }])
  presence.setTyping(7, { who: 'contact', userId: null, name: 'Cliente' }, true)
  expect(rivalOf(conversation, ME)).toBeNull()
  presence.setViewers(7, [{ userId: 3, name: 'Caio', typing: true }])
  expect(rivalOf(conversation, ME)).toEqual({ kind: 'typing', name: 'Caio', text: '' })
})
