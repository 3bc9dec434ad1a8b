import { channelConformance, TEST_NOW } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startMessenger } from './stand-in.ts'

const page = await startMessenger({ now: () => TEST_NOW })
afterAll(() => page.close())
const bia = page.person({ id: '9001', name: 'Bia Souza' })
const person = { sender: { id: bia.id }, recipient: { id: page.account.id }, timestamp: TEST_NOW }
const picture = page.file('a picture')
const text = page.messaging({ ...person, message: { mid: 'm_1', text: 'Bom dia' } })

const comment = (verb: string) => ({
  field: 'feed',
  value: {
    item: 'comment',
    verb,
    comment_id: '55_77',
    post_id: '700100_55',
    parent_id: '700100_55',
    from: { id: '9001', name: 'Bia' },
    message: 'Preço?',
    created_time: 1_768_000_000,
  },
})

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'facebook',
  settings: {
    access: 'token',
    accountId: page.account.id,
    comments: true,
    humanAgent: false,
    verifyToken: 'a-verify-token',
  },
  secrets: { accessToken: page.token, appSecret: page.app.secret },
  endpoints: { graph: page.url, dialog: page.url },
  address: bia.id,
  samples: {
    hooks: [
      { name: 'a text', ...page.signed(text), events: [{ kind: 'message', externalId: 'm_1' }] },
      {
        name: 'a picture and a file',
        ...page.signed(
          page.messaging({
            ...person,
            message: {
              mid: 'm_2',
              attachments: [
                { type: 'image', payload: { url: picture } },
                { type: 'file', payload: { url: picture } },
              ],
            },
          }),
        ),
        events: [
          { kind: 'message', externalId: 'm_2' },
          { kind: 'message', externalId: 'm_2#1' },
        ],
      },
      {
        name: 'a tap',
        ...page.signed(page.messaging({ ...person, postback: { title: 'Sim', payload: 'yes' } })),
        events: [{ kind: 'message' }],
      },
      {
        name: 'an edit',
        ...page.signed(page.messaging({ ...person, message_edit: { mid: 'm_1', text: 'Boa tarde', num_edit: 1 } })),
        events: [{ kind: 'edit', externalId: 'm_1' }],
      },
      {
        name: 'a reaction that was taken back',
        ...page.signed(page.messaging({ ...person, reaction: { mid: 'm_1', action: 'unreact' } })),
        events: [{ kind: 'reaction', externalId: 'm_1' }],
      },
      {
        name: 'a delivery and a reading',
        ...page.signed(
          page.messaging(
            { ...person, delivery: { mids: ['m_out'], watermark: TEST_NOW } },
            { ...person, read: { watermark: TEST_NOW } },
          ),
        ),
        events: [{ kind: 'receipt' }],
      },
      {
        name: 'a comment',
        ...page.signed(page.changes(comment('add'))),
        events: [{ kind: 'comment', externalId: '55_77' }],
      },
      {
        name: 'a comment that is gone',
        ...page.signed(page.changes(comment('remove'))),
        events: [{ kind: 'removal', externalId: '55_77' }],
      },
      {
        name: 'a thread that changes hands',
        ...page.signed(page.messaging({ ...person, pass_thread_control: { new_owner_app_id: 1 } })),
        events: [],
      },
      {
        name: 'a message of another page',
        ...page.signed({ object: 'page', entry: [{ id: '1', messaging: [{ ...person, recipient: { id: '1' } }] }] }),
        events: [],
      },
    ],
    forged: [
      { name: 'a text without a signature', body: text },
      {
        name: 'a text with another signature',
        body: text,
        headers: { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
      },
      {
        name: 'a verification with another token',
        method: 'GET',
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '1' },
      },
    ],
  },
})
