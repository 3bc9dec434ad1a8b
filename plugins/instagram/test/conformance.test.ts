import { channelConformance, TEST_NOW } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startInstagram } from './stand-in.ts'

const account = await startInstagram({ now: () => TEST_NOW })
const alone = await startInstagram({ now: () => TEST_NOW, login: 'instagram' })
alone.person({ id: '9001' })
afterAll(async () => {
  await account.close()
  await alone.close()
})
const joao = account.person({ id: '9001', name: 'João', username: 'joao' })
const person = { sender: { id: joao.id }, recipient: { id: account.account.id }, timestamp: TEST_NOW }
const picture = account.file('a picture')
const text = account.messaging({ ...person, message: { mid: 'aWdfZAG1', text: 'adorei' } })

const samples = {
  hooks: [
    { name: 'a text', ...account.signed(text), events: [{ kind: 'message' as const, externalId: 'aWdfZAG1' }] },
    {
      name: 'a mention in a story',
      ...account.signed(
        account.messaging({
          ...person,
          message: { mid: 'aWdfZAG2', attachments: [{ type: 'story_mention', payload: { url: picture } }] },
        }),
      ),
      events: [{ kind: 'message' as const, externalId: 'aWdfZAG2' }],
    },
    {
      name: 'a comment, and a message that answers a story',
      ...account.signed({
        object: 'instagram',
        entry: [
          {
            id: account.account.id,
            time: 1760000200000,
            changes: [
              {
                field: 'comments',
                value: {
                  id: '18000000000000009',
                  text: 'preço?',
                  from: { id: '9001', username: 'joao' },
                  media: { id: '17990000000000003', media_product_type: 'FEED' },
                },
              },
            ],
          },
          {
            id: account.account.id,
            time: 1760000201000,
            messaging: [
              {
                ...person,
                timestamp: 1760000200900,
                message: {
                  mid: 'aWdfZAG3',
                  text: 'adorei',
                  reply_to: { story: { id: '17900', url: 'https://cdn.example/s.jpg' } },
                },
              },
            ],
          },
        ],
      }),
      events: [
        { kind: 'comment' as const, externalId: '18000000000000009' },
        { kind: 'message' as const, externalId: 'aWdfZAG3' },
      ],
    },
    {
      name: 'a reading',
      ...account.signed(account.messaging({ ...person, read: { mid: 'aWdfOUT' } })),
      events: [{ kind: 'receipt' as const }],
    },
    {
      name: 'a deletion',
      ...account.signed(account.messaging({ ...person, message: { mid: 'aWdfZAG1', is_deleted: true } })),
      events: [{ kind: 'removal' as const, externalId: 'aWdfZAG1' }],
    },
    {
      name: 'our own comment',
      ...account.signed(
        account.changes({
          field: 'comments',
          value: { id: '1', text: 'Obrigado!', from: { id: account.account.id }, media: { id: '2' } },
        }),
      ),
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
  ],
}

for (const access of ['token', 'instagram']) {
  channelConformance({
    api: { describe, it, expect },
    manifest: new URL('../package.json', import.meta.url),
    plugin,
    type: 'instagram',
    settings: {
      access,
      accountId: account.account.id,
      comments: true,
      humanAgent: true,
      verifyToken: 'a-verify-token',
    },
    secrets: { accessToken: account.token, appSecret: account.app.secret },
    endpoints: { graph: account.url, instagram: alone.url, dialog: account.url },
    address: joao.id,
    samples,
  })
}
