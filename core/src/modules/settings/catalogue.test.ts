import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  checkedValue,
  isOn,
  isSettingKey,
  numberOf,
  SETTING_KEYS,
  SETTINGS,
  USED_KEYS,
  withDefaults,
} from './catalogue.ts'

describe('settings', () => {
  it.each(SETTING_KEYS)('%s accepts its own default', (key) =>
    expect(checkedValue(key, SETTINGS[key].default)).toBe(SETTINGS[key].default),
  )

  it.each([
    ['allowPeek', true, 'enabled'],
    ['allowPeek', 'disabled', 'disabled'],
    ['allowPeek', 'yes', null],
    ['reopenMaxDays', 30, '30'],
    ['reopenMaxDays', '007', '7'],
    ['reopenMaxDays', -1, null],
    ['reopenMaxDays', 1.5, null],
    ['reopenMaxDays', '1e3', null],
    ['ticketsLimitOpen', 101, null],
    ['autoPendingMinutes', '60', '60'],
    ['autoPendingMinutes', '61', null],
    ['timezone', 'America/Manaus', 'America/Manaus'],
    ['timezone', 'Mars/Olympus', null],
    ['callRejectMessage', 'x'.repeat(4097), null],
  ] as const)('%s = %s → %s', (key, given, expected) => expect(checkedValue(key, given)).toBe(expected))

  it('lays stored values over the defaults and ignores what it does not know', () => {
    const values = withDefaults([
      { key: 'allowPeek', value: 'disabled' },
      { key: 'reopenMaxDays', value: 'soon' },
      { key: '__proto__', value: 'x' },
    ])
    expect(isOn(values, 'allowPeek')).toBe(false)
    expect(isOn(values, 'allowReopen')).toBe(true)
    expect(numberOf(values, 'reopenMaxDays')).toBe(0)
    expect(['__proto__', 'constructor', 'nope'].some(isSettingKey)).toBe(false)
  })
})

const root = join(import.meta.dirname, '../../../..')

/** Why nothing reads a key. */
const WITHOUT_EFFECT: Record<string, string> = {
  userCreation: 'people are created by admins alone; companies sign up as a whole',
  ignoreGroupMsg: 'each channel says so in its own settings, where it is known whether it has groups',
  rejectCalls: 'each channel says so in its own settings, where it is known whether it can',
  callRejectMessage: 'stands beside the switch of the channel',
  kanbanPerUser: 'there are no lanes yet',
}

/** Where settings are read: by their name as a text, or as a field of what the browser has of them. */
function sources(): string {
  const files = ['core/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  )
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|generated|settings\/catalogue\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

describe('the settings screen', () => {
  it('shows every key that changes something, and no other', () => {
    const text = sources()
    const fields = [...text.matchAll(/const \{([^}]*)\} = useTenantSettings\(\)/g)].map(([, names]) => names).join(',')
    const isRead = (key: string) =>
      [`'${key}'`, `settings.${key}`, `useTenantSettings().${key}`].some((use) => text.includes(use)) ||
      fields.split(/[\s,]+/).includes(key)
    expect(SETTING_KEYS.filter((key) => !isRead(key)).sort()).toEqual(Object.keys(WITHOUT_EFFECT).sort())
    expect(USED_KEYS.filter((key) => key in WITHOUT_EFFECT)).toEqual([])
    expect(USED_KEYS).toHaveLength(SETTING_KEYS.length - Object.keys(WITHOUT_EFFECT).length)
  })

  it.each(['pt', 'en', 'es'])('explains every one of them in %s', (language) => {
    const file = join(root, 'web/src/features/settings/locales', `${language}.json`)
    const { keys, groups } = JSON.parse(readFileSync(file, 'utf8'))
    const lacking = USED_KEYS.filter((key) => !keys[key]?.label?.trim() || !keys[key]?.help?.trim())
    expect(lacking).toEqual([])
    expect(USED_KEYS.filter((key) => !groups[SETTINGS[key].group])).toEqual([])
    expect(Object.keys(keys).filter((key) => !USED_KEYS.some((known) => known === key))).toEqual([])
  })
})
