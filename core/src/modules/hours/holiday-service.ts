import { lockName } from '../../platform/advisory-lock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit } from '../auth/index.ts'
import type { Holiday, HolidayWrite, Level, Period } from './contract.ts'
import * as repo from './holiday-repo.ts'
import { NATIONAL } from './holidays.ts'
import { hoursOf } from './plan.ts'
import { faultParams, parseHoliday, periodsFault, writeHoliday } from './policy.ts'
import type { HoursDeps } from './ports.ts'
import { presentHoliday } from './presenter.ts'
import type { StoredHoliday, StoredHours } from './repo.ts'

const MAX_HOLIDAYS = 500

const placesOf = ({ scope, channelIds, queueIds }: StoredHoliday): number[] =>
  scope === 'channel' ? channelIds : scope === 'queue' ? queueIds : []

/** The periods that the mode needs, in their order. @throws ERR_VALIDATION, ERR_HOURS_INVERTED, ERR_HOURS_OVERLAP */
function periodsOf({ mode, start1, end1, start2, end2 }: HolidayWrite): Period[] {
  if (mode === 'closed') return []
  const given: [string, string | null | undefined, string | null | undefined][] = [['1', start1, end1]]
  if (mode === 'two') given.push(['2', start2, end2])
  const periods = given.map(([number, from, to]) => {
    if (!from || !to)
      throw new AppError('ERR_VALIDATION', { params: { field: from ? `end${number}` : `start${number}` } })
    return { from, to }
  })
  const fault = periodsFault(periods)
  if (fault?.kind === 'inverted') throw new AppError('ERR_HOURS_INVERTED', { params: faultParams(fault) })
  if (fault?.kind === 'overlap') throw new AppError('ERR_HOURS_OVERLAP', { params: faultParams(fault) })
  return periods.toSorted((a, b) => a.from.localeCompare(b.from))
}

/** @throws ERR_HOLIDAY_DATE and those of `periodsOf` */
function valuesOf(write: HolidayWrite): repo.HolidayValues {
  const date = parseHoliday(write.date)
  if (!date) throw new AppError('ERR_HOLIDAY_DATE', { params: { date: write.date } })
  const { mode, scope = 'company', name = '', message = '' } = write
  return { ...date, name: name.trim(), message: message.trim(), mode, periods: periodsOf(write), scope }
}

/** The channels or queues, which the company has; each once. @throws ERR_VALIDATION, ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
function checkedPlaces(hours: StoredHours, scope: Level, given: readonly number[]): number[] {
  if (scope === 'company') return []
  const ids = [...new Set(given)]
  if (ids.length === 0) throw new AppError('ERR_VALIDATION', { params: { field: 'scopeIds' } })
  const known = new Set((scope === 'channel' ? hours.channels : hours.queues).map(({ id }) => id))
  if (!ids.every((id) => known.has(id)))
    throw new AppError(scope === 'channel' ? 'ERR_NO_WAPP_FOUND' : 'ERR_NO_QUEUE_FOUND')
  return ids
}

/** Two holidays of one date and level at one place: nobody could say which holds. */
function isTaken(hours: StoredHours, wanted: repo.HolidayValues, places: readonly number[], except: number | null) {
  return hours.holidays.some(
    (other) =>
      other.id !== except &&
      other.scope === wanted.scope &&
      writeHoliday(other) === writeHoliday(wanted) &&
      (wanted.scope === 'company' || placesOf(other).some((id) => places.includes(id))),
  )
}

