import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { settingsFor } from './channel.ts'
import { startCloudApi } from './stand-in.ts'

const cloud = await startCloudApi()
const rita = cloud.addPerson({ waId: '5511911112222', userId: 'BR.55001122', username: '@rita.s' })
cloud.userSays(rita, 'Oi')

afterAll(() => cloud.close())

const { hook: text } = cloud.userSays(rita, 'Bom dia, coração 👋').delivery
const photo = cloud.userSendsFile(rita, 'image', Buffer.from('a photo'), { mime_type: 'image/jpeg', caption: 'Olha' })
const pick = cloud.userPicks(rita, { id: 'opt_2', title: 'Segunda via' }, 'wamid.OUT1')
const reaction = cloud.userReacts(rita, 'wamid.OUT1', '')
const status = cloud.status('wamid.OUT1', 'read', { recipient_id: rita.waId })
const stop = cloud.userPrefers(rita, 'stop')
const paused = cloud.webhooks.tell('message_template_status_update', {
  event: 'PAUSED',
  message_template_id: 1_700_000_000_123,
  message_template_name: 'aviso',
  message_template_language: 'pt_BR',
  reason: 'NONE',
})
const batch = cloud.webhooks.tellMany([
  ...(text.body ? [JSON.parse(new TextDecoder().decode(text.body)).entry[0]] : []),
  {
    id: 'somebody-else',
    changes: [{ field: 'messages', value: { metadata: { phone_number_id: '1' }, messages: [{}] } }],
  },
])
const calls = cloud.webhooks.tellNumber('calls', {
  calls: [{ id: 'wacid.1', from: '5511911112222', event: 'connect' }],
})
const other = cloud.webhooks.tellNumber('flows', { event: 'FLOW_STATUS_CHANGE' })

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'whatsapp-cloud',
  endpoints: { graph: cloud.url, media: cloud.url },
  address: '+55 11 91111-2222',
  settings: settingsFor(cloud),
  secrets: { accessToken: cloud.token, appSecret: cloud.appSecret },
  samples: {
    hooks: [
      { name: 'a text', ...text, events: [{ kind: 'message' }] },
      { name: 'a photo', ...photo.delivery.hook, events: [{ kind: 'message', externalId: photo.id }] },
      { name: 'a choice', ...pick.delivery.hook, events: [{ kind: 'message', externalId: pick.id }] },
      {
        name: 'a reaction taken back',
        ...reaction.delivery.hook,
        events: [{ kind: 'reaction', externalId: 'wamid.OUT1' }],
      },
      { name: 'a receipt', ...status.hook, events: [{ kind: 'receipt' }] },
      { name: 'a refusal of advertising', ...stop.hook, events: [{ kind: 'contact' }] },
      { name: 'a paused template', ...paused.hook, events: [{ kind: 'template' }] },
      { name: 'a batch for several accounts', ...batch.hook, events: [{ kind: 'message' }] },
      { name: 'a call', ...calls.hook, events: [{ kind: 'call', externalId: 'wacid.1' }] },
      { name: 'a field that is not ours', ...other.hook, events: [] },
    ],
    forged: [
      { name: 'a text without a signature', body: text.body },
      { name: 'a text signed by somebody else', ...cloud.sign({ entry: [] }, 'another secret') },
      { name: 'a changed text', headers: text.headers, body: Buffer.concat([text.body, Buffer.from(' ')]) },
      {
        name: 'a verification with another token',
        method: 'GET',
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '1' },
      },
    ],
  },
})
