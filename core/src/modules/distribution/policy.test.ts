import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Agent,
  choose,
  given,
  openInQueue,
  openOf,
  type QueueRules,
  reasonAgainst,
  type Waiting,
} from './policy.ts'

const QUEUE = 7

const agent = (more: Partial<Agent> = {}): Agent => ({
  userId: 1,
  name: 'Ana',
  profile: 'user',
  isActive: true,
  isOnline: true,
  isOnDuty: true,
  isSilent: false,
  queueIds: [QUEUE],
  channelIds: [],
  capacity: null,
  open: new Map(),
  turns: new Map(),
  ...more,
})
const ticket = (more: Partial<Waiting> = {}): Waiting => ({
  queueId: QUEUE,
  channelId: 3,
  ownerIds: [],
  rememberedId: null,
  returnedBy: [],
  ...more,
})
const rules = (more: Partial<QueueRules> = {}): QueueRules => ({ distribution: 'fifo', agentCapacity: null, ...more })

describe('who does not get a ticket', () => {
  it.each([
    ['inactive', agent({ isActive: false }), ticket()],
    ['profile', agent({ profile: 'supervisorfila' }), ticket()],
    ['notMember', agent({ queueIds: [8] }), ticket()],
    ['noChannel', agent({ channelIds: [4] }), ticket()],
    ['offline', agent({ isOnline: false, isSilent: true }), ticket()],
    ['outsideHours', agent({ isOnDuty: false }), ticket()],
    ['doNotDisturb', agent({ isSilent: true }), ticket()],
    ['returned', agent(), ticket({ returnedBy: [1] })],
    [
      'full',
      agent({
        capacity: 2,
        open: new Map([
          [QUEUE, 1],
          [0, 1],
        ]),
      }),
      ticket(),
    ],
    // an owner, but not of this queue
    ['notMember', agent({ queueIds: [] }), ticket({ ownerIds: [1] })],
    [null, agent({ profile: 'supervisor', queueIds: [], channelIds: [4] }), ticket({ ownerIds: [1] })],
    [null, agent({ channelIds: [4, 3], capacity: 2, open: new Map([[9, 1]]) }), ticket()],
  ])('%s', (reason, who, what) => {
    expect(reasonAgainst(who, what, rules())).toBe(reason)
  })

  it('a queue has a limit of its own', () => {
    const busy = agent({
      open: new Map([
        [QUEUE, 2],
        [8, 5],
      ]),
    })
    expect(reasonAgainst(busy, ticket(), rules({ agentCapacity: 2 }))).toBe('full')
    expect(reasonAgainst(busy, ticket(), rules({ agentCapacity: 3 }))).toBeNull()
  })
})

describe('who comes first', () => {
  const [ana, bia] = [agent(), agent({ userId: 2, open: new Map([[8, 1]]), turns: new Map([[QUEUE, 5n]]) })]

  it('whose turn it was longest ago, or who has the fewest open tickets', () => {
    const tired = { ...ana, turns: new Map([[QUEUE, 9n]]) }
    expect(choose([tired, bia], ticket(), rules(), () => 0)?.userId).toBe(2)
    expect(choose([tired, bia], ticket(), rules({ distribution: 'balanced' }), () => 0)?.userId).toBe(1)
  })

  it('any of those who can, by chance', () => {
    const by = (number: number) => choose([ana, bia], ticket(), rules({ distribution: 'random' }), () => number)?.userId
    expect([by(0), by(0.49), by(0.5), by(0.999)]).toEqual([1, 1, 2, 2])
  })

  it('who put it aside and wants it back, and owners of the contact alone', () => {
    const random = rules({ distribution: 'random' })
    expect(choose([ana, bia], ticket({ rememberedId: 2 }), random, () => 0)?.userId).toBe(2)
    expect(choose([ana, bia], ticket({ ownerIds: [2] }), rules({ distribution: 'off' }), () => 0)?.userId).toBe(2)
    const away = { ...bia, isOnline: false }
    expect(choose([ana, away], ticket({ ownerIds: [2] }), rules(), () => 0)).toBeNull()
    expect(choose([ana], ticket(), rules({ distribution: 'off' }), () => 0)).toBeNull()
  })
})

/** What may happen in a company, in any order. */
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ticket' as const), queueId: fc.constantFrom(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), who: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('presence' as const), who: fc.nat(5) }) },
)
const anyAgents = fc
  .array(
    fc.record({
      queueIds: fc.subarray([1, 2]),
      isOnline: fc.boolean(),
      capacity: fc.option(fc.integer({ min: 0, max: 4 })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) => list.map((one, index) => agent({ ...one, userId: index + 1 })))

it('gives tickets to people who are there, in the queue and have room, and lets none wait while there is one', () => {
  fc.assert(
    fc.property(
      anyAgents,
      fc.constantFrom('random', 'balanced', 'fifo'),
      fc.option(fc.integer({ min: 1, max: 3 })),
      fc.array(anyStep, { maxLength: 60 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (agents, distribution, agentCapacity, steps, chance) => {
        const rule = { distribution, agentCapacity } as const
        let now = agents
        for (const step of steps) {
          if (step.kind !== 'ticket') {
            now = now.map((one, index) => (index === step.who ? changed(one, step.kind) : one))
            continue
          }
          const { queueId } = step
          const free = now.filter(
            (one) =>
              one.isOnline &&
              one.queueIds.includes(queueId) &&
              openOf(one) < (one.capacity ?? Number.POSITIVE_INFINITY) &&
              openInQueue(one, queueId) < (agentCapacity ?? Number.POSITIVE_INFINITY),
          )
          const chosen = choose(now, ticket({ queueId }), rule, () => chance)
          expect(chosen === null).toBe(free.length === 0)
          if (!chosen) continue
          expect(free).toContain(chosen)
          if (distribution === 'balanced') expect(openOf(chosen)).toBe(Math.min(...free.map(openOf)))
          now = given(now, chosen.userId, queueId)
        }
      },
    ),
  )
})

const changed = (one: Agent, kind: 'close' | 'presence'): Agent => {
  if (kind === 'presence') return { ...one, isOnline: !one.isOnline }
  return { ...one, open: new Map([...one.open].map(([queueId, count]) => [queueId, Math.max(0, count - 1)])) }
}

it.each(['balanced', 'fifo'] as const)('is fair: in %s mode nobody is ever two tickets ahead', (distribution) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 60 }), (people, tickets) => {
      let now = Array.from({ length: people }, (_, index) => agent({ userId: index + 1 }))
      for (let n = 0; n < tickets; n += 1) {
        const chosen = choose(now, ticket(), rules({ distribution }), () => 0)
        now = given(now, chosen?.userId ?? 0, QUEUE)
        const counts = now.map(openOf)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }
      expect(now.reduce((sum, one) => sum + openOf(one), 0)).toBe(tickets)
    }),
  )
})
