import { describe, expect, it } from 'vitest'
import { can, sees, type TicketAction, type TicketFacts, type TicketViewer, type VisibilityRules } from './policy.ts'

const ME = 7
const OTHER = 8

const viewer = (more: Partial<TicketViewer> = {}, rules: Partial<VisibilityRules> = {}): TicketViewer => ({
  tenantId: 1,
  userId: ME,
  profile: 'user',
  name: 'Ana',
  isOperator: false,
  masksPhones: false,
  mustSign: false,
  audits: false,
  queueIds: [1],
  tenantHasQueues: true,
  ...more,
  rules: {
    notViewAssigned: false,
    notViewChatBot: false,
    notViewQueueUndefined: false,
    directToWallets: false,
    allowPeek: true,
    noGroups: false,
    onlyQueueMessages: false,
    ...rules,
  },
})

const ticket = (more: Partial<TicketFacts> = {}): TicketFacts => ({
  id: 1,
  status: 'open',
  userId: null,
  queueId: 1,
  channelId: 1,
  contactId: 1,
  isGroup: false,
  chatFlowId: null,
  walletUserIds: [],
  ...more,
})

const foreign = { queueId: 2, userId: OTHER }
const inBot = { queueId: null, status: 'pending', chatFlowId: 3 }

describe('who sees a ticket', () => {
  it.each<[string, TicketViewer, TicketFacts, boolean]>([
    ['an admin sees all', viewer({ profile: 'admin' }), ticket(foreign), true],
    ['a general supervisor sees all', viewer({ profile: 'supervisor' }), ticket(foreign), true],
    ['jobs see all', viewer({ userId: null }), ticket(foreign), true],
    ['one’s own, whatever its queue', viewer(), ticket({ queueId: 2, userId: ME }), true],
    [
      'one’s own, though somebody has the wallet',
      viewer({}, { directToWallets: true }),
      ticket({ userId: ME, walletUserIds: [OTHER] }),
      true,
    ],
    ['of one’s queue', viewer(), ticket(), true],
    ['of another queue', viewer(), ticket({ queueId: 2 }), false],
    ['of another queue, contact in the wallet', viewer(), ticket({ queueId: 2, walletUserIds: [ME] }), true],
    ['in nobody’s queue, pending', viewer(), ticket({ queueId: null, status: 'pending' }), true],
    ['in nobody’s queue, open', viewer(), ticket({ queueId: null }), false],
    [
      'in nobody’s queue, pending, hidden by the company',
      viewer({}, { notViewQueueUndefined: true }),
      ticket({ queueId: null, status: 'pending' }),
      false,
    ],
    ['in a company without queues', viewer({ queueIds: [], tenantHasQueues: false }), ticket({ queueId: null }), true],
    ['of a colleague', viewer(), ticket({ userId: OTHER }), true],
    ['of a colleague, hidden by the company', viewer({}, { notViewAssigned: true }), ticket({ userId: OTHER }), false],
    [
      'of a colleague, hidden, for a queue’s supervisor',
      viewer({ profile: 'supervisorfila' }, { notViewAssigned: true }),
      ticket({ userId: OTHER }),
      true,
    ],
    [
      'of another queue, for a queue’s supervisor',
      viewer({ profile: 'supervisorfila' }),
      ticket({ queueId: 2 }),
      false,
    ],
    ['of a colleague’s wallet', viewer({}, { directToWallets: true }), ticket({ walletUserIds: [OTHER] }), false],
    [
      'of a colleague’s wallet, for a queue’s supervisor',
      viewer({ profile: 'supervisorfila' }, { directToWallets: true }),
      ticket({ walletUserIds: [OTHER] }),
      true,
    ],
    ['of a colleague’s wallet that does not bind', viewer(), ticket({ walletUserIds: [OTHER] }), true],
    [
      'of a shared wallet',
      viewer({}, { directToWallets: true }),
      ticket({ queueId: 2, walletUserIds: [OTHER, ME] }),
      true,
    ],
    ['in a chatbot', viewer(), ticket(inBot), true],
    ['in a chatbot, hidden by the company', viewer({}, { notViewChatBot: true }), ticket(inBot), false],
    ['in a chatbot, hidden, for an admin', viewer({ profile: 'admin' }, { notViewChatBot: true }), ticket(inBot), true],
    ['once in a chatbot, in a queue now', viewer({}, { notViewChatBot: true }), ticket({ chatFlowId: 3 }), true],
    ['a group follows its queue', viewer(), ticket({ isGroup: true, queueId: 2 }), false],
  ])('%s', (_name, who, what, expected) => {
    expect(sees(who, what)).toBe(expected)
  })
})

