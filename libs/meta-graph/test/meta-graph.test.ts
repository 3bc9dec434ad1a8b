import { createHmac } from 'node:crypto'
import { hookRequest, testApp } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import {
  accountsIn,
  commonCode,
  describe as describeFault,
  faultOf,
  graphError,
  isSigned,
  routeMetaApp,
} from '../src/index.ts'

const secret = 'app-secret'
const sign = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const app = testApp({ secrets: { appSecret: secret, verifyToken: 'our-token' } })
const body = JSON.stringify({
  object: 'page',
  entry: [
    { id: 'waba-1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: 'phone-1' } } }] },
    { id: 'page-1', messaging: [{ sender: { id: 'person' }, recipient: { id: 'page-1' } }] },
    null,
  ],
})

describe('the webhook that all tenants share', () => {
  it('names every account that a signed request speaks of, once', async () => {
    const request = hookRequest({ body, headers: { 'x-hub-signature-256': sign(body) } })
    expect(await routeMetaApp(request, app)).toEqual({ accounts: ['waba-1', 'phone-1', 'page-1', 'person'] })
    expect(accountsIn({ entry: 'x' })).toEqual([])
  })

  it('refuses what the app has not signed', async () => {
    for (const signature of [sign(`${body} `), 'sha256=', '', sign(body).slice(0, -1)]) {
      const request = hookRequest({ body, headers: { 'x-hub-signature-256': signature } })
      expect(await routeMetaApp(request, app)).toEqual({ reply: { status: 403 } })
    }
    expect(await routeMetaApp(hookRequest({ body }), testApp())).toEqual({ reply: { status: 403 } })
    expect(isSigned(hookRequest({ body, headers: { 'x-hub-signature-256': sign(body) } }), '')).toBe(false)
  })

  it('is verified with the token alone', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'our-token', 'hub.challenge': '12345' }
    const right = await routeMetaApp(hookRequest({ method: 'GET', query }), app)
    expect(right).toMatchObject({ reply: { status: 200, body: '12345' } })
    const wrong = await routeMetaApp(hookRequest({ method: 'GET', query: { ...query, 'hub.verify_token': 'x' } }), app)
    expect(wrong).toEqual({ reply: { status: 403 } })
  })
})

it.each([
  [{ code: 190, error_subcode: 463, message: 'expired' }, 'AUTH_EXPIRED'],
  [{ code: 10, message: 'permission' }, 'AUTH_EXPIRED'],
  [{ code: 80007, message: 'limit' }, 'RATE_LIMITED'],
  [{ code: 2, message: 'later' }, 'TEMPORARY'],
  [{ code: 100, message: 'parameter' }, 'REJECTED'],
  [{ code: '100', message: 'parameter', is_transient: true }, 'TEMPORARY'],
])('%o means %s', (error, code) => {
  const fault = faultOf(error)
  expect(fault && commonCode(fault)).toBe(code)
})

it('tells people what Meta said', () => {
  const fault = faultOf({ code: 131047, title: 'Re-engagement message', error_data: { details: 'more than 24 hours' } })
  expect(fault && describeFault(fault)).toBe('Re-engagement message – more than 24 hours (131047)')
  expect(faultOf({ message: 'no code' })).toBeNull()
})

it('keeps a token that Meta repeats to itself', () => {
  const malformed = faultOf({ code: 190, message: 'Malformed access token EAAGm0PX4ZCpsBAKZCtoken' })
  expect(malformed && describeFault(malformed)).toBe('Malformed access token … (190)')
})

it.each([
  [{}, 30_000],
  [
    {
      'x-business-use-case-usage':
        '{"1":[{"estimated_time_to_regain_access":0}],"2":[{"estimated_time_to_regain_access":7}]}',
    },
    420_000,
  ],
  [{ 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":900}]}' }, 3_600_000],
  [{ 'x-business-use-case-usage': 'nonsense' }, 30_000],
])('a throttled account waits as long as %o says', (headers, retryAfterMs) => {
  const fault = faultOf({ code: 4, message: 'limit' })
  expect(fault && graphError(fault, () => undefined, headers as Record<string, string>)).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterMs,
  })
})
