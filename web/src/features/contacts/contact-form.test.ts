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

  it('leaves a masked number alone', () => {
    expect(checkContact(values({ number: '5511•••••4321' }))).toEqual({})
  })
})
