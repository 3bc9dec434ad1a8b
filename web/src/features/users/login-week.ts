import type { BodyOf } from '@recado/core/contract'
import type { usersContract } from '@recado/core/modules/users/contract'
import type { Problems } from '../../ui/form/problems.ts'

/** One weekday, 0 = Sunday. */
export type LoginDay = NonNullable<BodyOf<typeof usersContract.routes.saveLoginSchedule>['horarioLogin']>[number]

/** Monday first, as people plan their week. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const
export type Weekday = (typeof WEEK)[number]

/** All seven days, the stored ones as stored, the others on office hours. */
export function weekOf(stored: LoginDay[] | null): LoginDay[] {
  return WEEK.map(
    (day) =>
      stored?.find((each) => each.day === day) ?? {
        day,
        allowed: stored === null ? day !== 0 && day !== 6 : false,
        start: '08:00',
        end: '18:00',
      },
  )
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Allowed days need both times, and they must differ. An end before the start passes midnight. */
export function checkWeek(week: LoginDay[]): Problems {
  const wrong = week.find(
    ({ allowed, start, end }) => allowed && (!TIME.test(start) || !TIME.test(end) || start === end),
  )
  if (wrong) return { week: { rule: 'time', params: {} } }
  return week.some((day) => day.allowed) ? {} : { week: { rule: 'minItems', params: { limit: 1 } } }
}

export const passesMidnight = ({ start, end }: LoginDay): boolean => TIME.test(start) && TIME.test(end) && end < start
