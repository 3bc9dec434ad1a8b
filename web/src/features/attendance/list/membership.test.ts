import { describe, expect, it } from 'vitest'
import { NO_FILTERS, TABS } from './filters.ts'
import { belongs, type Looker } from './membership.ts'

type Facts = Parameters<typeof belongs>[0]

const ticket = (over: Partial<Facts> = {}): Facts => ({
  id: 4711,
  status: 'open',
  isGroup: false,
  chatFlowId: null,
  userId: 1,
  queueId: 10,
  whatsappId: 3,
  unreadMessages: 0,
  name: 'Márcia Gonçalves',
  protocol: '202511211030594711',
  snoozedUntil: null,
  contact: { id: 5, name: 'Márcia', number: '5511987654321', profilePicUrl: null, tags: [], wallets: [] },
  ...over,
})
const agent: Looker = { userId: 1, profile: 'user', queues: [10], hidesBot: false }
const admin: Looker = { ...agent, profile: 'admin' }
const tabsOf = (facts: Facts) => TABS.filter((tab) => belongs(facts, tab, { ...NO_FILTERS, showAll: true }, admin))

describe('tabs', () => {
  it('puts every ticket into exactly one', () => {
    expect(tabsOf(ticket())).toEqual(['open'])
    expect(tabsOf(ticket({ status: 'pending', userId: null }))).toEqual(['pending'])
    expect(tabsOf(ticket({ status: 'pending', userId: null, snoozedUntil: 1 }))).toEqual(['snoozed'])
    expect(tabsOf(ticket({ status: 'closed' }))).toEqual(['closed'])
    expect(tabsOf(ticket({ isGroup: true, status: 'pending' }))).toEqual(['groups'])
    for (const status of ['pending', 'open'] as const)
      expect(tabsOf(ticket({ status, chatFlowId: 2, userId: null, queueId: null }))).toEqual(['chatbot'])
  })

  it('takes a ticket of a flow that found a queue for pending', () => {
    expect(tabsOf(ticket({ status: 'pending', chatFlowId: 2, userId: null }))).toEqual(['pending'])
  })
})

describe('filters', () => {
  const passes = (facts: Partial<Facts>, filters: Partial<typeof NO_FILTERS>) =>
    belongs(ticket(facts), 'open', { ...NO_FILTERS, ...filters }, agent)

  it('are all needed at once', () => {
    expect(passes({ unreadMessages: 2 }, { unread: true, mine: true })).toBe(true)
    expect(passes({ unreadMessages: 2, userId: 2 }, { unread: true, mine: true })).toBe(false)
    expect(passes({}, { unread: true })).toBe(false)
    expect(passes({}, { unassigned: true })).toBe(false)
    expect(passes({ userId: 2 }, { person: 2 })).toBe(true)
    expect(passes({}, { person: 2 })).toBe(false)
    expect(passes({}, { queues: [11] })).toBe(false)
    expect(passes({ queueId: null }, { withoutQueue: false })).toBe(false)
    expect(passes({}, { channels: [3] })).toBe(true)
    expect(passes({}, { tags: [1] })).toBe(false)
  })

  it('find by name without accents, by number and by id', () => {
    expect(passes({}, { search: 'marcia gonc' })).toBe(true)
    expect(passes({}, { search: '(11) 98765' })).toBe(true)
    expect(passes({}, { search: '471' })).toBe(true)
    expect(passes({}, { search: 'pedro' })).toBe(false)
  })
})

describe('scope', () => {
  const foreign = ticket({ queueId: 99, userId: 2 })

  it('of those who are told everything is their own queues until they want all', () => {
    expect(belongs(foreign, 'open', NO_FILTERS, admin)).toBe(false)
    expect(belongs(foreign, 'open', { ...NO_FILTERS, showAll: true }, admin)).toBe(true)
    expect(belongs(ticket({ queueId: 99, userId: 1 }), 'open', NO_FILTERS, admin)).toBe(true)
    expect(belongs(ticket({ queueId: null, userId: 2 }), 'open', NO_FILTERS, admin)).toBe(true)
  })

  it('leaves what flows have in hand to admins, where the company says so, until somebody wants all', () => {
    const inFlow = ticket({ status: 'pending', chatFlowId: 2, userId: null, queueId: null })
    const supervisor: Looker = { ...agent, profile: 'supervisor', hidesBot: true }
    expect(belongs(inFlow, 'chatbot', NO_FILTERS, { ...supervisor, hidesBot: false })).toBe(true)
    expect(belongs(inFlow, 'chatbot', NO_FILTERS, supervisor)).toBe(false)
    expect(belongs(inFlow, 'chatbot', { ...NO_FILTERS, showAll: true }, supervisor)).toBe(true)
    expect(belongs(inFlow, 'chatbot', NO_FILTERS, { ...supervisor, profile: 'admin' })).toBe(true)
  })

  it('of agents is what the server tells them', () => {
    expect(belongs(foreign, 'open', NO_FILTERS, agent)).toBe(true)
  })
})
