import type { NoticeEvent, NotificationKind, Preferences, QuietHours } from './schemas.ts'

const EVENT_OF: Record<NotificationKind, NoticeEvent> = {
  'task.assigned': 'task',
  'task.due': 'task',
  'task.finished': 'task',
  'mention.note': 'mention',
  'mention.chat': 'mention',
  transfer: 'transfer',
  assigned: 'transfer',
  'message.failed': 'trouble',
  'schedule.failed': 'trouble',
  'schedule.cancelled': 'trouble',
  'ticket.woken': 'transfer',
  'channel.down': 'trouble',
  'webhook.paused': 'trouble',
  'pdf.ready': 'task',
  message: 'message',
}

export const eventOf = (kind: NotificationKind): NoticeEvent => EVENT_OF[kind]
export const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(EVENT_OF, kind)

/** Of everybody who chose nothing. */
export const DEFAULT_PREFERENCES: Preferences = {
  events: {
    message: { sound: 'chime', toast: false, push: true },
    transfer: { sound: 'ding', toast: true, push: true },
    mention: { sound: 'marimba', toast: true, push: true },
    task: { sound: 'knock', toast: true, push: true },
    trouble: { sound: 'pop', toast: true, push: true },
  },
  volume: 70,
  doNotDisturb: { isOn: false, until: null },
  quietHours: { isOn: false, days: [0, 1, 2, 3, 4, 5, 6], start: '20:00', end: '08:00' },
}

/** A moment as the wall clock shows it; weekday 0 = Sunday, minute since midnight. */
export interface WallClock {
  weekday: number
  minute: number
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function isInQuietHours({ isOn, days, start, end }: QuietHours, { weekday, minute }: WallClock): boolean {
  if (!isOn) return false
  const [from, to] = [minutes(start), minutes(end)]
  const isToday = days.includes(weekday)
  if (to > from) return isToday && minute >= from && minute < to
  return (isToday && minute >= from) || (days.includes((weekday + 6) % 7) && minute < to)
}

/** Do not disturb, or quiet hours. `now` is epoch milliseconds. */
export function isSilent({ doNotDisturb, quietHours }: Preferences, now: number, wall: WallClock): boolean {
  const { isOn, until } = doNotDisturb
  if (isOn && (until === null || now < Date.parse(until))) return true
  return isInQuietHours(quietHours, wall)
}

/** Stored choices over the defaults; an event of a later version keeps its default. */
export function withDefaults(stored: Partial<Preferences>): Preferences {
  return { ...DEFAULT_PREFERENCES, ...stored, events: { ...DEFAULT_PREFERENCES.events, ...stored.events } }
}
