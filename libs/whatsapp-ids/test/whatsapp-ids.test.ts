import { describe, expect, it } from 'vitest'
import { addressesOf, addressOf, idOf, phoneDigits } from '../src/index.ts'

describe('ids of WhatsApp', () => {
  it.each([
    ['5511911112222@s.whatsapp.net', { kind: 'phone', value: '5511911112222' }],
    ['5511911112222:12@s.whatsapp.net', { kind: 'phone', value: '5511911112222' }],
    ['5511911112222@c.us', { kind: 'phone', value: '5511911112222' }],
    ['5511911112222', { kind: 'phone', value: '5511911112222' }],
    ['777000111222333:2@lid', { kind: 'lid', value: '777000111222333' }],
    ['120363012345678901@g.us', { kind: 'wa-group', value: '120363012345678901' }],
    ['5511911112222-1500000000@g.us', { kind: 'wa-group', value: '5511911112222-1500000000' }],
    ['status@broadcast', null],
    ['123@newsletter', null],
    ['', null],
    ['x@g.us', null],
  ])('%s', (id, address) => expect(addressOf(id)).toEqual(address))

  it('go back to where they came from', () => {
    expect(idOf({ kind: 'phone', value: '5511911112222' }, 'c.us')).toBe('5511911112222@c.us')
    expect(idOf({ kind: 'lid', value: '777000111222333' })).toBe('777000111222333@lid')
    expect(idOf({ kind: 'psid', value: '1' })).toBeNull()
  })

  it('of one person come phone first, each once', () => {
    expect(addressesOf('777000111222333@lid', null, '5511911112222@c.us', '5511911112222@s.whatsapp.net')).toEqual([
      { kind: 'phone', value: '5511911112222' },
      { kind: 'lid', value: '777000111222333' },
    ])
  })

  it('typed by people are completed, nonsense is refused', () => {
    expect(phoneDigits('(11) 91111-2222')).toBe('5511911112222')
    expect(phoneDigits('+351 912 345 678')).toBe('351912345678')
    expect(phoneDigits('+1 415 555 2671')).toBe('14155552671')
    expect(phoneDigits('00 55 11 91111 2222')).toBe('5511911112222')
    expect(() => phoneDigits('12')).toThrow(RangeError)
  })
})
