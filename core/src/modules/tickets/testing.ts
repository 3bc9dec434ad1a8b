import { randomUUID } from 'node:crypto'
import type { Harness } from '../../../test/harness.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Audience } from '../../platform/realtime/types.ts'
import type { TicketFacts } from './policy.ts'
import { createTicketService } from './service.ts'

/** The service on a real database; what leaves it is kept for looking at. */
export function createTestTickets({ db, clock }: Harness) {
  const events: { audience: Audience<TicketFacts>; event: string; payload: object }[] = []
  const texts: { ticketId: number; text: string }[] = []
  const read: number[] = []
  const changed: number[] = []
  const faults: object[] = []
  const online: number[] = []
  const sent = new Set<string>()
  const channel = { failsToSend: false }
  const fileUrl = (tenantId: number, mediaId: string) => `/files/${tenantId}-${mediaId}`
  const tickets = createTicketService({
    uow: db.uow,
    db,
    clock,
    realtime: {
      publish: (audience, event, payload) => void events.push({ audience, event, payload }),
      onlineUsers: () => online,
    },
    fileUrl,
    log: { error: (fields) => void faults.push(fields) },
    sendText: async (_scope: Scope, ticketId, text, _sendType, id = randomUUID()) => {
      if (channel.failsToSend) throw new Error('queue is down')
      if (sent.has(id)) return
      sent.add(id)
      texts.push({ ticketId, text })
    },
    firstMessage: {
      check: async () => undefined,
      send: async (_scope, ticketId, { body }) => void texts.push({ ticketId, text: body }),
    },
    markRead: (_tenantId, _channelId, ticketId) => void read.push(ticketId),
    onTicketChanged: (_tenantId, ids) => void changed.push(...ids),
    addressKind: (type) => ({ fake: 'phone', inbox: 'visitor' })[type] ?? null,
    startsConversation: (type) => type === 'fake',
    scheduledFor: async () => [],
  })
  return { tickets, events, texts, read, changed, faults, online, channel, fileUrl }
}

/** The refusal, or what came instead. */
export const refusalOf = (work: Promise<unknown>): Promise<{ code?: string; body?: string }> =>
  work.then(
    () => ({}),
    (error: unknown) => error as { code?: string; body?: string },
  )
