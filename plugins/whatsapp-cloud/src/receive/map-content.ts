import { type Loose, number, record, records, text } from '@recado/loose-json'
import { type Content, type ContentOf, MAX_TEXT } from '@recado/sdk'
import { defined } from '../defined.ts'
import { mediaOf } from './map-media.ts'
import { interactiveOf, orderOf, templateButtonOf } from './map-replies.ts'
import { type Translate, words } from './words.ts'

/** What a message says. Never null: the agent learns of everything that a customer sent. */
export function contentOf(message: Loose, t: Translate): Content {
  const type = text(message.type) ?? ''
  return known(type, message, t) ?? unsupported(type, message, t)
}

function known(type: string, message: Loose, t: Translate): Content | undefined {
  switch (type) {
    case 'text':
      return textOf(record(message.text).body)
    case 'location':
      return locationOf(record(message.location))
    case 'contacts':
      return contactsOf(message.contacts)
    case 'button':
      return templateButtonOf(message.button)
    case 'interactive':
      return interactiveOf(message.interactive, t)
    case 'order':
      return orderOf(message.order, t)
    case 'template':
      return undefined
    default:
      return mediaOf(type, message[type], t)
  }
}

function textOf(body: unknown): Content | undefined {
  const found = words(body, MAX_TEXT)
  return found === undefined ? undefined : { type: 'text', text: found }
}

/** Zero is a latitude and a longitude like any other. */
function locationOf(place: Loose): Content | undefined {
  const latitude = number(place.latitude)
  const longitude = number(place.longitude)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const named = { name: words(place.name, 255), address: words(place.address, 1024) }
  return { type: 'location', latitude, longitude, ...defined(named) }
}

function contactsOf(payload: unknown): Content | undefined {
  const contacts = records(payload).flatMap((card) => cardOf(card) ?? [])
  return contacts.length === 0 ? undefined : { type: 'contact', contacts: contacts.slice(0, 50) }
}

function cardOf(card: Loose): ContentOf<'contact'>['contacts'][number] | undefined {
  const phones = records(card.phones).flatMap(({ phone, wa_id }) => words(phone ?? wa_id, 64) ?? [])
  const emails = records(card.emails).flatMap(({ email }) => words(email, 255) ?? [])
  const told = record(card.name)
  const parts = [text(told.first_name), text(told.last_name)].filter(Boolean).join(' ')
  const company = text(record(card.org).company)
  const name = words(told.formatted_name, 255) ?? words(parts || company || phones[0] || emails[0], 255)
  if (name === undefined) return undefined
  return { name, phones: phones.slice(0, 20), ...(emails.length > 0 ? { emails: emails.slice(0, 20) } : {}) }
}

/** Kinds with a name of their own in the locales. */
const NAMED = new Set([
  ...[
    'image',
    'video',
    'audio',
    'voice',
    'document',
    'sticker',
    'location',
    'contacts',
    'interactive',
    'text',
    'order',
  ],
  ...['poll', 'event', 'template', 'button', 'group_invite', 'view_once'],
])

/** Meta names the kind at most in `unsupported.type`; the first message after some ads comes as nothing at all. */
function unsupported(type: string, message: Loose, t: Translate): Content {
  const kind = text(record(message.unsupported).type) ?? (type === 'unsupported' || type === 'unknown' ? '' : type)
  if (NAMED.has(kind)) return { type: 'unsupported', what: t(`unsupported.${kind}`) }
  const what = kind ? t('unsupported.other', { kind: kind.replaceAll('_', ' ').slice(0, 100) }) : t('unsupported.none')
  return { type: 'unsupported', what: words(what, 255) ?? kind }
}
