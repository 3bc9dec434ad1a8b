import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit } from '../auth/index.ts'
import type { BusinessDay, BusinessHours } from '../tenants/contract.ts'
import { DEFAULT_WEEK, type HoursPlace } from '../tenants/index.ts'
import { momentFrom } from './calendar.ts'
import type { CompanyWrite, HoursCheck, HoursOverview, PlaceWrite, Week } from './contract.ts'
import { createHolidayService } from './holiday-service.ts'
import { companyWeek, hoursOf, planFor } from './plan.ts'
import { faultParams, fromStored, isDate, minuteOf, tidyWeek, toStored, weekFault, wholeWeek } from './policy.ts'
import type { HoursDeps } from './ports.ts'
import { presentCheck, presentHours } from './presenter.ts'
import * as repo from './repo.ts'
import { isOpenAt, verdictAt, wallClock } from './verdict.ts'

/** @throws ERR_HOURS_WEEK, ERR_HOURS_INVERTED, ERR_HOURS_OVERLAP */
function checkedWeek(week: Week): Week {
  const wrong = weekFault(week)
  if (wrong === null) return tidyWeek(week)
  const { day, fault } = wrong
  if (fault?.kind === 'inverted') throw new AppError('ERR_HOURS_INVERTED', { params: { day, ...faultParams(fault) } })
  if (fault?.kind === 'overlap') throw new AppError('ERR_HOURS_OVERLAP', { params: { day, ...faultParams(fault) } })
  throw new AppError('ERR_HOURS_WEEK', { params: { day } })
}

/** As the ancestors' clients name the days. */
const labelOf = (day: number): string => DEFAULT_WEEK.find((entry) => entry.day === day)?.label ?? ''

const knownIn = (hours: repo.StoredHours, place: repo.Place): boolean =>
  'channelId' in place
    ? hours.channels.some(({ id }) => id === place.channelId)
    : hours.queues.some(({ id }) => id === place.queueId)

const repoPlace = ({ type, id }: HoursPlace): repo.Place => (type === 'channel' ? { channelId: id } : { queueId: id })

/** What holds at a channel or queue, as the ancestors' clients read it; what it has not itself is the company's. */
function businessHoursAt(hours: repo.StoredHours, { type, id }: HoursPlace): BusinessHours {
  const place = hours[type === 'channel' ? 'channels' : 'queues'].find((known) => known.id === id)
  if (!place) throw new AppError(type === 'channel' ? 'ERR_NO_WAPP_FOUND' : 'ERR_NO_QUEUE_FOUND')
  const week = place.week ?? companyWeek(hours)
  return {
    businessHours: wholeWeek(week).map((day) => toStored(day, labelOf(day.day))),
    messageBusinessHours: place.message || hours.message,
  }
}

