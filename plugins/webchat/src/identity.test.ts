import { describe, expect, it } from 'vitest'
import { hashOf, jwtOf } from '../test/sign.ts'
import { readIdentity } from './identity.ts'

const NOW = Date.UTC(2026, 0, 15)
const SECRETS = ['identity-secret-of-the-test', 'older-secret']
const seconds = NOW / 1000

describe('identity by hash', () => {
  it('takes the hash of either secret', () => {
    for (const secret of SECRETS) {
      const claim = { id: '42', hash: hashOf('42', secret), name: ' Ana ' }
      expect(readIdentity(claim, SECRETS, NOW)).toEqual({
        verified: true,
        address: 'user:42',
        profile: { name: 'Ana' },
      })
    }
  })

  it.each([
    ['another id', { id: '43', hash: hashOf('42') }],
    ['another secret', { id: '42', hash: hashOf('42', 'guess') }],
    ['no hex', { id: '42', hash: 'zz' }],
    ['an empty hash', { id: '42', hash: '' }],
    ['control characters', { id: '4\n2', hash: hashOf('4\n2') }],
  ])('refuses %s', (_, claim) => {
    expect(readIdentity(claim, SECRETS, NOW)).toBeNull()
  })

  it('never verifies without a secret', () => {
    expect(readIdentity({ id: '42', hash: hashOf('42', '') }, [], NOW)).toBeNull()
  })

  it('keeps what is merely said unverified', () => {
    expect(readIdentity({ id: '42', email: 'ana@x.test' }, SECRETS, NOW)).toEqual({
      verified: false,
      profile: { email: 'ana@x.test' },
    })
  })
})

describe('identity by token', () => {
  const claims = { sub: '42', exp: seconds + 60, name: 'Ana' }

  it('takes a current token', () => {
    expect(readIdentity({ jwt: jwtOf(claims) }, SECRETS, NOW)).toMatchObject({ verified: true, address: 'user:42' })
  })

  it.each([
    ['an expired one', jwtOf({ ...claims, exp: seconds - 61 })],
    ['one without an end', jwtOf({ sub: '42' })],
    ['one of the future', jwtOf({ ...claims, nbf: seconds + 120 })],
    ['one without a subject', jwtOf({ exp: seconds + 60 })],
    ['another secret', jwtOf(claims, 'guess')],
    ['another algorithm', jwtOf(claims, 'identity-secret-of-the-test', 'none')],
    ['no signature', jwtOf(claims).split('.').slice(0, 2).join('.')],
    ['nonsense', 'a.b.c'],
  ])('refuses %s', (_, jwt) => {
    expect(readIdentity({ jwt }, SECRETS, NOW)).toBeNull()
  })
})
