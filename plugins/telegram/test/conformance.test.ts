import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startBotApi } from './stand-in.ts'

const SECRET = 'a-secret-of-the-webhook'
const bot = await startBotApi()
const bia = bot.addUser({ username: 'bia' })
const polling = await startBotApi()
const photo = bot.userSendsFile(bia, 'photo', { bytes: Buffer.from('a photo'), fileName: 'a.jpg' }, { caption: 'Olha' })

afterAll(async () => {
  await bot.close()
  await polling.close()
})

const chat = { id: bia.id, type: 'private', first_name: 'Bia' }
const headers = { 'X-Telegram-Bot-Api-Secret-Token': SECRET }
const text = { message_id: 90, date: 1_760_000_300, chat, from: bia, text: 'Bom dia' }
const tap = {
  id: '77',
  from: bia,
  chat_instance: '-1',
  message: { ...text, reply_markup: { inline_keyboard: [[{ text: 'Sim', callback_data: 'v:yes' }]] } },
  data: 'v:yes',
}
const reaction = {
  chat,
  message_id: 90,
  user: bia,
  date: 1_760_000_310,
  old_reaction: [{ type: 'emoji', emoji: '👍' }],
  new_reaction: [],
}

const common = {
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'telegram',
  endpoints: { api: bot.url },
  address: String(bia.id),
}

channelConformance({
  ...common,
  settings: { mode: 'webhook', ignoreGroups: false, typing: true },
  secrets: { botToken: bot.token, webhookSecret: SECRET },
  samples: {
    hooks: [
      {
        name: 'a text',
        headers,
        body: { update_id: 1, message: text },
        events: [{ kind: 'message', externalId: `${bia.id}:90` }],
      },
      { name: 'a photo', headers, body: { update_id: 2, message: photo }, events: [{ kind: 'message' }] },
      {
        name: 'an edit',
        headers,
        body: { update_id: 3, edited_message: { ...text, text: 'Boa tarde', edit_date: 1_760_000_305 } },
        events: [{ kind: 'edit', externalId: `${bia.id}:90` }],
      },
      {
        name: 'a tap',
        headers,
        body: { update_id: 4, callback_query: tap },
        events: [{ kind: 'message', externalId: `${bia.id}:callback:77` }],
      },
      {
        name: 'a reaction that was taken back',
        headers,
        body: { update_id: 5, message_reaction: reaction },
        events: [{ kind: 'reaction', externalId: `${bia.id}:90` }],
      },
      { name: 'a kind that is not ours', headers, body: { update_id: 6, poll_answer: { poll_id: '1' } }, events: [] },
      { name: 'an update without content', headers, body: { update_id: 7 }, events: [] },
    ],
    forged: [
      { name: 'a text without the secret', body: { update_id: 8, message: text } },
      {
        name: 'a text with another secret',
        headers: { 'X-Telegram-Bot-Api-Secret-Token': 'another' },
        body: { update_id: 9, message: text },
      },
    ],
  },
})

const polled = polling.addUser()
channelConformance({
  ...common,
  endpoints: { api: polling.url },
  address: String(polled.id),
  settings: { mode: 'polling', ignoreGroups: false, typing: true },
  secrets: { botToken: polling.token },
  expectInbound: [
    {
      name: 'a text',
      trigger: async () => {
        polling.userSays(polled, 'Oi')
      },
      events: [{ kind: 'message' }],
    },
  ],
})
