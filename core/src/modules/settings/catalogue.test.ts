import { describe, expect, it } from 'vitest'
import { checkedValue, isOn, isSettingKey, numberOf, SETTING_KEYS, SETTINGS, withDefaults } from './catalogue.ts'

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
