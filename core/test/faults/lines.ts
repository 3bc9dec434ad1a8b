import { startWhatsApp } from '@recado/plugin-whatsapp-baileys/stand-in'
import { startCloudApi } from '@recado/plugin-whatsapp-cloud/stand-in'
import { startBotApi } from '../../../plugins/telegram/test/stand-in.ts'
import { newPhone } from '../rich-company.ts'
import { eventually } from './client.ts'

/** What a provider took: to whom, and the text without the writer's name that may stand above it. */
export interface Taken {
  customer: string
  text: string
}

/** A provider on loopback, as far as a test needs it that kills the program. */
export interface Line {
  type: string
  settings: Record<string, unknown>
  env: Record<string, string>
  /** Somebody by this name writes; resolves once the provider knows that it was taken and forgets it. */
  says(customer: string, text: string): Promise<void>
  /** All that it took from the product, in order. */
  taken(): Taken[]
  scan?(qr: string): void
  /** How many answers a conversation is to have, so that some are under way when the program dies. */
  answers: number
  /** The owner of a channel dies while it may have sent something: is the same send asked for again harmless? */
  isIdempotent: boolean
  close(): Promise<void>
}

const LOOK_MS = 5
const lastLine = (text: unknown): string =>
  String(text ?? '')
    .split('\n')
    .at(-1) ?? ''

/** Asks for one of something per name, and finds the name again by it. */
function register<T>(make: (name: string) => T) {
  const all = new Map<string, T>()
  return {
    of(name: string): T {
      const found = all.get(name) ?? make(name)
      all.set(name, found)
      return found
    },
    nameOf: (fits: (one: T) => boolean): string => [...all].find(([, one]) => fits(one))?.[0] ?? '',
  }
}

/** Long polling: updates stay at Telegram until the request after theirs confirms them. */
async function startTelegram(): Promise<Line> {
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
    answers: 24,
    isIdempotent: false,
    close: () => bot.close(),
  }
}

/** Hooks that come again until they are taken. */
async function startCloud(): Promise<Line> {
  const cloud = await startCloudApi()
  cloud.webhooks.insist(50)
  const people = register((name) => cloud.addPerson({ waId: newPhone(), name }))
  const { phoneNumberId, businessAccountId, appId, appSecret, token: accessToken } = cloud
  return {
    type: 'whatsapp-cloud',
    settings: { phoneNumberId, businessAccountId, accessToken, appId, appSecret, webhook: 'own', typing: false },
    env: { RECADO_ENDPOINT_WHATSAPP_CLOUD_GRAPH: cloud.url, RECADO_ENDPOINT_WHATSAPP_CLOUD_MEDIA: cloud.url },
    says: (customer, text) => cloud.webhooks.taken(cloud.userSays(people.of(customer), text).delivery),
    taken: () =>
      cloud.sent.items.map(({ to, text }) => ({
        customer: people.nameOf(({ waId }) => waId === to),
        text: lastLine(text),
      })),
    answers: 24,
    isIdempotent: false,
    close: () => cloud.close(),
  }
}

/** A session: what is not confirmed waits at the server and comes with the next login. */
async function startBaileys(): Promise<Line> {
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
    // at the pace of a person
    answers: 6,
    isIdempotent: true,
    close: () => whatsapp.close(),
  }
}

export const startLines = (): Promise<Line[]> => Promise.all([startTelegram(), startCloud(), startBaileys()])
