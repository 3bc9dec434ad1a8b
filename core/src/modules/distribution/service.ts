import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { seenTicket, type TicketRecord } from '../tickets/index.ts'
import { rulesFor } from './assigner.ts'
import * as policy from './policy.ts'
import type { Assignment, Candidate, Preview, PreviewQuery } from './schemas.ts'
import { loadState, type Moment, type StoredQueue } from './state-repo.ts'
import { lineOf, waitingTicket } from './waiting-repo.ts'

export interface DistributionServiceDeps {
  uow: UnitOfWork
  clock: Clock
  /** People with a live socket. */
  onlineUsers(tenantId: number): number[]
}

/** What people ask about the rule that gives tickets away. */
export function createDistributionService({ uow, clock, onlineUsers }: DistributionServiceDeps) {
  const moment = ({ tenantId }: Scope): Moment => ({ now: clock.now(), onlineIds: onlineUsers(tenantId) })

  return {
    /** @throws ERR_NO_TICKET_FOUND */
    async explain(scope: Scope, id: number): Promise<Assignment> {
      const record = await seenTicket(uow, scope, id)
      return uow.run(scope, async (tx) => {
        const { queueId, channelId, rememberedUserId } = record
        const userIds = record.contact.wallets.map((owner) => owner.id)
        const state = await loadState(tx, moment(scope), { queueId, userIds })
        const waiting = await waitingTicket(tx, id, state.directsToWallets)
        const ownerIds = state.directsToWallets && !record.isGroup ? userIds : []
        const ticket = waiting ?? { queueId, channelId, ownerIds, rememberedId: rememberedUserId, returnedBy: [] }
        const rules = rulesFor(state, ticket)
        const line = queueId === null || !waiting ? null : await lineOf(tx, queueId, waiting)
        const candidates = candidatesOf(state.agents, ticket, rules)
        const isDue = candidates.some(({ reason }) => reason === null)
        const queue = queueId === null ? undefined : state.queues.get(queueId)
        return {
          state: barrierOf(record, queue, ticket, waiting !== null) ?? (isDue ? 'due' : 'nobody'),
          by: ownerIds.length > 0 ? 'wallet' : queueId === null ? null : rules.distribution,
          waitingSince: record.status === 'pending' ? (record.waitingSince?.toISOString() ?? null) : null,
          ahead: line?.ahead ?? null,
          candidates,
        }
      })
    },

    /** @throws ERR_NO_QUEUE_FOUND */
    async preview(scope: Scope, queueId: number, query: PreviewQuery): Promise<Preview> {
      return uow.run(scope, async (tx) => {
        const state = await loadState(tx, moment(scope), { queueId, userIds: [] })
        const queue = state.queues.get(queueId)
        if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
        const { waiting, firstId } = await lineOf(tx, queueId, null)
        // owners of wallets get their contacts' tickets whatever the queue's rule
        const first = firstId === null ? null : await waitingTicket(tx, firstId, false)
        const asked = query.distribution ?? queue.distribution
        const rules = {
          distribution: asked === 'company' ? state.company : asked,
          agentCapacity: query.agentCapacity === undefined ? queue.agentCapacity : query.agentCapacity || null,
        }
        const ticket = first ?? { queueId, channelId: null, ownerIds: [], rememberedId: null, returnedBy: [] }
        const candidates = candidatesOf(state.agents, ticket, rules)
        return { distribution: rules.distribution, waiting, ticketId: firstId, candidates }
      })
    },
  }
}

export type DistributionService = ReturnType<typeof createDistributionService>

/** Why the rule leaves a ticket alone, whoever is there; null when it does not. */
function barrierOf(
  { status, userId, isGroup, snoozedUntil, chatFlowId }: TicketRecord,
  queue: StoredQueue | undefined,
  ticket: policy.Waiting,
  isWaiting: boolean,
): Assignment['state'] | null {
  if (status === 'closed') return 'closed'
  if (status === 'open' || userId !== null) return 'assigned'
  if (snoozedUntil !== null) return 'snoozed'
  if (isGroup) return 'group'
  if (chatFlowId !== null) return 'flow'
  if (!isWaiting) return 'answered'
  if (ticket.ownerIds.length > 0) return null
  if (!queue) return 'noQueue'
  if (!queue.isActive) return 'queueInactive'
  return queue.distribution === 'off' ? 'off' : null
}

/** Those who could have it first, then the others by name. */
function candidatesOf(agents: readonly policy.Agent[], ticket: policy.Waiting, rules: policy.QueueRules): Candidate[] {
  const ranked = policy.ranking(agents, ticket, rules)
  const placeOf = (userId: number): number | null => {
    const index = ranked.findIndex((agent) => agent.userId === userId)
    return index === -1 ? null : policy.isRandom(ticket, rules) ? 1 : index + 1
  }
  return policy
    .candidatesFor(agents, ticket)
    .map((agent) => ({
      userId: agent.userId,
      name: agent.name,
      reason: policy.reasonAgainst(agent, ticket, rules),
      place: placeOf(agent.userId),
      open: policy.openOf(agent),
      capacity: agent.capacity,
      openInQueue: policy.openInQueue(agent, ticket.queueId),
      queueCapacity: rules.agentCapacity,
    }))
    .sort((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER))
}
