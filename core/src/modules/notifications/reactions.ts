import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { StoredEvent, Subscriber } from '../../platform/events/types.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { cut, type Notify, PUSH_LIFE_MS } from './notify.ts'
import { insertDeliveries, tenantsWithPush } from './push/delivery-repo.ts'
import * as repo from './reactions-repo.ts'
import type { NotificationKind } from './schemas.ts'
import type { NoticeSources } from './sources.ts'

export interface ReactionDeps extends NoticeSources {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  notify: Notify
  /** Nobody needs to be told any more what is left to read of this subject. */
  settle(tenantId: number, subject: string): Promise<void>
  /** Browsers of a company are to be told, at a time (epoch milliseconds). */
  kick(tenantId: number, at: number): Promise<void>
}

/** A customer's next words join the push; whoever reads at a screen has the time to do so. */
const MESSAGE_WAIT_MS = 4000

/** Turns facts of the outbox into notices. */
export function createReactions({ db, clock, notify, settle, kick, ...sources }: ReactionDeps): Subscriber {
  const { uow } = db
  const scopeOf = (tenantId: number) => systemScope(tenantId, 'notifications')

  const transferred = async ({ id, tenantId, payload }: StoredEvent): Promise<void> => {
    const by = typeof payload.by === 'number' ? payload.by : null
    const [ticket] = await sources.tickets(tenantId, [Number(payload.ticketId)])
    if (!ticket || ticket.userId === null || ticket.userId === by) return
    const { userId, contactName: contact } = ticket
    await uow.run(scopeOf(tenantId), async (tx) =>
      notify(tx, {
        userIds: [userId],
        kind: 'transfer',
        params: { by: await repo.nameOf(tx, by), contact },
        link: `/atendimento/${ticket.id}`,
        ticketId: ticket.id,
        cause: `event:${id}`,
      }),
    )
  }

  const assigned = async ({ id, tenantId, payload }: StoredEvent): Promise<void> => {
    const [ticket] = await sources.tickets(tenantId, [Number(payload.ticketId)])
    if (!ticket || ticket.userId === null || ticket.userId !== payload.toUserId) return
    const { userId, contactName: contact } = ticket
    await uow.run(scopeOf(tenantId), (tx) =>
      notify(tx, {
        userIds: [userId],
        kind: 'assigned',
        params: { contact },
        link: `/atendimento/${ticket.id}`,
        ticketId: ticket.id,
        cause: `event:${id}`,
      }),
    )
  }

  /** By time or because the customer wrote; whoever takes it back in person needs no telling. */
  const woken = async ({ id, tenantId, payload }: StoredEvent): Promise<void> => {
    const [ticket] = await sources.tickets(tenantId, [Number(payload.ticketId)])
    if (!ticket || ticket.rememberedUserId === null) return
    const { rememberedUserId, contactName: contact } = ticket
    await uow.run(scopeOf(tenantId), (tx) =>
      notify(tx, {
        userIds: [rememberedUserId],
        kind: 'ticket.woken',
        params: { contact },
        link: `/atendimento/${ticket.id}`,
        ticketId: ticket.id,
        cause: `event:${id}`,
      }),
    )
  }

  /** Without the contact's name, which may have to be forgotten. */
  const unsent = async ({ id, name, tenantId, payload }: StoredEvent): Promise<void> => {
    const { scheduleId, userId, by } = payload
    if (typeof userId !== 'number') return
    const isFailed = name === 'schedule.failed'
    await uow.run(scopeOf(tenantId), async (tx) =>
      notify(tx, {
        userIds: [userId],
        kind: isFailed ? 'schedule.failed' : 'schedule.cancelled',
        params: isFailed ? {} : { by: await repo.nameOf(tx, typeof by === 'number' ? by : null) },
        link: isFailed ? `/agendamentos?id=${scheduleId}` : '/agendamentos',
        cause: `event:${id}`,
      }),
    )
  }

  const channelState = async (event: StoredEvent): Promise<void> => {
    const { tenantId, payload } = event
    const subject = `channel:${Number(payload.channelId)}`
    if (payload.to === 'connected') return settle(tenantId, subject)
    // a code that is waited for is news only where there was a connection
    const isLost = payload.from === 'connected' || payload.from === 'lost'
    if (payload.to !== 'disconnected' && !(payload.to === 'waiting-qr' && isLost)) return
    await tellAdmins(event, { kind: 'channel.down', subject, find: repo.downChannel })
  }

  /** Those who look after a channel hear of it once, until it is read or settled. */
  const tellAdmins = async (
    { id, tenantId, payload }: StoredEvent,
    { kind, subject, find }: { kind: NotificationKind; subject: string; find: typeof repo.channelOf },
  ): Promise<void> => {
    const channelId = Number(payload.channelId)
    await uow.run(scopeOf(tenantId), async (tx) => {
      const channel = await find(tx, channelId)
      if (!channel) return
      await notify(tx, {
        userIds: channel.adminIds,
        kind,
        params: { channel: channel.name },
        link: `/sessoes?id=${channelId}`,
        subject,
        cause: `event:${id}`,
        onceUnread: true,
      })
    })
  }

  const webhookPaused = (event: StoredEvent): Promise<void> =>
    tellAdmins(event, { kind: 'webhook.paused', subject: webhookSubject(event.payload), find: repo.channelOf })

  /** Customers who wrote in tickets of people who have a browser that waits. */
  const received = async (tenantId: number, events: StoredEvent[]): Promise<void> => {
    const tickets = await sources.tickets(tenantId, [...new Set(events.map(({ payload }) => Number(payload.ticketId)))])
    const owned = new Map(tickets.filter(({ userId }) => userId !== null).map((ticket) => [ticket.id, ticket]))
    const ofOwned = events.filter(({ payload }) => owned.has(Number(payload.ticketId)))
    if (ofOwned.length === 0) return
    const messages = await sources.messages(
      tenantId,
      ofOwned.map(({ payload }) => String(payload.messageId)),
    )
    // the last one of each ticket tells
    const last = new Map(messages.filter(({ fromMe }) => !fromMe).map((message) => [message.ticketId, message]))
    const now = clock.now()
    const times = { dueAt: new Date(now + MESSAGE_WAIT_MS), expiresAt: new Date(now + PUSH_LIFE_MS) }
    const count = await uow.run(scopeOf(tenantId), async (tx) => {
      const groupsToo = isOn(await readSettings(tx), 'groupNotifications')
      const waiting = await repo.withBrowser(
        tx,
        [...owned.values()].flatMap(({ userId }) => userId ?? []),
      )
      let inserted = 0
      for (const [ticketId, message] of last) {
        const { userId = null, contactName: contact = '', isGroup = false } = owned.get(ticketId) ?? {}
        if (userId === null || !waiting.has(userId) || (isGroup && !groupsToo)) continue
        const topics = [{ userId, topic: `ticket:${ticketId}` }]
        const params = cut({ contact, excerpt: message.text || null })
        const told = { kind: 'message', params, link: `/atendimento/${ticketId}`, ticketId }
        inserted += await insertDeliveries(tx, topics, { ...told, ...times })
      }
      return inserted
    })
    if (count > 0) await kick(tenantId, now + MESSAGE_WAIT_MS)
  }

  return {
    name: 'notifications',
    events: [
      'ticket.transferred',
      'ticket.assigned',
      'channel.state',
      'webhook.paused',
      'webhook.resumed',
      'ticket.woken',
      'schedule.failed',
      'schedule.cancelled',
      'message.received',
    ],
    gapMs: 100,
    async handle(batch) {
      const inbound = batch.filter(({ name }) => name === 'message.received')
      const byTenant = Map.groupBy(inbound, ({ tenantId }) => tenantId)
      for (const tenantId of byTenant.size === 0 ? [] : await tenantsWithPush(db.system, [...byTenant.keys()]))
        await received(tenantId, byTenant.get(tenantId) ?? [])
      for (const event of batch) {
        if (event.name === 'ticket.transferred') await transferred(event)
        if (event.name === 'ticket.assigned') await assigned(event)
        if (event.name === 'ticket.woken') await woken(event)
        if (event.name.startsWith('schedule.')) await unsent(event)
        if (event.name === 'channel.state') await channelState(event)
        if (event.name === 'webhook.paused') await webhookPaused(event)
        if (event.name === 'webhook.resumed') await settle(event.tenantId, webhookSubject(event.payload))
      }
    },
  }
}

const webhookSubject = (payload: StoredEvent['payload']): string => `webhook:${Number(payload.channelId)}`
