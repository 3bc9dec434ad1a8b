import { createHmac } from 'node:crypto'
import { bytesOf, voiceConformance } from '@recado/sdk/testing'
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
const offer = { call: 'call-9', event: 'offer', direction: 'in', phone: '5511999990000', at: 1_768_478_400_000 }

voiceConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-voice',
  secrets: { token: TOKEN, hookSecret },
  endpoints: { api: provider.url },
  phone: '5511999990000',
  samples: {
    hooks: [signed('an incoming call', offer), signed('something new', { news: true })],
    forged: [{ name: 'no signature', body: offer }, signed('a wrong signature', offer, 'guessed')],
  },
})
