import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import type { FileUrl } from '../auth/index.ts'
import { numberOf, withDefaults } from '../settings/index.ts'
import { loadTickets, loadViewer, presentTicketRow, type TicketViewer, viewFor } from '../tickets/index.ts'
import type { Measured } from './figure-repo.ts'
import { countLive } from './live-repo.ts'
import { panelIds, panelQueues, panelUsers } from './panel-repo.ts'
import { loadPeriod, totalsOf } from './period-repo.ts'
import { daysOf, isMeasuredAlone, seesPanel, unitOf } from './policy.ts'
import { presentGroup, presentPanelQueue, presentPanelUser, presentTotals, seriesOf } from './presenter.ts'
import { liveIds, periodIds } from './rows-repo.ts'
import {
  type FigureRows,
  LIVE_FIGURES,
  type LiveFigure,
  type LiveFigures,
  type LiveQuery,
  type Panel,
  type PanelQuery,
  type PeriodFigure,
  type PeriodFigures,
  type PeriodQuery,
  type RowQuery,
} from './schemas.ts'
import { loadCompany, loadSpans } from './span-repo.ts'

export interface DashboardDeps {
  uow: UnitOfWork
  clock: Clock
  fileUrl: FileUrl
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAGE = 50
/** Beyond so many days groups have averages alone. */
const GROUP_P90_DAYS = 92

const isLive = (figure: string): figure is LiveFigure => LIVE_FIGURES.some((live) => live === figure)

/** @throws ERR_VALIDATION */
function requireDays({ startDate, endDate }: Pick<PeriodQuery, 'startDate' | 'endDate'>, today: string) {
  const isToday = startDate === undefined && endDate === undefined
  const days = isToday ? daysOf(today, today) : daysOf(startDate ?? '', endDate ?? '')
  if (!days) throw new AppError('ERR_VALIDATION', { params: { field: 'endDate' } })
  return days
}

/** What supervisors look at: how things stand, what happened, and who has what. Every number has its rows. */
export function createDashboard({ uow, clock, fileUrl }: DashboardDeps) {
  const measuredBy = (viewer: TicketViewer, query: LiveQuery, isOwn = false): Measured => ({
    viewer,
    isOwn,
    queueIds: query.queuesIds ?? [],
    channelIds: query.whatsappIds ?? [],
    userIds: query.userIds ?? [],
  })

  /** The company's day, and since when somebody who still waits waits too long. */
  const momentOf = async (scope: Scope) => {
    const now = new Date(clock.now())
    const company = await loadCompany(uow, scope, now)
    const stored = company.waitLimit === null ? [] : [{ key: 'waitLimitMinutes', value: company.waitLimit }]
    const waitLimitMinutes = numberOf(withDefaults(stored), 'waitLimitMinutes')
    // longer than any day of a clock that changes; nothing happens later than now
    const today = { from: company.midnight, to: new Date(company.midnight.getTime() + 2 * DAY) }
    return {
      ...company,
      now,
      today,
      day: company.today,
      waitLimitMinutes,
      limit: new Date(now.getTime() - waitLimitMinutes * MINUTE),
    }
  }

  const rowsOf = async (scope: Scope, viewer: TicketViewer, ids: number[]) => {
    const view = viewFor(viewer, fileUrl)
    return (await loadTickets(uow, scope, ids)).map((record) => presentTicketRow(record, view))
  }

  const periodRows = async (
    scope: Scope,
    viewer: TicketViewer,
    figure: PeriodFigure,
    query: RowQuery,
    { timezone, now, day }: { timezone: string; now: Date; day: string },
    page: { skip: number; take: number },
  ) => {
    const days = requireDays(query, day)
    const { span } = await loadSpans(uow, scope, { ...days, timezone, now })
    const { at = null, hour = null } = query
    const measured = measuredBy(viewer, query, isMeasuredAlone(viewer.profile))
    return periodIds(uow, scope, measured, { figure, span, timezone, unit: unitOf(days.count), at, hour }, page)
  }

  /** @throws ERR_NO_PERMISSION */
  const panelViewer = async (scope: Scope): Promise<TicketViewer> => {
    const viewer = await loadViewer(uow, scope)
    if (!seesPanel(viewer.profile)) throw new AppError('ERR_NO_PERMISSION')
    return viewer
  }

  return {
    async live(scope: Scope, query: LiveQuery): Promise<LiveFigures> {
      const [viewer, moment] = await Promise.all([loadViewer(uow, scope), momentOf(scope)])
      const row = await countLive(uow, scope, measuredBy(viewer, query), {
        ...moment,
        isOwnToday: isMeasuredAlone(viewer.profile),
      })
      const { longestWaitSince, averageWait, createdToday, closedToday, ...counts } = row
      return {
        counts,
        today: { day: moment.day, created: createdToday, closed: closedToday },
        longestWaitSince: longestWaitSince?.getTime() ?? null,
        averageWait: averageWait === null ? null : Math.max(0, averageWait),
        waitLimitMinutes: moment.waitLimitMinutes,
      }
    },

    /** @throws ERR_VALIDATION for days that do not exist, in the wrong order or too many */
    async period(scope: Scope, query: PeriodQuery): Promise<PeriodFigures> {
      const [viewer, { timezone, now, day }] = await Promise.all([loadViewer(uow, scope), momentOf(scope)])
      const days = requireDays(query, day)
      const isOwn = isMeasuredAlone(viewer.profile)
      const measured = measuredBy(viewer, query, isOwn)
      const { span, before } = await loadSpans(uow, scope, { ...days, timezone, now })
      const unit = unitOf(days.count)
      const [row, totalsBefore] = await Promise.all([
        loadPeriod(uow, scope, measured, { span, timezone, unit, groupP90: days.count <= GROUP_P90_DAYS }),
        totalsOf(uow, scope, measured, before),
      ])
      const hours = new Map(row.hours.map(({ hour, count }) => [hour, count]))
      return {
        isOwn,
        totals: presentTotals(row.totals),
        before: presentTotals(totalsBefore),
        unit,
        series: seriesOf({ ...days, unit }, row.begun, row.ended),
        hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? 0),
        channels: row.channels.map(presentGroup),
        queues: row.queues.map(presentGroup),
        users: row.users.map(presentGroup),
      }
    },

    /** @throws ERR_VALIDATION */
    async tickets(scope: Scope, query: RowQuery): Promise<FigureRows> {
      const { figure = 'open' } = query
      const page = pageOf(query, PAGE)
      const [viewer, { timezone, now, limit, day }] = await Promise.all([loadViewer(uow, scope), momentOf(scope)])
      const found = isLive(figure)
        ? await liveIds(uow, scope, measuredBy(viewer, query), { figure, limit }, page)
        : await periodRows(scope, viewer, figure, query, { timezone, now, day }, page)
      const tickets = await rowsOf(scope, viewer, found.ids)
      return { tickets, count: found.count, hasMore: page.skip + found.ids.length < found.count }
    },

    /** @throws ERR_NO_PERMISSION */
    async panel(scope: Scope): Promise<Panel> {
      const viewer = await panelViewer(scope)
      const moment = await momentOf(scope)
      const only = viewer.profile === 'supervisorfila' ? viewer.queueIds : null
      const asked = { ...moment, measured: measuredBy(viewer, {}), only }
      const [users, queues] = await Promise.all([panelUsers(uow, scope, asked), panelQueues(uow, scope, asked)])
      return {
        users: users.map((row) => presentPanelUser(row, scope.tenantId, fileUrl)),
        queues: queues.map(presentPanelQueue),
        today: moment.day,
        waitLimitMinutes: moment.waitLimitMinutes,
      }
    },

    /** @throws ERR_NO_PERMISSION, ERR_VALIDATION */
    async panelTickets(scope: Scope, query: PanelQuery): Promise<FigureRows['tickets']> {
      const viewer = await panelViewer(scope)
      const { timezone, day } = await momentOf(scope)
      const dayOf = (text: string | undefined) =>
        text === undefined ? null : requireDays({ startDate: text, endDate: text }, day).start
      const ids = await panelIds(uow, scope, {
        measured: measuredBy(viewer, query),
        statuses: query.status?.length ? query.status : ['open', 'pending'],
        dateStart: dayOf(query.dateStart),
        dateEnd: dayOf(query.dateEnd),
        timezone,
      })
      return rowsOf(scope, viewer, ids)
    },
  }
}

export type Dashboard = ReturnType<typeof createDashboard>
