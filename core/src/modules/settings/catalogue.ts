import { isTimezone } from '../auth/policy.ts'

interface Base {
  default: string
  /** Section of the settings screen. */
  group: 'visibility' | 'attendance' | 'closing' | 'agents' | 'messages' | 'ratings' | 'company'
  /** Clients of the ancestors ask for it and may set it, but nothing reads it: the settings screen leaves it out. */
  isUnused?: true
}
export type Definition = Base &
  (
    | { type: 'switch' }
    | { type: 'number'; minimum: number; maximum: number }
    | { type: 'choice'; choices: readonly string[] }
    | { type: 'text' }
    | { type: 'timezone' }
  )

const define = <const Keys extends string>(definitions: Record<Keys, Definition>) => definitions

const off = { type: 'switch', default: 'disabled' } as const
const on = { type: 'switch', default: 'enabled' } as const

/**
 * Every setting of a company. Keys and their odd spelling are the ancestors' (api-shapes §16): clients ask for them by
 * name. A switch is `enabled` or `disabled`. Names and explanations are the client's locale keys `settings.<key>`.
 */
export const SETTINGS = define({
  NotViewTicketsQueueUndefined: { ...off, group: 'visibility' },
  NotViewTicketsChatBot: { ...off, group: 'visibility' },
  NotViewAssignedTickets: { ...off, group: 'visibility' },
  DirectTicketsToWallets: { ...off, group: 'visibility' },
  listOnlyWalletContacts: { ...off, group: 'visibility' },
  hidePhoneNumbers: { ...off, group: 'visibility' },
  contactsPageOnlyAdmin: { ...off, group: 'visibility' },
  onlyQueueMessages: { ...off, group: 'visibility' },
  auditMode: { ...off, group: 'visibility' },
  newTicketTransference: { ...off, group: 'attendance' },
  ticketsLimitOpen: { type: 'number', default: '30', minimum: 10, maximum: 100, group: 'attendance' },
  ticketsLimitPending: { type: 'number', default: '30', minimum: 10, maximum: 100, group: 'attendance' },
  ticketsLimitClosed: { type: 'number', default: '30', minimum: 10, maximum: 100, group: 'attendance' },
  reopenMaxDays: { type: 'number', default: '0', minimum: 0, maximum: 3650, group: 'attendance' },
  waitLimitMinutes: { type: 'number', default: '15', minimum: 1, maximum: 10_080, group: 'attendance' },
  autoPendingMinutes: {
    type: 'choice',
    default: '0',
    choices: ['0', '10', '60', '1440', '7200', '14400'],
    group: 'attendance',
  },
  distribution: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'random', 'balanced', 'fifo'],
    group: 'attendance',
  },
  distributionCapacity: { type: 'number', default: '0', minimum: 0, maximum: 1000, group: 'attendance' },
  autoCloseMinutes: { type: 'number', default: '0', minimum: 0, maximum: 525_600, group: 'closing' },
  closingReasonRequired: { ...off, group: 'closing' },
  allowPeek: { ...on, group: 'agents' },
  allowReopen: { ...on, group: 'agents' },
  allowDisableSignature: { ...on, group: 'agents' },
  doubleAnswerGuard: { ...on, group: 'agents' },
  groupNotifications: { ...on, group: 'agents' },
  hidePushContent: { ...off, group: 'agents' },
  tasksForOthers: { ...off, group: 'agents' },
  hideBlockMultipleLogins: { ...off, group: 'agents' },
  userCreation: { ...off, group: 'agents', isUnused: true },
  requireTwoFactor: {
    type: 'choice',
    default: 'disabled',
    choices: ['disabled', 'admins', 'everyone'],
    group: 'agents',
  },
  ignoreGroupMsg: { ...on, group: 'messages', isUnused: true },
  rejectCalls: { ...off, group: 'messages', isUnused: true },
  callRejectMessage: {
    type: 'text',
    default: 'As chamadas de voz e vídeo estão desabilitadas para esse número. Por favor, envie uma mensagem de texto.',
    group: 'messages',
    isUnused: true,
  },
  maxAbsenceMessages: { type: 'number', default: '1', minimum: 0, maximum: 100, group: 'messages' },
  ratingEnabled: { ...off, group: 'ratings' },
  ratingIntervalHours: { type: 'number', default: '24', minimum: 0, maximum: 8760, group: 'ratings' },
  ratingWaitMinutes: { type: 'number', default: '30', minimum: 1, maximum: 10_080, group: 'ratings' },
  ratingMessage: {
    type: 'text',
    default: 'Como foi o nosso atendimento? Responda com uma nota de 1 (péssimo) a 5 (excelente).',
    group: 'ratings',
  },
  ratingThanksMessage: { type: 'text', default: 'Obrigado pela sua avaliação!', group: 'ratings' },
  ratingInvalidMessage: {
    type: 'text',
    default: 'Não entendi. Responda com uma nota de 1 a 5, ou escreva a sua mensagem para falar com a gente.',
    group: 'ratings',
  },
  ratingExpiryMessage: { type: 'text', default: '', group: 'ratings' },
  kanbanPerUser: { ...off, group: 'company', isUnused: true },
  timezone: { type: 'timezone', default: 'America/Sao_Paulo', group: 'company' },
})

export type SettingKey = keyof typeof SETTINGS
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** Those that change something. */
export const USED_KEYS = SETTING_KEYS.filter((key) => !(SETTINGS[key] as Definition).isUnused)

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** The value as it is stored, or null when it does not fit the setting. Switches also take booleans. */
export function checkedValue(key: SettingKey, given: string | number | boolean): string | null {
  const definition: Definition = SETTINGS[key]
  const value = typeof given === 'string' ? given : String(given)
  switch (definition.type) {
    case 'switch':
      if (value === 'true' || value === 'enabled') return 'enabled'
      return value === 'false' || value === 'disabled' ? 'disabled' : null
    case 'number':
      return /^\d{1,7}$/.test(value) && Number(value) >= definition.minimum && Number(value) <= definition.maximum
        ? String(Number(value))
        : null
    case 'choice':
      return definition.choices.includes(value) ? value : null
    case 'timezone':
      return value.length <= 64 && isTimezone(value) ? value : null
    case 'text':
      return value.length <= 4096 ? value : null
  }
}

export type SettingValues = Record<SettingKey, string>

/** Stored values over the defaults; what a later version no longer accepts counts as not set. */
export function withDefaults(stored: readonly { key: string; value: string }[]): SettingValues {
  const values = Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].default])) as SettingValues
  for (const { key, value } of stored) {
    if (isSettingKey(key)) values[key] = checkedValue(key, value) ?? values[key]
  }
  return values
}

export const isOn = (values: SettingValues, key: SettingKey): boolean => values[key] === 'enabled'
export const numberOf = (values: SettingValues, key: SettingKey): number => Number(values[key])
