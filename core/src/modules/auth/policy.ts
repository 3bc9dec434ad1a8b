import { COMMON_WORDS } from './common-passwords.ts'
import type { LoginDay, Profile } from './contract.ts'
import { localTime } from './local-time.ts'

export { isTimezone, localTime } from './local-time.ts'

/** Characters; bytes are limited too, so that hashing stays cheap. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX_BYTES = 256

/**
 * Whether a password may be used (spec §5, reliability A-09): length, an upper and a lower case letter, a digit, and
 * nothing that is guessed first. `words` are names that the person would use: their own, the company's.
 */
export function passwordFault(
  password: string,
  words: readonly string[],
): 'ERR_PASSWORD_POLICY' | 'ERR_PASSWORD_COMMON' | null {
  const bytes = new TextEncoder().encode(password).length
  if ([...password].length < PASSWORD_MIN || bytes > PASSWORD_MAX_BYTES) return 'ERR_PASSWORD_POLICY'
  if (!/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\p{Nd}/u.test(password)) return 'ERR_PASSWORD_POLICY'
  return isGuessable(password, words) ? 'ERR_PASSWORD_COMMON' : null
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const unleet = (text: string): string => text.replace(/[0-9@$!]/g, (character) => LEET[character] ?? character)

/** A common word or a name, however it is dressed up: `Senha123`, `P@ssw0rd!`, `MariaSouza2024`. */
function isGuessable(password: string, words: readonly string[]): boolean {
  const lower = plain(password)
  const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const cores = [lower, bare(lower), unleet(lower), bare(unleet(lower)), unleet(bare(lower))]
  const names = words.flatMap((word) => plain(word).split(/[^a-z0-9]+/)).filter((word) => word.length >= 4)
  for (const core of cores) {
    if (COMMON_WORDS.has(core)) return true
    const rest = names.reduce((text, name) => text.replaceAll(name, ''), core)
    if (rest !== core && rest.replace(/[^a-z]/g, '').length < 4) return true
  }
  return false
}

export type ScheduleVerdict = 'allowed' | 'day' | 'hour'

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether somebody may be signed in now. No schedule: always. A day that is not listed is not allowed. */
export function scheduleVerdict(schedule: readonly LoginDay[] | null, timezone: string, now: number): ScheduleVerdict {
  if (schedule === null) return 'allowed'
  const { weekday, minute } = localTime(now, timezone)
  const on = (day: number) => schedule.find((entry) => entry.day === day && entry.allowed)
  const yesterday = on((weekday + 6) % 7)
  if (yesterday && minutes(yesterday.end) <= minutes(yesterday.start) && minute < minutes(yesterday.end))
    return 'allowed'
  const today = on(weekday)
  if (!today) return 'day'
  const start = minutes(today.start)
  const end = minutes(today.end)
  return minute >= start && (end <= start || minute < end) ? 'allowed' : 'hour'
}

/** Each day at most once, and some day allowed: otherwise nobody could ever come in to change it. */
export const isUsableSchedule = (schedule: readonly LoginDay[]): boolean =>
  new Set(schedule.map((entry) => entry.day)).size === schedule.length && schedule.some((entry) => entry.allowed)

/** A plan is good through its due date (`YYYY-MM-DD`), on the company's own calendar; without one it never ends. */
export const isPlanExpired = (dueDate: string | null, timezone: string, now: number): boolean =>
  dueDate !== null && localTime(now, timezone).date > dueDate

export const isSupervisor = (profile: Profile): boolean => profile === 'admin' || profile === 'supervisor'
