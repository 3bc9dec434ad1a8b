import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startFakeProvider } from './stand-in.ts'

const provider = await startFakeProvider()
afterAll(() => provider.close())

const chat = { addresses: [{ kind: 'phone', value: '5511999990000' }], name: 'Bia' }
const at = 1_768_478_400_000
const text = { type: 'text', text: 'Olá' }
const image = { type: 'media', kind: 'image', media: { ref: 'bytes:1024', mimeType: 'image/png' } }
const events = [
  { kind: 'message', externalId: 'in-1', direction: 'in', chat, content: text, at },
  { kind: 'message', externalId: 'in-2', direction: 'in', chat, content: image, at },
  { kind: 'receipt', status: 'read', externalIds: ['out-1'], at },
  { kind: 'reaction', externalId: 'in-1', from: chat.addresses[0], emoji: '👍', at },
]

for (const type of ['fake', 'fake-idempotent', 'fake-session', 'fake-official']) {
  for (const settings of [{ provider: false, receipts: 'read' }, { provider: true }]) {
    channelConformance({
      api: { describe: (name, body) => describe(`${name}, provider ${settings.provider}`, body), it, expect },
      manifest: new URL('../package.json', import.meta.url),
      plugin,
      type,
      settings,
      endpoints: { provider: provider.url },
      address: '+55 11 99999-0000',
      samples: {
        hooks: [
          {
            name: 'a batch',
            body: { events },
            events: [
              { kind: 'message', externalId: 'in-1' },
              { kind: 'message', externalId: 'in-2' },
              { kind: 'receipt' },
            ],
          },
        ],
      },
    })
  }
}
