import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-policy.ts'
import { checkForm } from './problems.ts'

const schema = Type.Object({
  name: Type.String({ minLength: 2, maxLength: 5 }),
  email: Type.Optional(Type.String({ pattern: '@' })),
  queueId: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
})

describe('checkForm', () => {
  it('finds the first problem of each field', () => {
    expect(checkForm(schema, { name: 'Ana', email: '', queueId: null })).toEqual({})
    expect(checkForm(schema, { name: '  ', queueId: 1 })).toMatchObject({ name: { rule: 'required' } })
    expect(checkForm(schema, { name: 'A', email: 'x', queueId: 1 })).toMatchObject({
      name: { rule: 'minLength', params: { limit: 2 } },
      email: { rule: 'pattern' },
    })
    expect(checkForm(schema, { name: 'Ana', queueId: 0 })).toHaveProperty('queueId')
  })
})

describe('password', () => {
  it('needs length, upper, lower and digit', () => {
    for (const weak of ['Senha12', 'senha123', 'SENHA123', 'SenhaSenha']) {
      expect(passwordProblem(weak), weak).toBeDefined()
    }
    expect(passwordProblem('Senha123')).toBeUndefined()
    expect(passwordProblem('Çãoçã123')).toBeUndefined()
  })
})
