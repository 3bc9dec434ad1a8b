import { type ChannelContext, type Content, MAX_TEXT } from '@recado/sdk'
import { extractMessageContent, type proto, type WAMessageKey } from '@whiskeysockets/baileys'
import { numberOf } from '../library/number.ts'
import { mapFile } from './map-file.ts'
import { mapMentions } from './mentions.ts'
import { contactOf } from './vcard.ts'

export type T = ChannelContext['t']

export const clip = (text: unknown, length: number): string => (typeof text === 'string' ? text.slice(0, length) : '')

/** What a customer reads and sees; null for what is no message, such as keys and acknowledgements. */
export function mapContent(given: proto.IMessage | null | undefined, key: WAMessageKey, t: T): Content | null {
  const message = extractMessageContent(given ?? undefined)
  if (!message) return null
  return (
    mapText(message) ??
    mapFile(message, key) ??
    mapPlace(message) ??
    mapCards(message) ??
    mapChoice(message) ??
    mapPoll(message) ??
    mapShop(message, t) ??
    mapOther(message, t)
  )
}

function mapText({ conversation, extendedTextMessage }: proto.IMessage): Content | null {
  const text = extendedTextMessage?.text ?? conversation
  if (typeof text !== 'string' || text === '') return null
  return { type: 'text', text: text.slice(0, MAX_TEXT), ...mapMentions(text, extendedTextMessage?.contextInfo) }
}

function mapPlace({ locationMessage, liveLocationMessage }: proto.IMessage): Content | null {
  const place = locationMessage ?? liveLocationMessage
  const latitude = numberOf(place?.degreesLatitude)
  const longitude = numberOf(place?.degreesLongitude)
  if (latitude === undefined || longitude === undefined) return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  const name = clip(locationMessage?.name ?? liveLocationMessage?.caption, 255)
  const address = clip(locationMessage?.address, 1024)
  return { type: 'location', latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }
}

function mapCards({ contactMessage, contactsArrayMessage }: proto.IMessage): Content | null {
  const cards = contactMessage ? [contactMessage] : (contactsArrayMessage?.contacts ?? [])
  if (cards.length === 0) return null
  return {
    type: 'contact',
    contacts: cards.slice(0, 50).map(({ displayName, vcard }) => contactOf(displayName, vcard)),
  }
}

function mapChoice(message: proto.IMessage): Content | null {
  const { buttonsResponseMessage: button, templateButtonReplyMessage: template } = message
  const { listResponseMessage: list, interactiveResponseMessage: flow } = message
  if (button) return choice(button.selectedButtonId, button.selectedDisplayText)
  if (template) return choice(template.selectedId, template.selectedDisplayText)
  if (list) return choice(list.singleSelectReply?.selectedRowId, list.title ?? list.description)
  if (!flow) return null
  const answers = answersOf(flow.nativeFlowResponseMessage?.paramsJson)
  return choice(answers.id ?? flow.nativeFlowResponseMessage?.name, flow.body?.text ?? answers.id)
}

const choice = (id: unknown, text: unknown): Content => ({
  type: 'choice',
  id: clip(id, 256),
  text: clip(text, MAX_TEXT) || clip(id, 256),
})

/** JSON that may be anything. */
function answersOf(json: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(clip(json, 50_000))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function mapPoll(message: proto.IMessage): Content | null {
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3
  if (!poll) return null
  const options = (poll.options ?? []).slice(0, 20).map(({ optionName }) => clip(optionName, 255))
  return { type: 'poll', question: clip(poll.name, MAX_TEXT), options }
}

function mapShop({ orderMessage: order, productMessage }: proto.IMessage, t: T): Content | null {
  if (order) {
    return form(clip(order.orderTitle, 255), [
      [t('order.items'), numberOf(order.itemCount)],
      [t('order.total'), money(order.totalAmount1000, order.totalCurrencyCode)],
      [t('order.message'), order.message],
    ])
  }
  const product = productMessage?.product
  if (!product) return null
  return form(clip(product.title, 255), [
    [t('product.price'), money(product.priceAmount1000, product.currencyCode)],
    [t('product.description'), product.description],
    [t('product.link'), product.url],
  ])
}

function form(title: string, fields: [string, unknown][]): Content {
  const filled = fields.filter(([, value]) => value !== undefined && value !== null && value !== '')
  return {
    type: 'form',
    ...(title ? { title } : {}),
    fields: filled.map(([label, value]) => ({ label: label.slice(0, 255), value: String(value).slice(0, 4096) })),
  }
}

function money(thousandths: unknown, currency: unknown): string | undefined {
  const amount = numberOf(thousandths)
  return amount === undefined ? undefined : `${(amount / 1000).toFixed(2)} ${clip(currency, 3)}`.trim()
}

/** What the protocol sends beside messages, and what others read as a part of another message. */
const SILENT = new Set([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'albumMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'deviceSentMessage',
  'call',
  'callLogMesssage',
  'placeholderMessage',
  'secretEncryptedMessage',
  'stickerSyncRmrMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
])

function mapOther(message: proto.IMessage, t: T): Content | null {
  const names = Object.entries(message).flatMap(([name, value]) => (value ? [name] : []))
  const told =
    message.interactiveMessage?.body?.text ??
    message.listMessage?.description ??
    message.highlyStructuredMessage?.fallbackLg
  if (told) return { type: 'text', text: told.slice(0, MAX_TEXT) }
  const name = names.find((one) => !SILENT.has(one))
  if (!name) return null
  const event = message.eventMessage?.name
  const what = event ? t('content.event', { name: event }) : (KNOWN[name] ?? null)
  return { type: 'unsupported', what: (what && event ? what : t(what ?? 'content.unknown')).slice(0, 255) }
}

/** Texts for contents that cannot be shown. */
const KNOWN: Record<string, string> = {
  groupInviteMessage: 'content.groupInvite',
  sendPaymentMessage: 'content.payment',
  requestPaymentMessage: 'content.payment',
  paymentInviteMessage: 'content.payment',
  invoiceMessage: 'content.payment',
}
