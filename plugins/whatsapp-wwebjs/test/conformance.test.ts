import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startWwebjsGateway } from './stand-in.ts'

const SESSION = 'loja'
const RITA = '5511911112222@c.us'
const gateway = await startWwebjsGateway()
const session = gateway.session(SESSION)
await session.scan()
const picture = await session.sendsFile(
  RITA,
  'image',
  { mimetype: 'image/jpeg', data: Buffer.from('a picture').toString('base64'), filename: null },
  { media: 'none' },
)
afterAll(() => gateway.close())

const headers = { 'x-api-key': gateway.apiKey }
const hook = (dataType: string, data?: unknown) => ({ headers, body: { dataType, data, sessionId: SESSION } })
const id = (bare: string, fromMe = false, remote = RITA) => ({
  fromMe,
  remote,
  id: bare,
  _serialized: `${fromMe}_${remote}_${bare}`,
})
const text = {
  id: id('3EB0AA'),
  from: RITA,
  to: '551130000000@c.us',
  body: 'Bom dia',
  type: 'chat',
  timestamp: 1_760_000_300,
  hasMedia: false,
  _data: { notifyName: 'Rita' },
}
const group = '120363012345678901@g.us'

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'whatsapp-wwebjs',
  settings: { url: gateway.url, sessionId: SESSION, ignoreGroups: false, typing: true },
  secrets: { apiKey: gateway.apiKey },
  egress: [gateway.url],
  address: '+55 11 91111-2222',
  samples: {
    hooks: [
      {
        name: 'a text',
        ...hook('message', { message: text }),
        events: [{ kind: 'message', externalId: 'false_3EB0AA' }],
      },
      {
        name: 'the same text as it was created',
        ...hook('message_create', { message: text }),
        events: [{ kind: 'message', externalId: 'false_3EB0AA' }],
      },
      {
        name: 'a text of a group from a LID',
        ...hook('message', {
          message: { ...text, id: id('3EB0BB', false, group), from: group, author: '777000111@lid' },
        }),
        events: [{ kind: 'message', externalId: `false_${group}_3EB0BB` }],
      },
      { name: 'a picture', ...hook('message', { message: picture }), events: [{ kind: 'message' }] },
      {
        name: 'the file of a picture',
        ...hook('media', {
          message: picture,
          messageMedia: { mimetype: 'image/jpeg', data: 'YSBwaWN0dXJl', filename: null },
        }),
        events: [{ kind: 'message' }],
      },
      {
        name: 'a state of delivery',
        ...hook('message_ack', { message: { id: id('3EB0OUT', true) }, ack: 3 }),
        events: [{ kind: 'receipt' }],
      },
      {
        name: 'a reaction',
        ...hook('message_reaction', {
          reaction: { id: id('R1'), msgId: id('3EB0OUT', true), reaction: '👍', senderId: RITA },
        }),
        events: [{ kind: 'reaction', externalId: 'true_3EB0OUT' }],
      },
      {
        name: 'an edit',
        ...hook('message_edit', { message: text, newBody: 'Boa tarde', prevBody: 'Bom dia' }),
        events: [{ kind: 'edit', externalId: 'false_3EB0AA' }],
      },
      {
        name: 'a removal',
        ...hook('message_revoke_everyone', { message: { ...text, type: 'revoked' }, revokedMessage: text }),
        events: [{ kind: 'removal', externalId: 'false_3EB0AA' }],
      },
      {
        name: 'a message that cannot be read yet',
        ...hook('message_ciphertext', { message: { ...text, id: id('3EB0CC'), type: 'ciphertext', body: '' } }),
        events: [{ kind: 'message', externalId: 'false_3EB0CC' }],
      },
      {
        name: 'a call',
        ...hook('call', { call: { id: 'C1', from: RITA, timestamp: 1_760_000_300 } }),
        events: [{ kind: 'call' }],
      },
      {
        name: 'a new subject',
        ...hook('group_update', {
          notification: { chatId: group, type: 'subject', body: 'Obra', timestamp: 1_760_000_300 },
        }),
        events: [{ kind: 'group' }],
      },
      { name: 'a code', ...hook('qr', { qr: '2@abc' }), events: [] },
      { name: 'ready without data', ...hook('ready'), events: [] },
      { name: 'system noise', ...hook('message', { message: { ...text, type: 'e2e_notification' } }), events: [] },
      { name: 'a kind that is not ours', ...hook('unread_count', { chat: {} }), events: [] },
      {
        name: 'another session',
        headers,
        body: { dataType: 'message', data: { message: text }, sessionId: 'other' },
        events: [],
      },
    ],
    forged: [
      { name: 'a text with another key', ...hook('message', { message: text }), headers: { 'x-api-key': 'another' } },
    ],
  },
})
