import { systemScope } from '../../platform/db/scope.ts'
import { readSettings } from '../settings/index.ts'
import { wake } from './asides.ts'
import { autoClose, autoPending } from './by-itself.ts'
import type { Change, ChangeContext } from './changes.ts'
import { claimDue, dueTenants, dueTickets, TICKET_RULES, type TicketRule } from './due-repo.ts'
import type { TicketDeps } from './ports.ts'
import { ratingText } from './rating.ts'
import { expireRatings } from './rating-repo.ts'
import type { TicketNews } from './realtime.ts'
import { loadTickets } from './record-repo.ts'
import type { Say } from './saying.ts'
import type { Write } from './writing.ts'

/** Looked for at a time. */
const BATCH = 100

type TimingDeps = Pick<TicketDeps, 'uow' | 'db' | 'clock' | 'log'> & { news: TicketNews; say: Say; write: Write }

/** What time does to tickets: those put aside come back, the forgotten go back or are closed, ratings expire. */
export function createTiming({ uow, db, clock, log, news, say, write }: TimingDeps) {
  /** Answers whether the rule was applied: somebody may have been faster. */
  const apply = async (tenantId: number, rule: TicketRule, id: number): Promise<boolean> => {
    const scope = systemScope(tenantId, `ticket.${rule}`)
    const made = await uow.run(scope, async (tx) => {
      const now = clock.now()
      if (!(await claimDue(tx, rule, id, now))) return null
      const [record] = await loadTickets(tx, tx.scope, [id])
      if (!record) return null
      const settings = await readSettings(tx)
      const context = { tx, record, settings, me: null, now }
      const change = await changeBy(rule, context)
      await write(context, change)
      return { texts: change.texts, timezone: settings.timezone }
    })
    for (const text of made?.texts ?? []) {
      const [record] = await loadTickets(uow, scope, [id])
      if (record) await say(scope, record, text, made?.timezone ?? '')
    }
    return made !== null
  }

  /** One ticket’s trouble is not the others’. */
  const tried = (tenantId: number, rule: TicketRule, id: number): Promise<boolean> =>
    apply(tenantId, rule, id).catch((error: unknown) => {
      log.error({ err: error, tenantId, ticketId: id, rule }, 'what was due for a ticket did not happen')
      return false
    })

  /** Whoever did not answer is told, where the company wants it, that nobody waits any longer. */
  const sayExpired = async (tenantId: number, ids: number[]): Promise<void> => {
    const scope = systemScope(tenantId, 'ticket.rating')
    for (const record of await loadTickets(uow, scope, ids)) {
      const { text, timezone } = await uow.run(scope, async (tx) => {
        const settings = await readSettings(tx)
        return { text: await ratingText(tx, record.channelId, 'expiry', settings), timezone: settings.timezone }
      })
      if (text !== '') await say(scope, record, text, timezone)
    }
  }

  return {
    /** Companies for which `run` has something to do. */
    due: (): Promise<number[]> => dueTenants(db.system, clock.now()),

    /** Everything that is due in a company, until nothing is or the time of a run is up. */
    async run(tenantId: number, signal: AbortSignal): Promise<void> {
      for (const rule of TICKET_RULES) {
        let applied = 0
        do {
          applied = 0
          for (const id of await dueTickets(uow, tenantId, rule, { now: clock.now(), limit: BATCH })) {
            if (signal.aborted) return
            if (await tried(tenantId, rule, id)) applied += 1
          }
        } while (applied === BATCH)
      }
      const expired = await expireRatings(uow, tenantId, clock.now(), BATCH)
      if (expired.length === 0) return
      await news.announce(tenantId, expired)
      await sayExpired(tenantId, expired)
    },
  }
}

export type Timing = ReturnType<typeof createTiming>

function changeBy(rule: TicketRule, context: ChangeContext): Change | Promise<Change> {
  switch (rule) {
    case 'wake':
      return wake(context, true)
    case 'autoPending':
      return autoPending(context)
    case 'autoClose':
      return autoClose(context)
  }
}
