import { bytesOf, channelConformance, TEST_NOW } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { signedHeaders } from '../src/signature.ts'
import { SECRET, startSystem } from './stand-in.ts'

const system = await startSystem()
afterAll(() => system.close())

const at = TEST_NOW
const from = { id: 'customer-7', name: 'Bia' }
const text = { type: 'message', id: 'in-1', from, text: 'Olá', at }
const photo = { type: 'message', id: 'in-2', from, file: { kind: 'image', url: `${system.url}/photo.png` }, at }
const receipt = { type: 'receipt', ids: ['m-1'], status: 'read', at }
const signed = (name: string, body: object, secret = SECRET, time = TEST_NOW) => ({
  name,
  body,
  headers: signedHeaders(secret, time, bytesOf(body)),
})

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'http-channel',
  settings: { url: `${system.url}/inbox`, files: true },
  secrets: { secret: SECRET },
  egress: [system.url],
  address: ' customer-7 ',
  samples: {
    hooks: [
      { ...signed('a text', text), events: [{ kind: 'message', externalId: 'in-1' }] },
      { ...signed('a photo', photo), events: [{ kind: 'message', externalId: 'in-2' }] },
      { ...signed('a receipt', receipt), events: [{ kind: 'receipt' }] },
    ],
    forged: [
      { name: 'no signature', body: text },
      signed('the signature of somebody else', text, 'another-secret'),
      signed('an old signature', text, SECRET, TEST_NOW - 600_000),
      { ...signed('a changed body', text), body: { ...text, text: 'Tchau' } },
    ],
  },
})
