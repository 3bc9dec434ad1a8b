import { describe, expect, it } from 'vitest'
import { storedParty } from './party.ts'
import { maskPhone, normalisePhone, phoneVariants } from './phone.ts'
import { mayList, seesPhones, walletLimit } from './policy.ts'
import { shownName } from './presenter.ts'

const rules = { hidePhoneNumbers: true, listOnlyWalletContacts: true, contactsPageOnlyAdmin: true }
const none = { hidePhoneNumbers: false, listOnlyWalletContacts: false, contactsPageOnlyAdmin: false }

describe('who sees what of contacts', () => {
  it.each([
    ['admin', true, null, true],
    ['supervisor', true, null, false],
    ['supervisorfila', false, 7, false],
    ['user', false, 7, false],
  ] as const)('%s', (profile, phones, wallet, page) => {
    const viewer = { userId: 7, profile }
    expect(seesPhones(viewer, rules)).toBe(phones)
    expect(walletLimit(viewer, rules)).toBe(wallet)
    expect(mayList(viewer, rules, '')).toBe(page)
    expect(mayList(viewer, rules, 'an')).toBe(true)
    expect([seesPhones(viewer, none), walletLimit(viewer, none), mayList(viewer, none, '')]).toEqual([true, null, true])
  })
  it('the operator and jobs see everything', () => {
    const viewer = { userId: null, profile: 'user' } as const
    expect([seesPhones(viewer, rules), walletLimit(viewer, rules), mayList(viewer, rules, '')]).toEqual([
      true,
      null,
      true,
    ])
  })
})

describe('phone numbers', () => {
  it.each([
    ['(11) 98888-7777', '5511988887777'],
    ['11 8888-7777', '551188887777'],
    ['+55 11 98888 7777', '5511988887777'],
    ['011988887777', '5511988887777'],
    ['+1 202 555 0142', '12025550142'],
    ['351912345678', '351912345678'],
    ['+5511988', null],
    ['5511988887777999', null],
    ['1234567', null],
    ['abc', null],
    ['11988887777 ramal', null],
    ['', null],
  ])('%s → %s', (raw, expected) => expect(normalisePhone(raw)).toBe(expected))

  it.each([
    ['34612345678', '34612345678'],
    ['+14155552671', '14155552671'],
    ['59891234567', '59891234567'],
    ['551188887777', '551188887777'],
    ['1188887777', '1188887777'],
  ])('of a provider have their country: %s', (value, number) => {
    const addresses = [
      { kind: 'lid', value: '777' },
      { kind: 'phone', value },
    ]
    expect(storedParty({ addresses }, 0).number).toBe(number)
  })

  it('that somebody typed into a form are Brazilian without a country', () => {
    const addresses = [{ kind: 'visitor', value: 'v' }]
    expect(storedParty({ addresses, phone: '11 98888-7777' }, 0).number).toBe('5511988887777')
    expect(storedParty({ addresses, phone: '+34 612 345 678' }, 0).number).toBe('34612345678')
  })

  it('of Brazilian mobiles are known with and without the ninth digit', () => {
    expect(phoneVariants('5511988887777')).toEqual(['5511988887777', '551188887777'])
    expect(phoneVariants('551188887777')).toEqual(['5511988887777', '551188887777'])
    expect(phoneVariants('551133334444')).toEqual(['551133334444'])
    expect(phoneVariants('12025550142')).toEqual(['12025550142'])
  })

  it('are masked in the middle', () => {
    expect(maskPhone('5511988887777')).toBe('5511•••••7777')
    expect(maskPhone('12345678')).toBe('••••••••')
  })
})

it('hides a name that is the number, in either spelling, and no other', () => {
  const number = '5511987650001'
  for (const name of [number, '551187650001', '+55 11 98765-0001'])
    expect(shownName({ name, number }, false)).not.toContain('8765')
  expect(shownName({ name: 'Loja 8765', number }, false)).toBe('Loja 8765')
  expect(shownName({ name: number, number }, true)).toBe(number)
})
