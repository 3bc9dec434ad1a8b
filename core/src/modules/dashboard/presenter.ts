import type { FileUrl } from '../auth/index.ts'
import type { PanelQueueRow, PanelUserRow } from './panel-repo.ts'
import type { GroupRow, TotalsRow } from './period-repo.ts'
import type { ChartUnit, Group, PanelQueue, PanelUser, Totals } from './schemas.ts'

export const presentTotals = (row: TotalsRow): Totals => ({
  created: row.created,
  active: row.active,
  receptive: row.receptive,
  closed: row.closed,
  wait: { count: row.waits, average: row.waitAverage, p90: row.waitP90 },
  firstReply: { count: row.replies, average: row.replyAverage, p90: row.replyP90 },
  handling: { count: row.handlings, average: row.handlingAverage, p90: row.handlingP90 },
  resolution: { count: row.closed, average: row.resolutionAverage, p90: row.resolutionP90 },
})

export const presentGroup = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  color: row.color,
  ...presentTotals(row),
})

export const presentPanelUser = (
  { profilePicId, ...row }: PanelUserRow,
  tenantId: number,
  fileUrl: FileUrl,
): PanelUser => ({
  ...row,
  profilePicUrl: profilePicId === null ? null : fileUrl(tenantId, profilePicId),
  since: row.since?.getTime() ?? null,
  longestWaitSince: row.longestWaitSince?.getTime() ?? null,
})

export const presentPanelQueue = (row: PanelQueueRow): PanelQueue => ({
  ...row,
  longestWaitSince: row.longestWaitSince?.getTime() ?? null,
})

/** The chart’s columns from the first day to the last, those in which nothing happened too. */
export function seriesOf(
  days: { start: string; end: string; unit: ChartUnit },
  begun: { at: string; count: number }[],
  ended: { at: string; count: number }[],
): { at: string; created: number; closed: number }[] {
  const created = new Map(begun.map(({ at, count }) => [at, count]))
  const closed = new Map(ended.map(({ at, count }) => [at, count]))
  return columnsOf(days).map((at) => ({ at, created: created.get(at) ?? 0, closed: closed.get(at) ?? 0 }))
}

const DAY_MS = 24 * 3_600_000

function columnsOf({ start, end, unit }: { start: string; end: string; unit: ChartUnit }): string[] {
  const days: string[] = []
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  switch (unit) {
    case 'hour':
      return days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`))
    case 'day':
      return days
    case 'week':
      return [...new Set(days.map(mondayOf))]
    case 'month':
      return [...new Set(days.map((day) => day.slice(0, 7)))]
  }
}

function mondayOf(day: string): string {
  const at = new Date(day)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}
