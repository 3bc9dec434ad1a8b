import { clip, type Loose, list, number, record, records, text } from '@recado/loose-json'
import { type Content, MAX_TEXT, type MediaKind, type Mention } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { messageIdOf, widOf } from '../ids.ts'
import { contactsOf } from './map-vcard.ts'
import type { Mapping } from './mapping.ts'

const FILES: Record<string, [kind: MediaKind, mimeType?: string]> = {
  image: ['image', 'image/jpeg'],
  video: ['video', 'video/mp4'],
  ptv: ['video', 'video/mp4'],
  audio: ['audio', 'audio/mpeg'],
  ptt: ['voice', 'audio/ogg'],
  document: ['document'],
  sticker: ['sticker', 'image/webp'],
}

/** What WhatsApp Web keeps among the messages and nobody wrote. */
const NOISE =
  /^(e2e_notification|notification|notification_template|gp2|revoked|protocol|call_log|debug|broadcast_notification|newsletter_notification|pinned_message|reaction|poll_update|keep_in_chat)$/

/** The content of a message; null for what nobody wrote. */
export function contentOf(message: Loose, mapping: Mapping): Content | null {
  const content = bareContentOf(message, mapping)
  if (content?.type !== 'text' && content?.type !== 'media') return content
  const mentions = mentionsOf(message, content.text ?? '')
  return mentions.length > 0 ? { ...content, mentions } : content
}

/** Whom the words name by the digits of their id; `mentionedIds` of whatsapp-web.js, ids as text or as objects. */
function mentionsOf(message: Loose, words: string): Mention[] {
  const told = list(message.mentionedIds ?? dataOf(message).mentionedJidList).flatMap((id) => {
    const address = addressOf(widOf(id) ?? '')
    return address && words.includes(`@${address.value}`) ? [{ token: address.value, address }] : []
  })
  return told.slice(0, 100)
}

function bareContentOf(message: Loose, { t }: Mapping): Content | null {
  const type = text(message.type) ?? (text(message.body) ? 'chat' : '')
  if (NOISE.test(type)) return null
  const file = FILES[type]
  if (file) return fileOf(message, ...file)
  return WRITTEN[type]?.(message) ?? unsupported(type, t)
}

const WRITTEN: Record<string, (message: Loose) => Content | null | undefined> = {
  chat: (message) => written(bodyOf(message)),
  text: (message) => written(bodyOf(message)),
  location: locationOf,
  live_location: locationOf,
  vcard: (message) => contactsOf([...list(message.vCards), message.body]),
  multi_vcard: (message) => contactsOf(message.vCards ?? message.body),
  list_response: (message) => choiceOf(message, listRowOf(message)),
  buttons_response: (message) =>
    choiceOf(message, text(message.selectedButtonId) ?? text(dataOf(message).selectedButtonId)),
  template_button_reply: (message) =>
    choiceOf(message, text(message.selectedButtonId) ?? text(dataOf(message).selectedId)),
  poll_creation: pollOf,
  groups_v4_invite: (message) => written(bodyOf(message) ?? text(message.inviteV4)),
}

export const dataOf = (message: Loose): Loose => record(message._data)

/** The thumbnail stands in `_data.body` of a picture, so only the message's own body counts. */
const bodyOf = (message: Loose): string | undefined => text(message.body) ?? text(message.caption)

const written = (value: string | undefined): Content | undefined =>
  value === undefined ? undefined : { type: 'text', text: clip(value, MAX_TEXT) }

function unsupported(type: string, t: Mapping['t']): Content {
  if (type === 'ciphertext') return { type: 'unsupported', what: t('unsupported.ciphertext') }
  return { type: 'unsupported', what: clip(t('unsupported.other', { kind: type.replaceAll('_', ' ') || '?' }), 255) }
}

function fileOf(message: Loose, kind: MediaKind, usual?: string): Content {
  const data = dataOf(message)
  const id = messageIdOf(message.id, message)
  const chatId = id?.chatId ?? widOf(message.fromMe === true ? message.to : message.from) ?? ''
  const caption = bodyOf(message)
  const fileName = text(message.filename) ?? text(data.filename) ?? (kind === 'document' ? caption : undefined)
  const size = number(data.size)
  const seconds = number(message.duration) ?? number(data.duration)
  const mimeType = text(data.mimetype) ?? text(message.mimetype) ?? usual
  return {
    type: 'media',
    kind,
    media: {
      ref: refOf(chatId, id?.id ?? ''),
      ...(mimeType ? { mimeType: clip(mimeType, 255) } : {}),
      ...(fileName ? { fileName: clip(fileName, 255) } : {}),
      ...(size !== undefined && size >= 0 ? { size: Math.trunc(size) } : {}),
      ...(seconds !== undefined && seconds >= 0 ? { durationSeconds: seconds } : {}),
    },
    // A document without a caption has its name there.
    ...(caption && caption !== fileName && kind !== 'sticker' ? { text: clip(caption, MAX_TEXT) } : {}),
  }
}

/** The plugin's handle of a file: where the gateway finds its message. */
export const refOf = (chatId: string, messageId: string): string => `${chatId} ${messageId}`.slice(0, 2048)

export function readRef(ref: string): { chatId: string; messageId: string } | null {
  const [chatId, messageId] = ref.split(' ')
  return chatId && messageId ? { chatId, messageId } : null
}

function locationOf(message: Loose): Content | undefined {
  const place = record(message.location)
  const data = dataOf(message)
  const latitude = number(place.latitude) ?? number(data.lat)
  const longitude = number(place.longitude) ?? number(data.lng)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const [line, ...rest] = (text(place.description) ?? text(data.loc) ?? '').split('\n')
  const name = text(place.name) ?? text(line)
  const address = text(place.address) ?? text(rest.join(', '))
  return {
    type: 'location',
    latitude,
    longitude,
    ...(name ? { name: clip(name, 255) } : {}),
    ...(address ? { address: clip(address, 1024) } : {}),
  }
}

function listRowOf(message: Loose): string | undefined {
  const answer = record(message.listResponse ?? dataOf(message).listResponse)
  return text(message.selectedRowId) ?? text(record(answer.singleSelectReply).selectedRowId)
}

function choiceOf(message: Loose, id: string | undefined): Content | undefined {
  const label = bodyOf(message) ?? id
  return label === undefined ? undefined : { type: 'choice', id: clip(id ?? label, 256), text: clip(label, MAX_TEXT) }
}

function pollOf(message: Loose): Content | undefined {
  const data = dataOf(message)
  const question = text(message.pollName) ?? text(data.pollName) ?? bodyOf(message)
  if (!question) return undefined
  const told = message.pollOptions ?? data.pollOptions
  const options = [
    ...records(told).map(({ name }) => text(name)),
    ...list(told).map((one) => (typeof one === 'string' ? one : undefined)),
  ]
  return {
    type: 'poll',
    question: clip(question, MAX_TEXT),
    options: options.flatMap((name) => (name ? [clip(name, 255)] : [])).slice(0, 20),
  }
}
