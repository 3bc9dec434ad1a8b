import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { DEFAULT_WEEK } from '../tenants/index.ts'
import type { HoursDay } from './contract.ts'
import type { PlannedHoliday } from './holidays.ts'
import { fromStored, spansOf, wholeWeek } from './policy.ts'
import { loadHours, type StoredHoliday, type StoredHours } from './repo.ts'
import type { HoursPlan } from './verdict.ts'

/** Where somebody writes to. */
export interface HoursPlace {
  channelId: number | null
  queueId: number | null
}

/** Within a unit of work or on its own. @throws ERR_NO_TENANT_FOUND */
export async function hoursOf(source: Tx | UnitOfWork, scope: Pick<Scope, 'tenantId'>): Promise<StoredHours> {
  const hours = await loadHours(source, scope)
  if (!hours) throw new AppError('ERR_NO_TENANT_FOUND')
  return hours
}

/** A company that never set its hours is open all day. */
export const companyWeek = ({ week }: StoredHours): HoursDay[] =>
  wholeWeek((week.length === 0 ? DEFAULT_WEEK : week).map(fromStored))

/** No place of the company is ever closed, as in a new company. */
export const isNeverClosed = (hours: StoredHours): boolean =>
  hours.holidays.length === 0 &&
  [{ week: companyWeek(hours) }, ...hours.channels, ...hours.queues].every(
    ({ week }) => week?.every(({ type }) => type === 'open') ?? true,
  )

const holdsAt = ({ scope, channelIds, queueIds }: StoredHoliday, { channelId, queueId }: HoursPlace): boolean => {
  if (scope === 'company') return true
  const [ids, id] = scope === 'channel' ? [channelIds, channelId] : [queueIds, queueId]
  return id !== null && ids.includes(id)
}

const planned = ({ id, day, month, year, name, message, periods, scope }: StoredHoliday): PlannedHoliday => ({
  ...{ id, day, month, year, name, message },
  level: scope,
  spans: spansOf(periods),
})

/** What decides the hours of one place. */
export function planFor(hours: StoredHours, place: HoursPlace): HoursPlan {
  const channel = hours.channels.find(({ id }) => id === place.channelId)
  const queue = hours.queues.find(({ id }) => id === place.queueId)
  return {
    timezone: hours.timezone,
    company: { week: companyWeek(hours), message: hours.message },
    channel: channel ? { week: channel.week, message: channel.message } : null,
    queue: queue ? { week: queue.week, message: queue.message } : null,
    holidays: hours.holidays.filter((holiday) => holdsAt(holiday, place)).map(planned),
  }
}
