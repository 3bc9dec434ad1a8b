import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import type { RealtimePort } from '../auth/index.ts'
import { isPlanExpired } from '../auth/policy.ts'
import { isOn, readSettings } from '../settings/index.ts'
import type { RepeatPeriod } from './contract.ts'
import { repetitionOf } from './dates.ts'
import * as due from './due-repo.ts'
import { insertSchedule, setFiles } from './repo.ts'
import { messageIdsFor, type ScheduleDeps } from './service.ts'

export interface ScheduleWorkerDeps extends Pick<ScheduleDeps, 'clock' | 'messages' | 'tickets' | 'wake'> {
  db: Pick<Database, 'uow' | 'system'>
  realtime: RealtimePort
  log: Pick<Log, 'error'>
  clock: Clock
}

/** Longer than one takes: after that another node may take it over. */
const LEASE_MS = 60_000
const BATCH = 20
/** What is due within so long is waited for; the scan comes in between. */
export const SOON_MS = 60_000
/** One that could not go out for so long, as during an outage, would only confuse. */
const LATE_MS = 24 * 3_600_000
/** Waits after failures of our own; then it counts as not sent. */
const AGAIN_MS = [10_000, 60_000, 300_000, 900_000]

/** Sends what is due, each once, whoever else does so at the same time. */
export function createScheduleWorker(deps: ScheduleWorkerDeps) {
  const { db, clock, messages, tickets } = deps
  const { uow } = db

  /** @throws ERR_PLAN_EXPIRED, ERR_TENANT_INACTIVE, ERR_SCHEDULE_LATE */
  const prepare = (scope: Scope, row: due.DueSchedule) =>
    uow.run(scope, async (tx) => {
      const settings = await readSettings(tx)
      const standing = await due.findStanding(tx)
      const author = row.userId === null ? null : await due.findAuthor(tx, row.userId)
      const dueDate = standing?.dueDate?.toISOString().slice(0, 10) ?? null
      if (standing?.status !== 'active') throw new AppError('ERR_TENANT_INACTIVE')
      if (isPlanExpired(dueDate, settings.timezone, clock.now())) throw new AppError('ERR_PLAN_EXPIRED')
      if (clock.now() - row.scheduleDate.getTime() > LATE_MS) throw new AppError('ERR_SCHEDULE_LATE')
      const isSigned = author?.profile !== 'admin' && !isOn(settings, 'allowDisableSignature')
      return { author, isSigned, timezone: settings.timezone }
    })

  const attempt = async (scope: Scope, row: due.DueSchedule): Promise<due.Outcome> => {
    try {
      const { author, isSigned, timezone } = await prepare(scope, row)
      const ticketId = await tickets.conversationOf(scope, row)
      const { messageIds: ids, body, mediaIds } = row
      await messages.sendLater(scope, ticketId, { ids, body, mediaIds, author, isSigned, timezone })
      return { state: 'sent', ticketId, sentAt: new Date(clock.now()) }
    } catch (error) {
      if (error instanceof AppError) return { state: 'error', errorCode: error.code, errorParams: { ...error.params } }
      deps.log.error({ err: error, tenantId: scope.tenantId, scheduleId: row.id }, 'scheduled message not sent')
      const wait = AGAIN_MS[row.attempts - 1]
      return wait === undefined
        ? { state: 'error', errorCode: 'ERR_INTERNAL' }
        : { state: 'pending', dueAt: new Date(clock.now() + wait) }
    }
  }

  /** Writes down how it went, and with it the next one of a repetition. */
  const finish = (scope: Scope, row: due.DueSchedule, outcome: due.Outcome) =>
    uow.run(scope, async (tx) => {
      if (!(await due.settle(tx, row, outcome))) return
      if (outcome.state === 'error') tx.emit('schedule.failed', { scheduleId: row.id, userId: row.userId })
      const { tenantId } = scope
      const news = { action: 'update', contactId: row.contactId }
      tx.afterCommit(() => deps.realtime.publish({ tenantId, to: 'tenant' }, 'schedule', news))
      const isRepeated = row.repeatCount > 0 && row.repeatPeriod !== null && outcome.state !== 'pending'
      // there is nowhere to repeat it
      if (!isRepeated || outcome.errorCode === 'ERR_NO_WAPP_FOUND' || outcome.errorCode === 'ERR_NO_CONTACT_FOUND')
        return
      const { timezone } = await readSettings(tx)
      const { userId, contactId, channelId, body, anchorAt, repeatPeriod, mediaIds } = row
      const step = row.step + 1
      const at = repetitionOf(anchorAt.getTime(), repeatPeriod as RepeatPeriod, step, timezone)
      const next = await insertSchedule(tx, {
        ...{ userId, contactId, channelId, body, anchorAt, step, repeatPeriod },
        repeatCount: row.repeatCount - 1,
        scheduleDate: new Date(at),
        followsId: row.id,
        messageIds: messageIdsFor(mediaIds),
      })
      await setFiles(tx, next, mediaIds)
    })

  return {
    /** One run for one company: everything due, in order. */
    async run(tenantId: number, signal: AbortSignal): Promise<void> {
      const scope = systemScope(tenantId, 'schedule')
      while (!signal.aborted) {
        const now = clock.now()
        const span = { now: new Date(now), until: new Date(now + LEASE_MS), limit: BATCH }
        const claimed = await due.claimDue(uow, tenantId, span)
        if (claimed.length === 0) break
        for (const row of claimed) await finish(scope, row, await attempt(scope, row))
      }
      const next = await due.nextDue(uow, tenantId)
      if (next !== null) await deps.wake(tenantId, next)
    },

    /** Finds what no job will come for: its own was lost with a node, or lay far ahead. */
    async scan(): Promise<void> {
      const soon = new Date(clock.now() + SOON_MS)
      for (const { tenantId, at } of await due.dueCompanies(db.system, soon)) await deps.wake(tenantId, at.getTime())
    },
  }
}

export type ScheduleWorker = ReturnType<typeof createScheduleWorker>
