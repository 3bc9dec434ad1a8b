import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startHub } from './stand-in.ts'

const hub = await startHub()
afterAll(() => hub.close())

const picture = hub.addFile(Buffer.from('a picture'), 'image/jpeg')
const message = (contents: unknown, more: object = {}) => ({
  type: 'MESSAGE',
  id: 'ev-1',
  timestamp: '2026-02-01T10:00:00.120-03:00',
  subscriptionId: 'ch-wa',
  channel: 'whatsapp',
  direction: 'IN',
  message: {
    id: 'm-1',
    from: '5511911112222',
    to: 'ch-wa',
    direction: 'IN',
    visitor: { name: 'Rita', picture },
    contents,
    providerMessageId: 'd2FtaWQuQkJC',
    ...more,
  },
})
const comment = {
  type: 'MESSAGE',
  id: 'ev-2',
  timestamp: '2026-02-01T10:00:00.120-03:00',
  subscriptionId: 'ch-wa',
  channel: 'whatsapp',
  direction: 'IN',
  message: {
    id: 'm-2',
    from: '9001',
    to: 'ch-wa',
    direction: 'IN',
    visitor: { name: 'joao' },
    contents: [{ type: 'comment', text: 'preço?', media: { link: 'https://instagram.example/p/1' } }],
  },
}
const text = [{ type: 'text', text: 'Bom dia' }]

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'hub',
  settings: { channel: 'ch-wa', kind: 'auto' },
  secrets: { token: hub.token },
  endpoints: { api: hub.url, files: hub.url },
  address: '+55 11 91111-2222',
  samples: {
    hooks: [
      { name: 'a text', body: message(text), events: [{ kind: 'message', externalId: 'wamid.BBB' }] },
      {
        name: 'a flat text',
        body: { type: 'MESSAGE', id: 'm-9', from: '5511911112222', to: 'ch-wa', contents: text },
        events: [{ kind: 'message', externalId: 'm-9' }],
      },
      {
        name: 'several contents',
        body: message([...text, { type: 'file', fileUrl: picture, fileMimeType: 'image/jpeg' }]),
        events: [
          { kind: 'message', externalId: 'wamid.BBB:0' },
          { kind: 'message', externalId: 'wamid.BBB:1' },
        ],
      },
      { name: 'a comment', body: comment, events: [{ kind: 'comment', externalId: 'm-2' }] },
      {
        name: 'a state',
        body: {
          type: 'MESSAGE_STATUS',
          messageId: 'h-1',
          messageStatus: { code: 'DELIVERED', timestamp: '2026-02-01T10:00:05Z' },
        },
        events: [{ kind: 'receipt' }],
      },
      { name: 'no contents', body: message(null), events: [] },
      { name: 'an echo', body: { ...message(text, { direction: 'OUT' }), direction: 'OUT' }, events: [] },
      { name: 'another channel', body: { ...message(text, { to: 'ch-77' }), subscriptionId: 'ch-77' }, events: [] },
      { name: 'a ping', body: { type: 'PING' }, events: [] },
      {
        name: "the panel's test button",
        body: 'mensagem=Test',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        events: [],
      },
    ],
  },
})
