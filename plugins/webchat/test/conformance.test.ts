import { channelConformance } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'

const visitor = '0190a5c0-7b1e-7ccc-8000-000000000000'

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'webchat',
  address: visitor,
  settings: { title: 'Loja Aurora', allowedOrigins: ['https://shop.example'] },
  samples: {
    hooks: [
      {
        name: 'a session of an allowed site',
        path: '/session',
        headers: { origin: 'https://shop.example' },
        body: { page: 'https://shop.example/mesas', locale: 'pt-BR' },
        events: [],
      },
    ],
    forged: [
      { name: 'a session of another site', path: '/session', headers: { origin: 'https://evil.example' }, body: {} },
      { name: 'a message without a token', path: '/messages', body: { uuid: visitor, text: 'oi' } },
      {
        name: 'a message with a made-up token',
        path: '/messages',
        headers: { authorization: 'Bearer eyJzIjoiMCJ9.AAAA' },
        body: { uuid: visitor, text: 'oi' },
      },
    ],
  },
})
