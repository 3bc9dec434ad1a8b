import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, flag, list, millis, number, parse, record, records, text } from '../src/index.ts'

describe('what providers send', () => {
  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const read of [record, records, list, text, number, flag]) read(value)
        millis(value, 0)
      }),
    )
  })

  it('is read leniently', () => {
    expect([text(5), text('  '), text(null), text('a')]).toEqual(['5', undefined, undefined, 'a'])
    expect([number('5.5'), number(''), number('x'), number(Number.NaN)]).toEqual([5.5, undefined, undefined, undefined])
    expect(records({ id: 1 })).toEqual([{ id: 1 }])
    expect(records([null, 'x', { id: 1 }, []])).toEqual([{ id: 1 }])
    expect(list(null)).toEqual([])
    expect(parse('{')).toBeUndefined()
  })

  it('keeps every digit of ids that came as numbers', () => {
    expect(parse('{"id":99999999999999999999,"ids":[ -12345678901234567890],"n":1.5,"at":1760000000123}')).toEqual({
      id: '99999999999999999999',
      ids: ['-12345678901234567890'],
      n: 1.5,
      at: 1_760_000_000_123,
    })
    expect(parse('{"text":": 12345678901234567890","small":1234567890123456}')).toEqual({
      text: ': 12345678901234567890',
      small: 1_234_567_890_123_456,
    })
  })

  it('tells moments in seconds, milliseconds and ISO 8601 apart', () => {
    expect(millis('1760000000', 0)).toBe(1_760_000_000_000)
    expect(millis(1_760_000_000_123, 0)).toBe(1_760_000_000_123)
    expect(millis('2026-01-01T00:00:00Z', 0)).toBe(Date.UTC(2026, 0, 1))
    expect([millis(undefined, 7), millis('soon', 7), millis(0, 7)]).toEqual([7, 7, 7])
  })

  it('is cut between characters', () => {
    expect(clip('ab😀', 3)).toBe('ab')
    expect(clip('ab😀', 4)).toBe('ab😀')
  })
})
