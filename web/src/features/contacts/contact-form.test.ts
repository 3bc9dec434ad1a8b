import { describe, expect, it } from 'vitest'
import { checkContact, initialOf } from './contact-form.ts'

const values = (over: object) => ({ ...initialOf(null), name: 'Ana', ...over })

describe('contact form', () => {
  it('takes numbers as people type them', () => {
    for (const number of ['', '11 98765-4321', '+55 (11) 98765-4321', '5511987654321', '551133334444']) {
      expect(checkContact(values({ number })), number).toEqual({})
    }
  })

  it('refuses what cannot be a phone or an e-mail', () => {
    for (const number of ['98765-4321', 'ana', '123', '1'.repeat(16)]) {
      expect(checkContact(values({ number })), number).toHaveProperty('number.rule', 'phone')
    }
    expect(checkContact(values({ email: 'ana@' }))).toHaveProperty('email.rule', 'email')
  })

  it('wants a name for every fact, each once, and passes over empty lines', () => {
    const facts = (...names: string[]) => ({ extraInfo: names.map((name, key) => ({ key, name, value: name && '1' })) })
    expect(checkContact(values(facts('CPF', '')))).toEqual({})
    expect(checkContact(values(facts('CPF', ' CPF ')))).toHaveProperty('extraInfo.rule', 'unique')
    expect(checkContact(values({ extraInfo: [{ key: 1, name: '', value: '1' }] }))).toHaveProperty(
      'extraInfo.rule',
      'required',
    )
  })

  it('leaves a masked number alone', () => {
    expect(checkContact(values({ number: '5511•••••4321' }))).toEqual({})
  })
})
