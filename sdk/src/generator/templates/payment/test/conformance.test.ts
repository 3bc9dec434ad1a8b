import { createHmac } from 'node:crypto'
import { bytesOf, paymentConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startProvider, TOKEN } from './stand-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())

const hookSecret = 'sample-hook-secret'
const signed = (name: string, body: object, secret = hookSecret) => ({
  name,
  body,
  headers: { 'x-signature': `sha256=${createHmac('sha256', secret).update(bytesOf(body)).digest('hex')}` },
})

paymentConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-payment',
  secrets: { token: TOKEN, hookSecret },
  endpoints: { api: provider.url },
  samples: {
    hooks: [signed('a settled charge', { charge: 'c-1' }), signed('something new', { news: true })],
    forged: [
      { name: 'no signature', body: { charge: 'c-1' } },
      signed('a wrong signature', { charge: 'c-1' }, 'guessed'),
    ],
  },
})
