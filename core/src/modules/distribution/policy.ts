import type { Profile } from '../auth/contract.ts'
import type { Distribution } from '../queues/contract.ts'
import type { Reason } from './schemas.ts'

/** Somebody who may be given tickets, as they are at one moment. */
export interface Agent {
  userId: number
  name: string
  profile: Profile
  isActive: boolean
  isOnline: boolean
  /** Within the hours in which they may be signed in. */
  isOnDuty: boolean
  /** Do not disturb, or their quiet hours. */
  isSilent: boolean
  queueIds: readonly number[]
  /** Channels on which they work; none named: all. */
  channelIds: readonly number[]
  /** Open tickets that they are given at most; null: any number. */
  capacity: number | null
  /** Open tickets by queue; 0 for those in none. */
  open: ReadonlyMap<number, number>
  /** When it was their turn last, by queue: rises with every assignment, absent when it never was. */
  turns: ReadonlyMap<number, bigint>
}

/** What is to be given to somebody. */
export interface Waiting {
  queueId: number | null
  /** Null: whichever. */
  channelId: number | null
  /** The contact belongs to these, who alone get its tickets; empty: to nobody. */
  ownerIds: readonly number[]
  /** Whose name stayed on it when it was put aside. */
  rememberedId: number | null
  /** Who gave it back. */
  returnedBy: readonly number[]
}

/** How a queue gives its tickets away. */
export interface QueueRules {
  distribution: Distribution
  /** Open tickets of the queue that one person is given at most; null: any number. */
  agentCapacity: number | null
}

export const openOf = ({ open }: Agent): number => [...open.values()].reduce((sum, count) => sum + count, 0)

export const openInQueue = ({ open }: Agent, queueId: number | null): number => open.get(queueId ?? 0) ?? 0

const isFull = (count: number, limit: number | null): boolean => limit !== null && count >= limit

/** Why somebody does not get a ticket now; null when they could. */
export function reasonAgainst(agent: Agent, ticket: Waiting, { agentCapacity }: QueueRules): Reason | null {
  const { queueId, channelId, ownerIds } = ticket
  const isOwner = ownerIds.includes(agent.userId)
  const leads = agent.profile === 'admin' || agent.profile === 'supervisor'
  if (!agent.isActive) return 'inactive'
  if (!isOwner && agent.profile !== 'user') return 'profile'
  if (queueId !== null && !agent.queueIds.includes(queueId) && !(isOwner && leads)) return 'notMember'
  const isBound = agent.channelIds.length > 0 && !leads
  if (channelId !== null && isBound && !agent.channelIds.includes(channelId)) return 'noChannel'
  if (!agent.isOnline) return 'offline'
  if (!agent.isOnDuty) return 'outsideHours'
  if (agent.isSilent) return 'doNotDisturb'
  if (ticket.returnedBy.includes(agent.userId)) return 'returned'
  if (isFull(openOf(agent), agent.capacity) || isFull(openInQueue(agent, queueId), agentCapacity)) return 'full'
  return null
}

/** Whom a ticket could go to: the owners of its contact, else the members of its queue. */
export function candidatesFor(agents: readonly Agent[], { queueId, ownerIds }: Waiting): Agent[] {
  if (ownerIds.length > 0) return agents.filter(({ userId }) => ownerIds.includes(userId))
  return agents.filter(({ isActive, queueIds }) => isActive && queueId !== null && queueIds.includes(queueId))
}

/** Does the rule give away this ticket at all? */
export const isGivenAway = ({ queueId, ownerIds }: Waiting, { distribution }: QueueRules): boolean =>
  ownerIds.length > 0 || (queueId !== null && distribution !== 'off')

/**
 * Those who could have it, who gets it first. Whoever wants it back comes before everybody; owners of a wallet share as
 * `balanced` does, since one of them has no turn in a queue. In random mode the order says nothing.
 */
export function ranking(agents: readonly Agent[], ticket: Waiting, rules: QueueRules): Agent[] {
  if (!isGivenAway(ticket, rules)) return []
  const isFifo = rules.distribution === 'fifo' && ticket.ownerIds.length === 0
  const turnOf = ({ turns }: Agent) => turns.get(ticket.queueId ?? 0) ?? -1n
  const wants = ({ userId }: Agent) => (userId === ticket.rememberedId ? 0 : 1)
  return candidatesFor(agents, ticket)
    .filter((agent) => reasonAgainst(agent, ticket, rules) === null)
    .sort(
      (a, b) =>
        wants(a) - wants(b) ||
        (isFifo ? 0 : openOf(a) - openOf(b)) ||
        Number(turnOf(a) - turnOf(b)) ||
        a.userId - b.userId,
    )
}

export const isRandom = (ticket: Waiting, { distribution }: QueueRules): boolean =>
  distribution === 'random' && ticket.ownerIds.length === 0

/** Who gets a ticket; null when nobody can. `random` answers from 0 to below 1. */
export function choose(
  agents: readonly Agent[],
  ticket: Waiting,
  rules: QueueRules,
  random: () => number,
): Agent | null {
  const ranked = ranking(agents, ticket, rules)
  const [first] = ranked
  if (!first || !isRandom(ticket, rules) || first.userId === ticket.rememberedId) return first ?? null
  return ranked[Math.floor(random() * ranked.length)] ?? first
}

/** The agents after one of them got a ticket of a queue. */
export function given(agents: readonly Agent[], userId: number, queueId: number | null): Agent[] {
  const last = agents.reduce((max, { turns }) => {
    const turn = turns.get(queueId ?? 0) ?? 0n
    return turn > max ? turn : max
  }, 0n)
  return agents.map((agent) =>
    agent.userId === userId
      ? {
          ...agent,
          open: new Map(agent.open).set(queueId ?? 0, openInQueue(agent, queueId) + 1),
          turns: new Map(agent.turns).set(queueId ?? 0, last + 1n),
        }
      : agent,
  )
}