export function createHolidayService({ uow, realtime }: Pick<HoursDeps, 'uow' | 'realtime'>) {
  const read = (tx: Tx) => hoursOf(tx, tx.scope)

  /** One change at a time, told to the screens. */
  const change = <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
    uow.run(scope, async (tx) => {
      await lockName(tx, 'holidays')
      const { tenantId } = scope
      tx.afterCommit(() => realtime.publish({ tenantId, to: 'admins' }, 'holiday', { action: 'update' }))
      return work(tx)
    })

  const saved = async (tx: Tx, id: number): Promise<Holiday> => {
    const row = (await read(tx)).holidays.find((holiday) => holiday.id === id)
    if (!row) throw new AppError('ERR_NO_HOLIDAY_FOUND')
    return presentHoliday(row)
  }

  return {
    async holidays(scope: Scope, query: { type?: Level; id?: number }): Promise<Holiday[]> {
      const { holidays } = await uow.run(scope, read)
      const wanted = ({ scope: level }: StoredHoliday) => query.type === undefined || level === query.type
      const here = (row: StoredHoliday) => query.id === undefined || placesOf(row).includes(query.id)
      return holidays.filter((row) => wanted(row) && here(row)).map(presentHoliday)
    },

    /** @throws ERR_HOLIDAY_LIMIT, ERR_HOLIDAY_DATE, ERR_HOLIDAY_EXISTS, ERR_HOURS_INVERTED, ERR_HOURS_OVERLAP, ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND */
    createHoliday(scope: Scope, write: HolidayWrite): Promise<Holiday> {
      const values = valuesOf(write)
      return change(scope, async (tx) => {
        const hours = await read(tx)
        if (hours.holidays.length >= MAX_HOLIDAYS)
          throw new AppError('ERR_HOLIDAY_LIMIT', { params: { limit: MAX_HOLIDAYS } })
        const places = checkedPlaces(hours, values.scope, write.scopeIds ?? [])
        if (isTaken(hours, values, places, null))
          throw new AppError('ERR_HOLIDAY_EXISTS', { params: { date: write.date } })
        const id = await repo.insertHoliday(tx, values)
        await repo.savePlaces(tx, id, values.scope, places)
        await audit(tx, { action: 'holiday.create', object: `holiday:${id}`, details: { date: write.date } })
        return saved(tx, id)
      })
    },

    /** @throws ERR_NO_HOLIDAY_FOUND and those of `createHoliday` */
    updateHoliday(scope: Scope, id: number, write: HolidayWrite): Promise<Holiday> {
      const values = valuesOf(write)
      return change(scope, async (tx) => {
        const hours = await read(tx)
        if (!hours.holidays.some((holiday) => holiday.id === id)) throw new AppError('ERR_NO_HOLIDAY_FOUND')
        const places = checkedPlaces(hours, values.scope, write.scopeIds ?? [])
        if (isTaken(hours, values, places, id))
          throw new AppError('ERR_HOLIDAY_EXISTS', { params: { date: write.date } })
        await repo.updateHoliday(tx, id, values)
        await repo.savePlaces(tx, id, values.scope, places)
        await audit(tx, { action: 'holiday.update', object: `holiday:${id}`, details: { ...write } })
        return saved(tx, id)
      })
    },

    /** @throws ERR_NO_HOLIDAY_FOUND */
    removeHoliday: (scope: Scope, id: number): Promise<void> =>
      change(scope, async (tx) => {
        if (!(await repo.deleteHoliday(tx, id))) throw new AppError('ERR_NO_HOLIDAY_FOUND')
        await audit(tx, { action: 'holiday.delete', object: `holiday:${id}` })
      }),

    /** Those whose day the company has no yearly holiday on. @throws ERR_HOLIDAY_LIMIT */
    importNational: (scope: Scope): Promise<{ created: number; holidays: Holiday[] }> =>
      change(scope, async (tx) => {
        const { holidays } = await read(tx)
        const taken = new Set(holidays.filter((row) => row.scope === 'company').map(writeHoliday))
        const missing = NATIONAL.filter(({ date }) => !taken.has(date))
        if (holidays.length + missing.length > MAX_HOLIDAYS)
          throw new AppError('ERR_HOLIDAY_LIMIT', { params: { limit: MAX_HOLIDAYS } })
        for (const { date, name } of missing) await repo.insertHoliday(tx, valuesOf({ date, name, mode: 'closed' }))
        await audit(tx, { action: 'holiday.import', details: { created: missing.length } })
        return { created: missing.length, holidays: (await read(tx)).holidays.map(presentHoliday) }
      }),
  }
}
