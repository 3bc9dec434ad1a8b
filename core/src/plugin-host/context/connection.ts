import { CONNECTION_STATES, type ConnectionReport, type Notice, type Shown } from '@recado/sdk'
import type { Log } from '../../platform/logger.ts'
import { asHost } from '../plugin-scope.ts'

const USER_ACTIONS = ['scan', 'reauthorise', 'check-settings', 'open-phone', 'wait', 'contact-operator'] as const
const MAX_SHOWN = 8192

/** Reports of one instance on their way to the database: one at a time, the newest counts. */
export interface Reports {
  /** Resolves when this report, or a newer one, is stored. */
  set(report: ConnectionReport): Promise<void>
  /** How many reports came so far. */
  readonly count: number
  readonly latest: ConnectionReport | null
  /** Tries again what could not be stored. */
  retry(): Promise<void>
}

export function createReports(deps: {
  store(report: ConnectionReport): Promise<void>
  onState(report: ConnectionReport): void
  log: Log
}): Reports {
  let count = 0
  let latest: ConnectionReport | null = null
  let waiting: ConnectionReport | null = null
  let writing: Promise<void> | null = null

  const write = async () => {
    while (waiting) {
      const report = waiting
      waiting = null
      try {
        await deps.store(report)
      } catch (error) {
        waiting ??= report
        deps.log.warn({ err: error, state: report.state }, 'a connection report could not be stored')
        return
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= asHost(write).finally(() => {
      writing = null
    })
    return writing
  }

  return {
    get count() {
      return count
    },
    get latest() {
      return latest
    },
    async set(given) {
      const report = checkedReport(given)
      count += 1
      const same = JSON.stringify(report) === JSON.stringify(latest)
      latest = report
      asHost(() => deps.onState(report))
      if (same && !waiting) return writing ?? undefined
      waiting = report
      await flush()
      if (waiting !== null && !writing) return
      await writing
    },
    async retry() {
      if (waiting) await flush()
    },
  }
}

/** @throws TypeError, a defect of the plugin */
export function checkedReport(given: ConnectionReport): ConnectionReport {
  if (!CONNECTION_STATES.includes(given?.state)) throw new TypeError('connection.set takes a report with a known state')
  const { state, show, reason, userAction, account, retries, notices } = given
  return {
    state,
    ...(show ? { show: checkedShown(show) } : {}),
    ...(reason ? { reason: String(reason).slice(0, 500) } : {}),
    ...(userAction && USER_ACTIONS.includes(userAction) ? { userAction } : {}),
    ...(account
      ? {
          account: {
            id: String(account.id).slice(0, 255),
            ...(account.name ? { name: String(account.name).slice(0, 255) } : {}),
            ...(account.number ? { number: String(account.number).slice(0, 64) } : {}),
            ...(account.also ? { also: account.also.slice(0, 10).map((id) => String(id).slice(0, 255)) } : {}),
          },
        }
      : {}),
    ...(notices ? { notices: notices.slice(0, 10).map(checkedNotice) } : {}),
    ...(Number.isInteger(retries) && retries !== undefined ? { retries: Math.max(0, Math.min(retries, 10_000)) } : {}),
  }
}

function checkedNotice({ level, text, until }: Notice): Notice {
  if (!['info', 'warning', 'error'].includes(level)) throw new TypeError('a notice is an info, a warning or an error')
  return { level, text: String(text).slice(0, 500), ...(until === undefined ? {} : { until: Number(until) }) }
}

function checkedShown({ as, value, message, expiresAt }: Shown): Shown {
  if (!['qr', 'code', 'link', 'text'].includes(as)) throw new TypeError('show takes a qr, code, link or text')
  return {
    as,
    value: String(value).slice(0, MAX_SHOWN),
    ...(message ? { message: String(message).slice(0, 500) } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt: Number(expiresAt) }),
  }
}
