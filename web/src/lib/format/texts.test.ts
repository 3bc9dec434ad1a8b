import { describe, expect, it } from 'vitest'
import { found } from './fold.ts'
import { formatBadge } from './numbers.ts'
import { formatPhone } from './phone.ts'

describe('texts', () => {
  it('finds without accents and case, all words in any order', () => {
    expect(found('Configurações da empresa', 'configuracoes')).toBe(true)
    expect(found('Configurações da empresa', 'EMPRESA config')).toBe(true)
    expect(found('Configurações da empresa', 'empresa filas')).toBe(false)
    expect(found('anything', '')).toBe(true)
  })

  it('writes phones as Brazilians read them', () => {
    expect(formatPhone('5511987654321')).toBe('+55 11 98765-4321')
    expect(formatPhone('551133334444')).toBe('+55 11 3333-4444')
    expect(formatPhone('351912345678')).toBe('+351912345678')
    expect(formatPhone(null)).toBe('')
  })

  it('stops counting badges at 99', () => {
    expect([formatBadge(99), formatBadge(100)]).toEqual(['99', '99+'])
  })
})
