import type { Media } from '@recado/core/modules/media/contract'
import { type RepeatPeriod, type Schedule, ScheduleCreate } from '@recado/core/modules/scheduled-messages/contract'
import { Type } from 'typebox'
import { momentOfWallClock, wallClockOf } from '../lib/format/wall-clock.ts'
import type { Problems } from '../ui/form/problems.ts'
import { presetTime } from './presets.ts'

export interface ScheduleValues {
  contactId: number | null
  channelId: number | null
  date: string
  time: string
  body: string
  files: Media[]
  /** Zero for once. */
  repeatCount: number
  repeatPeriod: RepeatPeriod
}

/** Where and to whom, when that is known already. */
export interface SchedulePlace {
  ticketId: number
  contactId: number
  channelId: number
}

const { body, repeatCount } = ScheduleCreate.properties
export const scheduleSchema = Type.Object({ body, repeatCount })

const required = { rule: 'required', params: {} } as const

export function scheduleProblems(values: ScheduleValues, now: number): Problems {
  const at = momentOfWallClock(values)
  return {
    ...(values.contactId === null ? { contactId: required } : {}),
    ...(values.channelId === null ? { channelId: required } : {}),
    ...(values.date === '' ? { date: required } : {}),
    ...(values.time === '' ? { time: required } : {}),
    ...(at !== null && at <= now ? { time: { rule: 'future', params: {} } as const } : {}),
    ...(values.body.trim() === '' && values.files.length === 0 ? { body: { rule: 'textOrFile', params: {} } } : {}),
  }
}

export function initialSchedule(
  schedule: Schedule | null,
  place: SchedulePlace | null,
  draft: string,
  now: number,
): ScheduleValues {
  const when = schedule ? wallClockOf(Date.parse(schedule.scheduleDate)) : presetTime('tomorrow', now)
  return {
    ...when,
    contactId: schedule?.contactId ?? place?.contactId ?? null,
    channelId: schedule?.whatsappId ?? place?.channelId ?? null,
    body: schedule?.body ?? draft,
    files: [...(schedule?.medias ?? [])],
    repeatCount: schedule?.repeatCount ?? 0,
    repeatPeriod: schedule?.repeatPeriod ?? 'weekly',
  }
}

/** Values that passed the checks. */
export function writeOf(values: ScheduleValues, place: SchedulePlace | null): ScheduleCreate {
  return {
    contactId: values.contactId ?? 0,
    ...(place ? { ticketId: place.ticketId } : {}),
    whatsappId: values.channelId ?? 0,
    scheduleDate: new Date(momentOfWallClock(values) ?? 0).toISOString(),
    body: values.body.trim(),
    medias: values.files.map((file) => file.id),
    repeatCount: values.repeatCount,
    repeatPeriod: values.repeatCount > 0 ? values.repeatPeriod : null,
  }
}
