import { randomUUID } from 'node:crypto'
import { createIntake } from '../src/modules/messages/index.ts'
import { createTestTickets } from '../src/modules/tickets/testing.ts'
import { silentLog } from '../src/platform/logger.ts'
import type { ChannelRef } from '../src/plugin-host/index.ts'
import { makeCompany } from './factories.ts'
import type { Harness } from './harness.ts'

const MINUTE = 60_000

/** A company whose customers write in, whose people answer, and in which time passes. */
export async function startTicketLife(h: Harness) {
  const t = createTestTickets(h)
  const company = await makeCompany(h.db)
  const { tenantId } = company
  const queueId = await company.queue('Suporte')
  const otherQueueId = await company.queue('Financeiro')
  const queues = [queueId, otherQueueId]
  const ana = await company.user('user', { name: 'Ana Reis', queues })
  const bia = await company.user('user', { name: 'Bia Sá', queues })
  const admin = await company.user('admin')
  const channelId = await company.channel()
  await h.db.owner('update channel set queue_id = $1 where id = $2', [queueId, channelId])
  const refOf = (id: number): ChannelRef => ({ tenantId, channelId: id, type: 'fake', addressScope: 0 })
  const intake = createIntake({ uow: h.db.uow, log: silentLog, onApplied: () => undefined })

  /** The customer writes. Answers where the message went, and when it was written down before. */
  const saysOn =
    (id: number) =>
    async (
      who: string,
      text = 'Bom dia, preciso de ajuda com a fatura',
      externalId = randomUUID(),
    ): Promise<number> => {
      await intake.push(refOf(id), null, [
        {
          kind: 'message',
          externalId,
          direction: 'in',
          chat: { addresses: [{ kind: 'fake', value: who }], name: who },
          content: { type: 'text', text },
          at: Date.now(),
        },
      ])
      const [row] = await h.db.owner<{ id: number }>(
        'select ticket_id id from message where tenant_id = $1 and external_id = $2',
        [tenantId, externalId],
      )
      if (!row) throw new Error('the message is nowhere')
      return row.id
    }

  return {
    ...t,
    company,
    people: { ana, bia, admin },
    queueId,
    otherQueueId,
    channelId,

    says: saysOn(channelId),

    /** On another channel. */
    on: (id: number) => ({ says: saysOn(id) }),

    /** An agent answers. */
    async answers(ticketId: number, text = 'Já vejo'): Promise<void> {
      const item = {
        id: randomUUID(),
        type: 'text',
        sendType: 'chat',
        body: text,
        line: text,
        content: { type: 'text', text },
      }
      await h.db.owner('select message_append($1, $2, $3::jsonb)', [tenantId, ticketId, JSON.stringify([item])])
    },

    passes: (minutes: number): void => h.clock.advance(minutes * MINUTE),

    /** What the jobs do: first which companies have something due, then one of them. */
    async timers(): Promise<boolean> {
      const { timing } = t.tickets.work
      const isDue = (await timing.due()).includes(tenantId)
      if (isDue) await timing.run(tenantId, new AbortController().signal)
      return isDue
    },

    /** Hands the facts of the outbox to whoever follows them, all of them each time: subscribers get some twice. */
    async hears(name: 'ratingReplies' | 'keywords'): Promise<void> {
      const subscriber = t.tickets.work[name]
      const rows = await h.db.owner<{ id: string; name: string; payload: Record<string, unknown>; createdAt: Date }>(
        `select id::text, name, payload, created_at "createdAt" from domain_event
          where tenant_id = $1 and name = any($2) order by id`,
        [tenantId, subscriber.events],
      )
      await subscriber.handle(
        rows.map((row) => ({ ...row, tenantId })),
        new AbortController().signal,
      )
    },

    log: async (ticketId: number) =>
      (await t.tickets.logs(admin.scope, ticketId)).map(({ type, cause, note }) =>
        note ? [type, cause, note] : [type, cause],
      ),
  }
}

export type TicketLife = Awaited<ReturnType<typeof startTicketLife>>
