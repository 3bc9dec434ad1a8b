import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors/app-error.ts'
import { cursorOf, readCursor, topDay } from './place.ts'
import { excerptOf, wordsOf } from './words.ts'

describe('words', () => {
  it('come with the one first by which the index is asked', () => {
    expect(wordsOf('  de boleto a ')).toEqual(['boleto', 'de', 'a'])
    expect(wordsOf('ação')).toEqual(['ação'])
    expect(wordsOf('------- 2ª via')).toEqual(['via', '-------', '2ª'])
  })

  it('are refused when none is long enough', () => {
    for (const search of ['', 'ab', 'a b c d', '%%%%', '_'.repeat(9)]) expect(() => wordsOf(search)).toThrow(AppError)
  })
})

describe('an excerpt', () => {
  const long = `${'palavra '.repeat(60)}a rescisão do contrato ${'depois '.repeat(60)}`

  it('is the whole of a short text', () => expect(excerptOf('Olá,\n tudo  bem?', ['bem'])).toBe('Olá, tudo bem?'))

  it('lies around the word, whatever its accents', () => {
    for (const word of ['RESCISAO', 'rescisão', 'cisã']) {
      const excerpt = excerptOf(long, [word])
      expect(excerpt).toContain('rescisão')
      expect(excerpt.length).toBeLessThan(245)
      expect(excerpt).toMatch(/^….*…$/)
    }
  })

  it('never cuts a sign in half', () => {
    const excerpt = excerptOf(`${'😀'.repeat(200)}fim${'😀'.repeat(200)}`, ['fim'])
    expect(excerpt).toContain('fim')
    expect(excerpt.isWellFormed()).toBe(true)
  })
})

describe('a cursor', () => {
  const id = '01890000-0000-7000-8000-000000000001'

  it('is read as it was written', () => {
    expect(readCursor(cursorOf({ at: 86_400_000, id }, 3, 40), false)).toEqual({
      place: { at: 86_400_000, id },
      page: 3,
      count: 40,
    })
    expect(readCursor(cursorOf({ seq: 7 }, 1, 0), true)).toEqual({ place: { seq: 7 }, page: 1, count: 0 })
    expect(topDay({ at: 86_400_000, id })).toBe(1)
  })

  it('is refused when nobody gave it', () => {
    for (const cursor of [
      '',
      'x',
      '1.1.s5',
      `1.1.m99999999999999999.${id}`,
      '1.1.m5.-----------------------------------a',
    ])
      expect(() => readCursor(cursor, false)).toThrow(AppError)
    expect(() => readCursor(`1.1.m5.${id}`, true)).toThrow(AppError)
  })
})
