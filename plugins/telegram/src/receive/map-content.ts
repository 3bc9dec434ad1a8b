import { type Content, MAX_TEXT } from '@recado/sdk'
import { mediaOf } from './map-media.ts'
import { clip, defined, numberOf, objectOf, objectsOf, type Raw, textOf } from './read.ts'
import { withLinks } from './text-links.ts'

export type Translate = (key: string, params?: Record<string, string | number>) => string

/** What a message says; null for service messages, which belong to no conversation. */
export function contentOf(message: Raw, t: Translate): Content | null {
  const text = textOf(message.text)
  if (text) return { type: 'text', text: clip(withLinks(text, message.entities), MAX_TEXT) }
  return mediaOf(message) ?? locationOf(message) ?? contactOf(message) ?? pollOf(message) ?? otherOf(message, t)
}

/** A venue comes with the bare location beside it. */
function locationOf(message: Raw): Content | undefined {
  const venue = objectOf(message.venue)
  const point = objectOf(venue?.location) ?? objectOf(message.location)
  const latitude = numberOf(point?.latitude)
  const longitude = numberOf(point?.longitude)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const place = defined({ name: textOf(venue?.title, 255), address: textOf(venue?.address, 1024) })
  return { type: 'location', latitude, longitude, ...place }
}

function contactOf(message: Raw): Content | undefined {
  const contact = objectOf(message.contact)
  const phone = textOf(contact?.phone_number, 64)
  if (!contact || !phone) return undefined
  const name = clip([textOf(contact.first_name), textOf(contact.last_name)].filter(Boolean).join(' ') || phone, 255)
  return { type: 'contact', contacts: [{ name, phones: [phone] }] }
}

function pollOf(message: Raw): Content | undefined {
  const poll = objectOf(message.poll)
  const question = textOf(poll?.question, MAX_TEXT)
  if (!poll || !question) return undefined
  const options = objectsOf(poll.options).map((option) => textOf(option.text, 255) ?? '')
  return { type: 'poll', question, options: options.slice(0, 20) }
}

/** Keys that surround a message's content. */
const ENVELOPE =
  /^(message_id|message_thread_id|direct_messages_topic|from|sender_.*|date|business_connection_id|chat|forward_.*|is_.*|reply_.*|external_reply|quote|via_bot|edit_date|has_.*|media_group_id|author_signature|paid_star_count|link_preview_options|effect_id|text|entities|caption.*|show_caption_above_media|reply_markup|suggested_post_info)$/

/** What happened to a chat instead of being said in it. */
const SERVICE =
  /^(new_chat_.*|left_chat_.*|delete_chat_photo|group_chat_created|supergroup_chat_created|channel_chat_created|message_auto_delete_timer_changed|migrate_.*|pinned_message|successful_payment|refunded_payment|users?_shared|chat_shared|connected_website|write_access_allowed|passport_data|proximity_alert_triggered|boost_added|chat_.*|(general_)?forum_topic_.*|(video|voice)_chat_.*|giveaway_(created|completed)|paid_message_price_changed|direct_message_price_changed|checklist_tasks_.*|suggested_post_.*)$/

/** Kinds with a name of their own in the locales. */
const NAMED = new Set([
  'game',
  'story',
  'paid_media',
  'giveaway',
  'giveaway_winners',
  'invoice',
  'checklist',
  'sticker',
])

function otherOf(message: Raw, t: Translate): Content | null {
  const dice = objectOf(message.dice)
  if (dice) return { type: 'text', text: `${textOf(dice.emoji, 16) ?? '🎲'} ${numberOf(dice.value) ?? ''}`.trim() }
  const web = textOf(objectOf(message.web_app_data)?.data, MAX_TEXT)
  if (web) return { type: 'text', text: web }
  const keys = Object.keys(message).filter((key) => !ENVELOPE.test(key))
  const kind = keys.find((key) => !SERVICE.test(key))
  if (!kind) return null
  const name = NAMED.has(kind) ? t(`unsupported.${kind}`) : t('unsupported.other', { kind: kind.replaceAll('_', ' ') })
  return { type: 'unsupported', what: clip(name, 255) }
}
