import { expect, it } from 'vitest'
import { resigned, signed } from './signature.ts'

it('puts the name above a text once', () => {
  expect(signed('Bom dia', 'Ana *Luz* ')).toBe('*Ana Luz*:\nBom dia')
  expect(signed('*Ana Luz*:\nBom dia', 'Ana Luz')).toBe('*Ana Luz*:\nBom dia')
  expect(signed('*Ana Luz*:\r\nBom dia', 'Ana Luz')).toBe('*Ana Luz*:\r\nBom dia')
  expect(signed('*Bia*:\nBom dia', 'Ana')).toBe('*Ana*:\n*Bia*:\nBom dia')
  expect(signed('  ', 'Ana')).toBe('  ')
})

it('keeps the signature of a text that is changed', () => {
  expect(resigned('Boa tarde', '*Ana*:\nBom dia')).toBe('*Ana*:\nBoa tarde')
  expect(resigned('*Ana*:\nBoa tarde', '*Ana*:\nBom dia')).toBe('*Ana*:\nBoa tarde')
  expect(resigned('Boa tarde', 'Bom dia')).toBe('Boa tarde')
})
