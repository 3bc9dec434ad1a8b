import type { Problem } from './problems.ts'

export const PASSWORD_RULES = ['length', 'upper', 'lower', 'digit'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

export const PASSWORD_LENGTH = 8

const TESTS: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => [...password].length >= PASSWORD_LENGTH,
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
}

export const meetsPolicy = (password: string, rule: PasswordRule): boolean => TESTS[rule](password)

/** Specification §5: length, one uppercase, one lowercase, one number. */
export const passwordProblem = (password: string): Problem | undefined =>
  PASSWORD_RULES.every((rule) => meetsPolicy(password, rule)) ? undefined : { rule: 'password', params: {} }