export function createHoursService(deps: HoursDeps) {
  const { uow, clock, realtime } = deps

  const changed = ({ tenantId }: Scope) => realtime.publish({ tenantId, to: 'admins' }, 'hours', { action: 'update' })

  const savePlace = (scope: Scope, place: repo.Place, write: PlaceWrite): Promise<HoursOverview> => {
    const week = write.week ? checkedWeek(write.week) : write.week
    return uow.run(scope, async (tx) => {
      if (!knownIn(await hoursOf(tx, scope), place))
        throw new AppError('channelId' in place ? 'ERR_NO_WAPP_FOUND' : 'ERR_NO_QUEUE_FOUND')
      if (week !== undefined) await repo.saveWeek(tx, place, week)
      if (write.message !== undefined) await repo.saveMessage(tx, place, write.message.trim())
      const object = 'channelId' in place ? `channel:${place.channelId}` : `queue:${place.queueId}`
      await audit(tx, { action: 'hours.save', object, details: { ...(week === undefined ? {} : { week }) } })
      tx.afterCommit(() => changed(scope))
      return presentHours(await hoursOf(tx, scope))
    })
  }

  /** The moment that was asked for, on the company's clock. @throws ERR_HOLIDAY_DATE */
  const momentOf = (wanted: string | undefined, timezone: string): { at: number; isShifted: boolean } => {
    if (wanted === undefined) return { at: clock.now(), isShifted: false }
    const [date = '', time = ''] = wanted.split('T')
    if (!isDate(date)) throw new AppError('ERR_HOLIDAY_DATE', { params: { date: wanted } })
    const at = momentFrom(date, minuteOf(time), timezone)
    return { at, isShifted: wallClock(at, timezone).time !== time }
  }

  const own = {
    overview: async (scope: Scope): Promise<HoursOverview> => presentHours(await hoursOf(uow, scope)),

    /** @throws ERR_HOURS_WEEK, ERR_HOURS_INVERTED, ERR_HOURS_OVERLAP */
    async saveCompany(scope: Scope, { week, message }: CompanyWrite): Promise<HoursOverview> {
      const days = week && checkedWeek(week).map((day) => toStored(day, labelOf(day.day)))
      return uow.run(scope, async (tx) => {
        await repo.saveCompany(tx, {
          ...(days === undefined ? {} : { week: days }),
          ...(message === undefined ? {} : { message: message.trim() }),
        })
        await audit(tx, { action: 'hours.save', object: 'company', details: { ...(days ? { week: days } : {}) } })
        tx.afterCommit(() => changed(scope))
        return presentHours(await hoursOf(tx, scope))
      })
    },

    /** @throws ERR_NO_WAPP_FOUND and those of `saveCompany` */
    saveChannel: (scope: Scope, channelId: number, write: PlaceWrite) => savePlace(scope, { channelId }, write),

    /** @throws ERR_NO_QUEUE_FOUND and those of `saveCompany` */
    saveQueue: (scope: Scope, queueId: number, write: PlaceWrite) => savePlace(scope, { queueId }, write),

    /** For clients of the ancestors, to whom all hours are the company's. */
    placeHours: {
      /** @throws ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
      read: async (scope: Scope, place: HoursPlace): Promise<BusinessHours> =>
        businessHoursAt(await hoursOf(uow, scope), place),

      /** @throws those of `read` */
      async save(scope: Scope, place: HoursPlace, week: BusinessDay[]): Promise<BusinessHours> {
        await savePlace(scope, repoPlace(place), { week: wholeWeek(week.map(fromStored)) })
        return businessHoursAt(await hoursOf(uow, scope), place)
      },
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND, ERR_HOLIDAY_DATE */
    async check(scope: Scope, query: { channelId?: number; queueId?: number; at?: string }): Promise<HoursCheck> {
      const hours = await hoursOf(uow, scope)
      const channelId = query.channelId ?? null
      const channel = hours.channels.find(({ id }) => id === channelId)
      if (channelId !== null && !channel) throw new AppError('ERR_NO_WAPP_FOUND')
      const queueId = query.queueId ?? channel?.queueId ?? null
      if (queueId !== null && !knownIn(hours, { queueId })) throw new AppError('ERR_NO_QUEUE_FOUND')
      const moment = momentOf(query.at, hours.timezone)
      const verdict = verdictAt(planFor(hours, { channelId, queueId }), moment.at)
      return presentCheck(hours, verdict, { ...moment, queueId })
    },

    /** Whether somebody who writes to a channel now finds it open, and what they are told if not. */
    async availability(tenantId: number, channelId: number): Promise<{ open: boolean; message: string | null }> {
      const hours = await hoursOf(uow, { tenantId })
      const queueId = hours.channels.find(({ id }) => id === channelId)?.queueId ?? null
      const plan = planFor(hours, { channelId, queueId })
      const now = clock.now()
      if (isOpenAt(plan, now)) return { open: true, message: null }
      return { open: false, message: verdictAt(plan, now).message?.text ?? null }
    },
  }
  return Object.assign(own, createHolidayService(deps))
}

export type HoursService = ReturnType<typeof createHoursService>
