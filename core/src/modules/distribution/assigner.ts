import { lockName } from '../../platform/advisory-lock.ts'
import type { Clock } from '../../platform/clock.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Log } from '../../platform/logger.ts'
import type { Assigning } from '../tickets/index.ts'
import { type Agent, choose, given, isGivenAway, type QueueRules, reasonAgainst, type Waiting } from './policy.ts'
import { type DistributionState, loadState, type Moment, noteTurn } from './state-repo.ts'
import { unnotedOwned, type WaitingFor, type WaitingTicket, waitingTicket, waitingTickets } from './waiting-repo.ts'

/** Looked at together, and at most in one run. */
const PAGE = 200
const MAX_PAGES = 25
/** Tickets whose wait for an owner is written down in one go. */
const NOTES = 100

export interface AssignerDeps {
  uow: UnitOfWork
  clock: Clock
  log: Pick<Log, 'error'>
  /** Of the tickets module. */
  tickets: Assigning
  /** People with a live socket. */
  onlineUsers(tenantId: number): number[]
  /** From 0 to below 1. */
  random(): number
}

const NO_RULES: QueueRules = { distribution: 'off', agentCapacity: null }

/** What holds for a ticket: an inactive queue gives nothing away. */
export function rulesFor({ queues }: DistributionState, { queueId }: Pick<Waiting, 'queueId'>): QueueRules {
  const queue = queueId === null ? undefined : queues.get(queueId)
  return queue?.isActive ? queue : { ...NO_RULES, agentCapacity: queue?.agentCapacity ?? null }
}

/** Gives tickets that wait to those who are there, the longest waiting first. */
export function createAssigner({ uow, clock, log, tickets, onlineUsers, random }: AssignerDeps) {
  const scopeOf = (tenantId: number) => systemScope(tenantId, 'distribution')
  const moment = (tenantId: number): Moment => ({ now: clock.now(), onlineIds: onlineUsers(tenantId) })

  /**
   * One ticket, decided on what is true while nobody else in the company decides: two nodes give no ticket twice, and
   * nobody more than they take.
   */
  const assign = (tenantId: number, ticketId: number): Promise<number | null> =>
    uow.run(scopeOf(tenantId), async (tx) => {
      await lockName(tx, 'distribution')
      return tickets.assign(tx, ticketId, async (record) => {
        const some = { queueId: record.queueId, userIds: record.contact.wallets.map(({ id }) => id) }
        const state = await loadState(tx, moment(tenantId), some)
        const ticket = await waitingTicket(tx, ticketId, state.directsToWallets)
        const chosen = ticket ? choose(state.agents, ticket, rulesFor(state, ticket), random) : null
        if (!chosen) return null
        if (record.queueId !== null) await noteTurn(tx, record.queueId, chosen.userId, clock.now())
        return chosen.userId
      })
    })

  /** One ticket's trouble is not the others'. */
  const tried = (tenantId: number, ticketId: number): Promise<number | null> =>
    assign(tenantId, ticketId).catch((error: unknown) => {
      log.error({ err: error, tenantId, ticketId }, 'ticket was given to nobody')
      return null
    })

  /** That owners are away is written into the log of what waits for them. */
  const noteAbsences = (tenantId: number) =>
    uow.run(scopeOf(tenantId), async (tx) => {
      await lockName(tx, 'distribution')
      for (const ticket of await unnotedOwned(tx, NOTES)) await tickets.noteAbsence(tx, ticket)
    })

  const nextOf = (tenantId: number, free: WaitingFor, after: WaitingTicket | null) =>
    uow.run(scopeOf(tenantId), (tx) => waitingTickets(tx, free, { after, limit: PAGE }))

  return {
    /** Everything that can be given away in a company now. */
    async run(tenantId: number, signal: AbortSignal): Promise<void> {
      const state = await uow.run(scopeOf(tenantId), (tx) => loadState(tx, moment(tenantId)))
      let { agents } = state
      let after: WaitingTicket | null = null
      for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
        const free = freeFor({ ...state, agents })
        if (free.queueIds.length === 0 && free.ownerIds.length === 0) break
        const found: WaitingTicket[] = await nextOf(tenantId, free, after)
        for (const ticket of found) {
          if (signal.aborted) return
          // a look at what is known spares most units of work that would come to nothing
          if (!choose(agents, ticket, rulesFor(state, ticket), random)) continue
          const userId = await tried(tenantId, ticket.id)
          if (userId !== null) agents = given(agents, userId, ticket.queueId)
        }
        after = found.at(-1) ?? null
        if (found.length < PAGE) break
      }
      if (state.directsToWallets) await noteAbsences(tenantId)
    },
  }
}

export type Assigner = ReturnType<typeof createAssigner>

/** Where a look for tickets is worth while. */
function freeFor(state: DistributionState): WaitingFor {
  const { queues, agents, directsToWallets } = state
  const isFree = (ticket: Waiting) => (agent: Agent) => reasonAgainst(agent, ticket, rulesFor(state, ticket)) === null
  const none = { channelId: null, rememberedId: null, returnedBy: [] }
  const queueIds = [...queues.keys()].filter((queueId) => {
    const ticket = { ...none, queueId, ownerIds: [] }
    return isGivenAway(ticket, rulesFor(state, ticket)) && agents.some(isFree(ticket))
  })
  const ownerIds = agents.map(({ userId }) => userId).filter((userId) => isReady(agents, userId))
  return { directsToWallets, queueIds, ownerIds: directsToWallets ? ownerIds : [] }
}

/** Could somebody take tickets of their own contacts, whatever the queue? */
const isReady = (agents: readonly Agent[], userId: number): boolean => {
  const anywhere = { queueId: null, channelId: null, ownerIds: [userId], rememberedId: null, returnedBy: [] }
  return agents.some((agent) => agent.userId === userId && reasonAgainst(agent, anywhere, NO_RULES) === null)
}
