import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { ACCESS_SECONDS, createTokens } from './tokens.ts'

const clock = { time: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.time }
const keys = { derive: (purpose: string) => createHmac('sha256', 'installation').update(purpose).digest() }
const tokens = createTokens({ keys, clock })
const session = '0198a7f0-0000-7000-8000-000000000001'
const claims = { userId: 7, tenantId: 3, sessionId: session, profile: 'admin', version: 2 } as const

describe('access tokens', () => {
  it('carry the claims until they expire', async () => {
    const token = await tokens.access(claims)
    expect(await tokens.readAccess(token)).toEqual(claims)
    clock.time += (ACCESS_SECONDS + 1) * 1000
    await expect(tokens.readAccess(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED', status: 403 })
    clock.time -= (ACCESS_SECONDS + 1) * 1000
  })

  const forge = (key: Uint8Array, audience: string, typ: string, algorithm = 'HS256') =>
    new SignJWT({ tid: 3, sid: session, prf: 'admin', ver: 1, typ })
      .setProtectedHeader({ alg: algorithm })
      .setSubject('7')
      .setAudience(audience)
      .setExpirationTime(clock.now() / 1000 + 60)
      .sign(key)
  const ours = keys.derive('auth/access')

  it.each([
    ['another key', () => forge(keys.derive('auth/refresh'), 'user', 'access')],
    ['another audience', () => forge(ours, 'webchat', 'access')],
    ['another kind', () => forge(ours, 'user', 'refresh')],
    ['another algorithm', () => forge(Buffer.alloc(64, 1), 'user', 'access', 'HS512')],
    ['no signature', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['nonsense', async () => 'null'],
  ])('of %s are refused', async (_what, make) => {
    await expect(tokens.readAccess(await make())).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED', status: 401 })
  })
})

describe('refresh tokens', () => {
  it('can be made again from their place in the chain', () => {
    const place = { tenantId: 3, sessionId: session, rotation: 70_000 }
    const token = tokens.refreshToken(place)
    expect(tokens.refreshToken(place)).toBe(token)
    expect(tokens.readRefresh(token)).toEqual(place)
    expect(tokens.refreshToken({ ...place, rotation: 70_001 })).not.toBe(token)
  })

  it('are refused with anything changed', () => {
    const token = tokens.refreshToken({ tenantId: 3, sessionId: session, rotation: 1 })
    const [, id, secret = ''] = token.split('.')
    const altered = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`
    for (const forged of [`4.${id}.${secret}`, `3.${id}.${altered}`, `${token}.x`, `03.${id}.${secret}`, '', 'a.b.c'])
      expect(tokens.readRefresh(forged), forged).toBeNull()
  })
})
