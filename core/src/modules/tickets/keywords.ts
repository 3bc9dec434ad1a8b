import { systemScope } from '../../platform/db/scope.ts'
import type { Subscriber } from '../../platform/events/types.ts'
import { readSettings } from '../settings/index.ts'
import { lockTicket } from './change-repo.ts'
import { said } from './changes.ts'
import { findMatches, type Match, tenantsWithKeywords } from './keyword-repo.ts'
import type { TicketDeps } from './ports.ts'
import { loadTickets } from './record-repo.ts'
import type { Say } from './saying.ts'
import { transferTarget } from './target-repo.ts'
import { transfer } from './transfer.ts'
import type { Write } from './writing.ts'

type KeywordDeps = Pick<TicketDeps, 'uow' | 'db' | 'clock' | 'realtime'> & { say: Say; write: Write }

/** A customer who writes a queue's word while nobody has the ticket gets into that queue. */
export function createKeywords({ uow, db, clock, realtime, say, write }: KeywordDeps): Subscriber {
  const move = async (tenantId: number, { ticketId, queueId, keyword }: Match): Promise<void> => {
    const scope = systemScope(tenantId, 'ticket.keyword')
    const onlineUsers = realtime.onlineUsers(tenantId)
    const made = await uow.run(scope, async (tx) => {
      const record = await lockTicket(tx, ticketId)
      const queue = await transferTarget(tx, queueId)
      // told before: a person has it by now, or it is there already
      if (!record || !queue || record.status !== 'pending' || record.queueId === queueId) return null
      const settings = await readSettings(tx)
      const context = { tx, record, settings, me: null, now: clock.now(), onlineUsers }
      const change = await transfer(context, { action: 'transfer', queueId, userId: null, note: keyword })
      await write(context, { ...change, columns: { ...change.columns, transferNote: null } })
      const isThere = change.columns.queueId === queueId
      const greeting = isThere ? said(record, queue.greetingMessage) : []
      return { texts: greeting.length > 0 ? greeting : change.texts, timezone: settings.timezone }
    })
    for (const text of made?.texts ?? []) {
      const [record] = await loadTickets(uow, scope, [ticketId])
      if (record) await say(scope, record, text, made?.timezone ?? '')
    }
  }

  return {
    name: 'tickets.keywords',
    events: ['message.received'],
    gapMs: 100,
    async handle(batch) {
      const byTenant = Map.groupBy(batch, (event) => event.tenantId)
      for (const tenantId of await tenantsWithKeywords(db.system, [...byTenant.keys()])) {
        const ids = (byTenant.get(tenantId) ?? []).map(({ payload }) => String(payload.messageId))
        for (const match of await findMatches(uow, tenantId, ids)) await move(tenantId, match)
      }
    },
  }
}
