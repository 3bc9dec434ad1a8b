import { expect, it } from 'vitest'
import { type Intent, intentOf } from './intent.ts'
import type { TicketFacts } from './policy.ts'
import type { TicketUpdate } from './schemas.ts'

const ME = 7
const OTHER = 8
const ticket: TicketFacts = {
  id: 1,
  status: 'open',
  userId: ME,
  queueId: 3,
  channelId: 1,
  contactId: 1,
  isGroup: false,
  chatFlowId: null,
  walletUserIds: [],
}
const pending = { status: 'pending', userId: null }
const closed = { status: 'closed' }
const close = { action: 'close', closingReasonId: null, farewell: null, askRating: true } as const

it.each<[string, TicketUpdate, Partial<TicketFacts & { isSnoozed: boolean }>, Intent]>([
  ['accepts for the caller', { status: 'open' }, pending, { action: 'accept', userId: ME }],
  [
    'names a colleague: a transfer',
    { status: 'open', userId: OTHER },
    pending,
    { action: 'transfer', queueId: 3, userId: OTHER, note: null },
  ],
  ['returns, whoever the client names', { status: 'pending', userId: ME }, {}, { action: 'return' }],
  ['reopens', { status: 'open', userId: ME }, closed, { action: 'reopen', status: 'open', userId: ME }],
  [
    'reopens for the caller alone',
    { status: 'open', userId: OTHER },
    closed,
    { action: 'reopen', status: 'open', userId: ME },
  ],
  ['reopens to wait', { status: 'pending' }, closed, { action: 'reopen', status: 'pending', userId: null }],
  ['closes', { status: 'close' }, {}, close],
  [
    'closes without a word',
    { status: 'closed', sendFarewellMessage: false, farewellMessage: 'x' },
    {},
    { ...close, farewell: false },
  ],
  ['closes with a text', { status: 'closed', farewellMessage: ' Tchau' }, {}, { ...close, farewell: ' Tchau' }],
  ['takes a blank text for none of its own', { status: 'closed', farewellMessage: ' ' }, {}, close],
  [
    'transfers within the queue',
    { isTransference: 1, userId: OTHER },
    {},
    { action: 'transfer', queueId: 3, userId: OTHER, note: null },
  ],
  [
    'transfers out of queues',
    { isTransference: true, queueId: null, userId: OTHER },
    {},
    { action: 'transfer', queueId: null, userId: OTHER, note: null },
  ],
  [
    'transfers to a queue, though it says open',
    { isTransference: 1, queueId: 4, status: 'open' },
    {},
    { action: 'transfer', queueId: 4, userId: null, note: null },
  ],
  ['transfers without saying so', { queueId: 4 }, {}, { action: 'transfer', queueId: 4, userId: null, note: null }],
  [
    'transfers with a note',
    { queueId: 4, note: ' Já paguei ' },
    {},
    { action: 'transfer', queueId: 4, userId: null, note: 'Já paguei' },
  ],
  ['closes and asks nobody', { status: 'closed', askRating: false }, {}, { ...close, askRating: false }],
  [
    'puts aside',
    { status: 'pending', snoozeMinutes: 60, rememberMe: true },
    {},
    { action: 'snooze', minutes: 60, remember: true },
  ],
  [
    'puts aside again, for longer',
    { status: 'pending', snoozeMinutes: 1440 },
    { ...pending, isSnoozed: true },
    { action: 'snooze', minutes: 1440, remember: false },
  ],
  ['wakes', { status: 'pending' }, { ...pending, isSnoozed: true }, { action: 'wake' }],
  ['asks for what is already so', { queueId: 3, userId: ME }, {}, { action: 'none' }],
  ['asks for nothing', {}, {}, { action: 'none' }],
])('an update %s', (_name, update, more, intent) => {
  expect(intentOf(update, { ...ticket, ...more }, ME)).toEqual(intent)
})

it('of somebody without an id here is for whom it names', () => {
  expect(intentOf({ status: 'open', userId: OTHER }, { ...ticket, ...pending }, null)).toEqual({
    action: 'accept',
    userId: OTHER,
  })
  expect(intentOf({ status: 'open' }, { ...ticket, ...closed }, null)).toEqual({
    action: 'reopen',
    status: 'open',
    userId: null,
  })
})
