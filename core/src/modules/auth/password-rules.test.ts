import { describe, expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

describe('passwordFault', () => {
  it.each([
    ['Curta1a', 'ERR_PASSWORD_POLICY'],
    ['semmaiuscula1', 'ERR_PASSWORD_POLICY'],
    ['SEMMINUSCULA1', 'ERR_PASSWORD_POLICY'],
    ['SemNumeroAqui', 'ERR_PASSWORD_POLICY'],
    [`Aa1${'é'.repeat(127)}`, 'ERR_PASSWORD_POLICY'],
    ['Senha123', 'ERR_PASSWORD_COMMON'],
    ['P@ssw0rd!', 'ERR_PASSWORD_COMMON'],
    ['Flamengo2024', 'ERR_PASSWORD_COMMON'],
    ['123Qwerty', 'ERR_PASSWORD_COMMON'],
    ['MariaSouza99', 'ERR_PASSWORD_COMMON'],
    ['AcmeTelecom1', 'ERR_PASSWORD_COMMON'],
    ['Ypê-roxo 7 vezes', null],
    [`Aa1${'x'.repeat(80)}`, null],
    ['  Tr0vador de rua  ', null],
  ])('%s → %s', (password, expected) =>
    expect(passwordFault(password, ['Maria de Souza', 'Acme Telecom'])).toBe(expected),
  )
})
