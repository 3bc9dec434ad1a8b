import { startWhatsApp } from '@recado/plugin-whatsapp-baileys/stand-in'
import { startBotApi } from '../../../../plugins/telegram/test/stand-in.ts'
import { eventually } from '../client.ts'
import { type Line, LOOK_MS, lastLine, register } from './line.ts'

/** Long polling: updates stay at Telegram until the request after theirs confirms them. */
export async function startTelegram(): Promise<Line> {
  const bot = await startBotApi()
  const users = register((name) => bot.addUser({ first_name: name }))
  return {
    type: 'telegram',
    settings: { botToken: bot.token, mode: 'polling', ignoreGroups: false, typing: false },
    env: { RECADO_ENDPOINT_TELEGRAM_API: bot.url },
    async says(customer, text) {
      const { message_id: id } = bot.userSays(users.of(customer), text)
      const isWaiting = () =>
        bot.updates.pending().some(({ message }) => (message as { message_id?: number }).message_id === id)
      await eventually(() => !isWaiting(), undefined, LOOK_MS)
    },
    taken: () =>
      bot.sent.map(({ chatId, message }) => ({
        customer: users.nameOf(({ id }) => id === chatId),
        text: lastLine(message.text),
      })),
    close: () => bot.close(),
  }
}

/** A session: what is not confirmed waits at the server and comes with the next login. */
export async function startBaileys(): Promise<Line> {
  const whatsapp = await startWhatsApp()
  const people = register((name) => whatsapp.addPerson({ name }))
  const { url } = whatsapp
  return {
    type: 'whatsapp-baileys',
    settings: { pairing: 'qr', ignoreGroups: false, markRead: false, presence: 'hidden', newContacts: 'off' },
    env: {
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: url,
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_MEDIA: url,
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_PICTURES: url,
    },
    async says(customer, text) {
      const id = await whatsapp.says(people.of(customer), text)
      await eventually(() => whatsapp.world.offline.every(({ attrs }) => attrs.id !== id), undefined, LOOK_MS)
    },
    taken: () =>
      // a phone knows a message by its id and shows it once
      [...new Map(whatsapp.sent.items.toReversed().map((one) => [one.id, one])).values()]
        .reverse()
        .map(({ reader, content }) => ({
          customer: people.nameOf((person) => person === reader),
          text: lastLine(content.conversation ?? content.extendedTextMessage?.text),
        })),
    scan: (qr) => whatsapp.scan(qr),
    mostAnswers: 6,
    isIdempotent: true,
    close: () => whatsapp.close(),
  }
}
