import { describe, expect, it } from 'vitest'
import { checkForm } from '../../ui/form/problems.ts'
import { checkUser, initialOf, type UserValues, userSchema } from './user-form.ts'

const problemsOf = (values: Partial<UserValues>) => {
  const all = {
    ...initialOf(null),
    name: 'Dora Pinho',
    email: 'dora@loja.test',
    password: 'Ypê-roxo 7 vezes',
    ...values,
  }
  return Object.keys({ ...checkUser(null)(all), ...checkForm(userSchema, { ...all }) }).sort()
}

describe('the form of a user', () => {
  it('asks nothing about telephones of whom it has none', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('asks for all of a telephone account that is switched on, and for what can be one', () => {
    expect(problemsOf({ sipEnabled: true })).toEqual(['sipPassword', 'sipPort', 'sipServer', 'sipUser'])
    const whole = { sipEnabled: true, sipServer: 'sip.loja.test', sipPort: 7443, sipUser: '2001', sipPassword: 'x' }
    expect(problemsOf(whole)).toEqual([])
    expect(problemsOf({ ...whole, sipPort: 70_000, sipServer: 'sip loja' })).toEqual(['sipPort', 'sipServer'])
  })
})