describe('what may be done with a ticket', () => {
  const strict = viewer({}, { notViewAssigned: true })
  it.each<[string, TicketAction, TicketViewer, TicketFacts, true | string]>([
    ['accept what waits', 'accept', viewer(), ticket({ status: 'pending' }), true],
    ['accept one’s own again', 'accept', viewer(), ticket({ userId: ME }), true],
    ['accept a colleague’s', 'accept', viewer(), ticket({ userId: OTHER }), 'ERR_TICKET_TAKEN'],
    [
      'accept what a colleague just took and now hides',
      'accept',
      strict,
      ticket({ userId: OTHER }),
      'ERR_TICKET_TAKEN',
    ],
    ['accept what was never to be seen', 'accept', strict, ticket(foreign), 'ERR_NO_TICKET_FOUND'],
    ['take over as a supervisor', 'accept', viewer({ profile: 'supervisor' }), ticket({ userId: OTHER }), true],
    ['accept what is closed', 'accept', viewer(), ticket({ status: 'closed' }), 'ERR_TICKET_STATE'],
    ['return what is open', 'return', viewer(), ticket(), true],
    ['return what waits', 'return', viewer(), ticket({ status: 'pending' }), 'ERR_TICKET_STATE'],
    ['put aside what waits', 'snooze', viewer(), ticket({ status: 'pending' }), true],
    ['put aside what is closed', 'snooze', viewer(), ticket({ status: 'closed' }), 'ERR_TICKET_STATE'],
    ['wake what waits', 'wake', viewer(), ticket({ status: 'pending' }), true],
    ['wake what is open', 'wake', viewer(), ticket(), 'ERR_TICKET_STATE'],
    ['put aside what one does not see', 'snooze', viewer(), ticket(foreign), 'ERR_NO_TICKET_FOUND'],
    ['transfer what waits', 'transfer', viewer(), ticket({ status: 'pending' }), true],
    ['transfer what is closed', 'transfer', viewer(), ticket({ status: 'closed' }), 'ERR_TICKET_STATE'],
    ['close what waits', 'close', viewer(), ticket({ status: 'pending' }), true],
    ['close twice', 'close', viewer(), ticket({ status: 'closed' }), 'ERR_TICKET_STATE'],
    ['reopen what is closed', 'reopen', viewer(), ticket({ status: 'closed' }), 'ERR_NO_PERMISSION'],
    ['reopen as an admin', 'reopen', viewer({ profile: 'admin' }), ticket({ status: 'closed' }), true],
    ['reopen what is open', 'reopen', viewer({ profile: 'admin' }), ticket(), 'ERR_TICKET_STATE'],
    ['delete', 'delete', viewer(), ticket(), 'ERR_NO_PERMISSION'],
    ['delete as a supervisor', 'delete', viewer({ profile: 'supervisor' }), ticket(), 'ERR_NO_PERMISSION'],
    ['delete as an admin', 'delete', viewer({ profile: 'admin' }), ticket(), true],
    ['close what one does not see', 'close', viewer(), ticket(foreign), 'ERR_NO_TICKET_FOUND'],
  ])('%s', (_name, action, who, what, expected) => {
    expect(can(who, action, what, { allowReopen: false })).toBe(expected)
  })

  it('agents reopen where the company lets them', () => {
    expect(can(viewer(), 'reopen', ticket({ status: 'closed' }), { allowReopen: true })).toBe(true)
  })
})
