import { expect, it } from 'vitest'
import { initialsOf, tintOf } from './avatar.tsx'

it('takes first and last initials from whatever people call themselves', () => {
  expect(initialsOf('Ana Maria de Souza')).toBe('AS')
  expect(initialsOf('  bruno  ')).toBe('B')
  expect(initialsOf('🌻 Dona Flor')).toBe('DF')
  expect(initialsOf('Cliente 42')).toBe('C')
  expect(initialsOf('5511987654321')).toBe('5')
  expect(initialsOf('🌻')).toBe('🌻')
  expect(initialsOf('')).toBe('?')
})

it('gives a name the same tint always', () => {
  expect(tintOf('Ana')).toBe(tintOf('Ana'))
  expect(new Set(['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa'].map(tintOf)).size).toBeGreaterThan(1)
})
