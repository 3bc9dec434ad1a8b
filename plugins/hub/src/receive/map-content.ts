import { clip, type Loose, number, parse, record, records, text } from '@recado/loose-json'
import { type ChannelContext, type Content, type ContentOf, MAX_TEXT, type MediaKind } from '@recado/sdk'

type Translate = ChannelContext['t']

/** One of a message's contents; null for what nobody wrote. Never throws. */
export function contentOf(content: Loose, t: Translate): Content | null {
  const type = (text(content.type) ?? (text(content.text) ? 'text' : '')).toLowerCase()
  return KINDS[type]?.(content) ?? unsupported(type, t)
}

/** `photo`, `voice` and `item` as the published integrations of the hub read them (its SDK's users, such as Ticketz). */
const KINDS: Record<string, (content: Loose) => Content | undefined> = {
  text: textOf,
  file: fileOf,
  image: fileOf,
  photo: fileOf,
  voice: fileOf,
  video: fileOf,
  audio: fileOf,
  document: fileOf,
  sticker: fileOf,
  location: locationOf,
  contacts: contactsOf,
  contact: contactsOf,
  interactive: interactiveOf,
  button: (content) => choice(record(content.button).payload, record(content.button).text),
  comment: textOf,
  reply_text: textOf,
  template: (content) => written(text(content.text) ?? text(record(content.template).name)),
}

export const isComment = (content: Loose): boolean => /^(comment|reply_text)$/i.test(text(content.type) ?? '')

/** A payload comes with the tap on a button that we sent. */
function textOf(content: Loose): Content | undefined {
  const payload = text(content.payload)
  return payload ? choice(payload, content.text) : written(text(content.text))
}

const written = (value: string | undefined): Content | undefined =>
  value === undefined ? undefined : { type: 'text', text: clip(value, MAX_TEXT) }

function choice(id: unknown, label: unknown): Content | undefined {
  const chosen = text(id) ?? text(label)
  if (!chosen) return undefined
  return { type: 'choice', id: clip(chosen, 256), text: clip(text(label) ?? chosen, MAX_TEXT) }
}

function unsupported(type: string, t: Translate): Content {
  return { type: 'unsupported', what: clip(t('unsupported.other', { kind: type.replaceAll('_', ' ') || '?' }), 255) }
}

/** `fileMimeType` is a type, or only a kind; unknown ones are documents. */
export function fileOf(content: Loose): ContentOf<'media'> | undefined {
  const ref = text(content.fileUrl) ?? text(content.url) ?? text(record(content.media).link)
  if (!ref || ref.length > 2048 || !/^https?:\/\//i.test(ref)) return undefined
  const told = text(content.fileMimeType) ?? text(content.type) ?? ''
  const kind = mediaKindOf(told, content.voice === true)
  const name = text(content.fileName)
  // Instagram's files are all called so.
  const fileName = name === 'ig_messaging_cdn' ? undefined : name
  const caption = text(content.fileCaption) ?? text(content.caption)
  const size = number(content.fileSize)
  return {
    type: 'media',
    kind,
    media: {
      ref,
      ...(told.includes('/') ? { mimeType: clip(told, 255) } : {}),
      ...(fileName ? { fileName: clip(fileName, 255) } : {}),
      ...(size !== undefined && size >= 0 ? { size: Math.trunc(size) } : {}),
    },
    ...(caption ? { text: clip(caption, MAX_TEXT) } : {}),
  }
}

function mediaKindOf(told: string, isVoice: boolean): MediaKind {
  const type = told.toLowerCase()
  if (type === 'sticker' || type === 'image/webp') return 'sticker'
  if (type.startsWith('image') || type === 'photo') return 'image'
  if (type.startsWith('video')) return 'video'
  if (type.startsWith('audio/ogg') || (type.startsWith('audio') && isVoice) || type === 'voice') return 'voice'
  return type.startsWith('audio') ? 'audio' : 'document'
}

function locationOf(content: Loose): Content | undefined {
  const place = { ...content, ...record(content.location) }
  const latitude = number(place.latitude) ?? number(place.lat)
  const longitude = number(place.longitude) ?? number(place.lng) ?? number(place.long)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const name = text(place.name)
  const address = text(place.address)
  return {
    type: 'location',
    latitude,
    longitude,
    ...(name ? { name: clip(name, 255) } : {}),
    ...(address ? { address: clip(address, 1024) } : {}),
  }
}

function contactsOf(content: Loose): Content | undefined {
  const people = records(content.contacts ?? content.contact).flatMap((one) => {
    const named = record(one.name)
    const phones = records(one.phones).flatMap(({ phone, wa_id }) => text(phone) ?? text(wa_id) ?? [])
    const emails = records(one.emails).flatMap(({ email }) => text(email) ?? [])
    const parts = [text(named.first_name ?? named.firstName), text(named.last_name ?? named.lastName)].filter(Boolean)
    const name = text(named.formatted_name ?? named.formattedName) ?? text(one.name) ?? (parts.join(' ') || phones[0])
    if (!name) return []
    const found = emails.map((email) => clip(email, 255)).slice(0, 20)
    return [
      {
        name: clip(name, 255),
        phones: phones.map((phone) => clip(phone, 64)).slice(0, 20),
        ...(found.length > 0 ? { emails: found } : {}),
      },
    ]
  })
  return people.length > 0 ? { type: 'contact', contacts: people.slice(0, 50) } : undefined
}

/** Meta's shape: a tap on a button or a list row, or a form that was filled in. */
function interactiveOf(content: Loose): Content | undefined {
  const answer = record(content.interactive)
  const button = record(answer.button_reply ?? answer.buttonReply)
  const row = record(answer.list_reply ?? answer.listReply)
  return choice(button.id, button.title) ?? choice(row.id, row.title) ?? formOf(record(answer.nfm_reply))
}

function formOf(reply: Loose): Content | undefined {
  const json = text(reply.response_json)
  if (!json) return undefined
  const fields = Object.entries(record(parse(json)))
    .filter(([name]) => name !== 'flow_token')
    .map(([label, value]) => ({
      label: clip(label, 255),
      value: clip(text(value) ?? JSON.stringify(value) ?? '', 4096),
    }))
  return fields.length > 0 ? { type: 'form', fields: fields.slice(0, 100) } : undefined
}
