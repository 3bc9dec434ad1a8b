import { localTime } from '../auth/policy.ts'
import type { BusinessDay } from './contract.ts'

/**
 * Entries of the menu that the operator may take from a company, by the id of their screen, and the contract whose routes
 * are refused with them.
 */
export const MENU = {
  internalChat: 'internal-chat',
  schedules: 'scheduled-messages',
  tasks: 'tasks',
  quickMessages: 'quick-messages',
  farewells: 'farewells',
  closingReasons: 'closing-reasons',
} as const
export type MenuKey = keyof typeof MENU
export const MENU_KEYS = Object.keys(MENU) as MenuKey[]

/** What a plan may lack, of which whole contracts consist. */
const FEATURES = { integrations: 'webhooks' } as const

/** The entry of the menu, or the part of the plan, without which the routes of a contract are refused. */
export const menuKeyOf = (contract: string): MenuKey | keyof typeof FEATURES | undefined =>
  MENU_KEYS.find((key) => MENU[key] === contract) ?? (contract === FEATURES.integrations ? 'integrations' : undefined)

const LABELS = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']

/** A new company is open all day, every day. */
export const DEFAULT_WEEK: BusinessDay[] = LABELS.map((label, day) => ({
  day,
  label,
  type: 'O',
  hr1: '08:00',
  hr2: '12:00',
  hr3: '14:00',
  hr4: '18:00',
}))

export const DEFAULT_ABSENCE_MESSAGE =
  'Olá! No momento estamos fora do horário de atendimento. Deixe seu recado e responderemos assim que possível.'

/** The day that is wrong, or null: each day once, and in type H each interval ends after it starts, in order. */
export function weekFault(week: readonly BusinessDay[]): number | null {
  const seen = new Set<number>()
  for (const { day, type, hr1, hr2, hr3, hr4 } of week) {
    if (seen.has(day) || (type === 'H' && !(hr1 < hr2 && hr2 <= hr3 && hr3 < hr4))) return day
    seen.add(day)
  }
  return null
}

/** Days from today to the due date, on the company's calendar; negative when it has passed. */
export const daysLeft = (dueDate: string, timezone: string, now: number): number =>
  Math.round((Date.parse(dueDate) - Date.parse(localTime(now, timezone).date)) / 86_400_000)
