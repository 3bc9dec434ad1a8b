import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { StoredEvent, Subscriber } from '../../platform/events/types.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { loadMessages, type MessageRecord } from '../messages/index.ts'
import { loadTickets, type TicketRecord } from '../tickets/index.ts'
import { LIFETIME_MS } from './outcome.ts'
import type { Payloads } from './payload.ts'
import { activeWebhooks, insertDeliveries, type NewDelivery, type WebhookKey } from './queue-repo.ts'
import type { WebhookEvent } from './schemas.ts'

export interface CollectorDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  payloads: Payloads
  log: Pick<Log, 'error'>
  /** Something waits for this channel's webhook. */
  kick(key: WebhookKey): Promise<void>
}

/** Facts of the outbox from which deliveries are made. */
const FACTS = ['ticket.created', 'ticket.transferred', 'ticket.closed', 'message.received', 'message.sent'] as const

/** Turns facts of the outbox into deliveries of the webhooks that want them. */
export function createCollector({ db, clock, payloads, log, kick }: CollectorDeps): Subscriber {
  /** One company's events, in their order. @returns channels for which something was written */
  const collect = async (tenantId: number, events: StoredEvent[], wanted: Map<number, string[]>): Promise<number[]> => {
    const tickets = await loadTickets(db.uow, { tenantId }, [...new Set(events.map(ticketIdOf))])
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    const here = events.filter((event) => wanted.has(byId.get(ticketIdOf(event))?.channelId ?? 0))
    const messageIds = here.flatMap((event) => messageIdOf(event) ?? [])
    const messages = new Map((await loadMessages(db.uow, { tenantId }, messageIds)).map((one) => [one.id, one]))

    const rows = here.flatMap((event): NewDelivery[] => {
      const ticket = byId.get(ticketIdOf(event))
      const messageId = messageIdOf(event)
      const message = messageId === null ? null : (messages.get(messageId) ?? null)
      // deleted meanwhile
      if (!ticket || (messageId !== null && !message)) return []
      const kind = kindOf(event, message)
      return wanted.get(ticket.channelId)?.includes(kind) ? rowOf(event, kind, ticket, message) : []
    })
    if (rows.length === 0) return []
    const now = clock.now()
    await insertDeliveries(db.uow, tenantId, rows, { now: new Date(now), expiresAt: new Date(now + LIFETIME_MS) })
    return [...new Set(rows.map((row) => row.channelId))]
  }

  /** None for what cannot be put into words: trying again would change nothing and hold up everybody's events. */
  const rowOf = (
    event: StoredEvent,
    kind: WebhookEvent,
    ticket: TicketRecord,
    message: MessageRecord | null,
  ): NewDelivery[] => {
    const { createdAt } = event
    const told = { id: newId(), event: kind, createdAt }
    try {
      const payload = payloads.of({ ...told, ticket, message })
      const messageId = message?.media?.state === 'pending' ? message.id : null
      return [{ ...told, channelId: ticket.channelId, eventId: event.id, ticketId: ticket.id, messageId, payload }]
    } catch (error) {
      log.error({ err: error, event: event.id, ticketId: ticket.id }, 'an event cannot be told to a webhook')
      return []
    }
  }

  return {
    name: 'webhooks',
    events: FACTS,
    async handle(batch) {
      const byTenant = Map.groupBy(batch, (event) => event.tenantId)
      const active = Map.groupBy(await activeWebhooks(db.system, [...byTenant.keys()]), (one) => one.tenantId)
      for (const [tenantId, webhooks] of active) {
        const wanted = new Map(webhooks.map(({ channelId, events }) => [channelId, events]))
        for (const channelId of await collect(tenantId, byTenant.get(tenantId) ?? [], wanted))
          await kick({ tenantId, channelId })
      }
    },
  }
}

const ticketIdOf = ({ payload }: StoredEvent): number => Number(payload.ticketId)
const messageIdOf = ({ payload }: StoredEvent): string | null =>
  typeof payload.messageId === 'string' ? payload.messageId : null

function kindOf({ name, payload }: StoredEvent, message: MessageRecord | null): WebhookEvent {
  // what somebody wrote on the phone comes in from the provider like everything else
  if (message) return message.fromMe ? 'message.sent' : 'message.received'
  if (name === 'ticket.created')
    return payload.automatic === true ? 'ticket.created.automatic' : 'ticket.created.manual'
  return name === 'ticket.closed' ? 'ticket.closed' : 'ticket.transferred'
}
