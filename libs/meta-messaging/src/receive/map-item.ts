import { flag, type Loose, list, record, text } from '@recado/loose-json'
import type { Address, InboundEvent, MessageOrigin } from '@recado/sdk'
import { idOf, label, moment } from '../read.ts'
import type { Mapping } from './map-attachment.ts'
import { mapMessage, mapPostback, type Talk } from './map-message.ts'
import { referralOrigin } from './origin.ts'

export interface ItemMapping extends Mapping {
  addressKind: 'psid' | 'igsid'
  /** All ids of the account. */
  own: ReadonlySet<string>
}

/** A link or an ad brought somebody back into a conversation; their next message tells what they want. */
export interface Arrival {
  customer: string
  origin: MessageOrigin
  at: number
}

export interface MappedItem {
  events: InboundEvent[]
  arrivals: Arrival[]
}

const NOTHING: MappedItem = { events: [], arrivals: [] }
const only = (events: InboundEvent[]): MappedItem => ({ events, arrivals: [] })

/**
 * One item of `messaging` or `standby`. Items of another account, of nobody, and the noise of handing over are nothing.
 */
export function mapItem(item: Loose, entryTime: unknown, mapping: ItemMapping): MappedItem {
  const at = moment(item.timestamp ?? entryTime, mapping.now)
  const [sender, recipient] = [idOf(record(item.sender).id), idOf(record(item.recipient).id)]
  const message = record(item.message)
  const isOurs = flag(message.is_echo) || (sender !== undefined && mapping.own.has(sender))
  const [our, their] = isOurs ? [sender, recipient] : [recipient, sender]
  if (!our || !their || their.length > 255 || !mapping.own.has(our) || mapping.own.has(their)) return NOTHING
  const customer: Address = { kind: mapping.addressKind, value: their }
  const talk: Talk = { customer, direction: isOurs ? 'out' : 'in', at }

  if (isThere(item.message)) return only(mapMessage(message, talk, mapping))
  if (isThere(item.message_edit)) return only(mapEdit(record(item.message_edit), at))
  // Our own taps, reactions and reading are no news.
  if (isOurs) return NOTHING
  if (isThere(item.postback)) return only(mapPostback(record(item.postback), talk))
  if (isThere(item.reaction)) return only(mapReaction(record(item.reaction), talk))
  if (isThere(item.delivery)) return only(mapReceipt('delivered', record(item.delivery), talk, mapping.now))
  if (isThere(item.read)) return only(mapReceipt('read', record(item.read), talk, mapping.now))
  if (isThere(item.referral)) {
    const origin = referralOrigin(item.referral)
    return origin ? { events: [], arrivals: [{ customer: their, origin, at }] } : NOTHING
  }
  return NOTHING
}

const isThere = (value: unknown): boolean => typeof value === 'object' && value !== null

function mapEdit(edit: Loose, at: number): InboundEvent[] {
  const externalId = idOf(edit.mid)
  const said = text(edit.text)
  return externalId && said ? [{ kind: 'edit', externalId, content: { type: 'text', text: said }, at }] : []
}

/** Names of reactions, for those that come without their emoji. */
const EMOJI: Record<string, string> = {
  love: '❤️',
  like: '👍',
  dislike: '👎',
  smile: '😆',
  haha: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
}

function mapReaction(reaction: Loose, { customer: from, at }: Talk): InboundEvent[] {
  const externalId = idOf(reaction.mid)
  if (!externalId) return []
  if (text(reaction.action) === 'unreact') return [{ kind: 'reaction', externalId, from, emoji: null, at }]
  const emoji = label(reaction.emoji, 32) ?? EMOJI[text(reaction.reaction)?.toLowerCase() ?? '']
  return emoji ? [{ kind: 'reaction', externalId, from, emoji, at }] : []
}

/**
 * Messenger names messages, a moment up to which all count, or both; Instagram names the last message that was read,
 * which goes for all before it: those up to the moment of reading.
 */
function mapReceipt(
  status: 'delivered' | 'read',
  told: Loose,
  { customer: chat, at }: Talk,
  now: number,
): InboundEvent[] {
  const ids = [...list(told.mids), told.mid].map(idOf).filter((id) => id !== undefined)
  const events: InboundEvent[] = []
  for (let start = 0; start < ids.length; start += 500)
    events.push({ kind: 'receipt', status, externalIds: ids.slice(start, start + 500), at })
  const upTo = isMoment(told.watermark) ? moment(told.watermark, at) : status === 'read' && told.mid ? at : null
  if (upTo !== null) events.push({ kind: 'receipt', status, chat, at: Math.min(upTo, now + 60_000) })
  return events
}

const isMoment = (value: unknown): boolean => typeof value === 'number' || text(value) !== undefined
