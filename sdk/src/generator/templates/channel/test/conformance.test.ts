import { createHmac } from 'node:crypto'
import { bytesOf, channelConformance } from '@recado/sdk/testing'
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
const message = { type: 'message', id: 'in-1', from: '5511999990000', name: 'Bia', text: 'Olá', at: 1_768_478_400_000 }
const receipt = { type: 'receipt', id: 'm-1', status: 'read', at: 1_768_478_400_000 }

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-channel',
  secrets: { token: TOKEN, hookSecret },
  endpoints: { api: provider.url },
  address: '+55 (11) 99999-0000',
  samples: {
    hooks: [
      { ...signed('a message', message), events: [{ kind: 'message', externalId: 'in-1' }] },
      { ...signed('a receipt', receipt), events: [{ kind: 'receipt' }] },
      { ...signed('something new', { type: 'news' }), events: [] },
    ],
    forged: [{ name: 'no signature', body: message }, signed('a wrong signature', message, 'guessed')],
  },
})
