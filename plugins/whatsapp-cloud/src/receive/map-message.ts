import { type Loose, millis, record, text } from '@recado/loose-json'
import type { InboundEvent, InboundMessage, MessageOrigin, Party } from '@recado/sdk'
import { defined } from '../defined.ts'
import { personAddress, personAddresses } from '../ids.ts'
import { contentOf } from './map-content.ts'
import { firstOf, groupOf, personOf, writerOf } from './map-party.ts'
import { type Mapping, messageId, words } from './words.ts'

/** Whose conversation a message belongs to, and which way it went. */
export interface Seat {
  direction: 'in' | 'out'
  chat: Party
  isGroup?: boolean
  /** The writer: in groups, and of what we wrote on the phone. */
  sender?: Party
  history?: boolean
}

/** `messages[]` of the field `messages`. Empty for what belongs to no conversation. */
export function mapInbound(message: Loose, contacts: readonly Loose[], mapping: Mapping): InboundEvent[] {
  if (text(message.type) === 'system') return readdressed(message, contacts, mapping)
  const writer = writerOf(message, contacts)
  const group = text(message.group_id)
  if (group) {
    const seat: Seat = { direction: 'in', chat: groupOf(group), isGroup: true, ...(writer ? { sender: writer } : {}) }
    return mapMessage(message, seat, mapping)
  }
  return writer ? mapMessage(message, { direction: 'in', chat: writer }, mapping) : []
}

/** `message_echoes[]`: written in the app of the phone that shares the number. */
export function mapEcho(message: Loose, contacts: readonly Loose[], mapping: Mapping): InboundEvent[] {
  const group = text(message.group_id)
  const ids = { phone: text(message.to), user: text(message.to_user_id), parent: text(message.to_parent_user_id) }
  const chat = group ? groupOf(group) : personOf(ids, contacts)
  if (!chat) return []
  const business = personAddress(text(message.from))
  const sender = business ? { sender: { addresses: [business] } } : {}
  return mapMessage(message, { direction: 'out', chat, ...(group ? { isGroup: true } : {}), ...sender }, mapping)
}

export function mapMessage(message: Loose, seat: Seat, mapping: Mapping): InboundEvent[] {
  const id = messageId(message.id)
  const at = millis(message.timestamp, mapping.now)
  switch (text(message.type)) {
    case 'reaction':
      return reactionOf(record(message.reaction), seat, at)
    case 'edit': {
      const { original_message_id, message: changed } = record(message.edit)
      const target = messageId(original_message_id)
      return target ? [{ kind: 'edit', externalId: target, content: contentOf(record(changed), mapping.t), at }] : []
    }
    case 'revoke': {
      const target = messageId(record(message.revoke).original_message_id)
      return target ? [{ kind: 'removal', externalId: target, at }] : []
    }
    case 'system':
    case 'request_welcome':
    case 'media_placeholder':
      // Noise of the system; a placeholder of the history is followed by the file under the same id.
      return []
    default:
      return id ? [messageOf(id, message, seat, mapping, at)] : []
  }
}

function messageOf(id: string, message: Loose, seat: Seat, mapping: Mapping, at: number): InboundMessage {
  const { direction, chat, isGroup, sender, history } = seat
  const context = record(message.context)
  const isForwarded = context.forwarded === true || context.frequently_forwarded === true
  return {
    kind: 'message',
    externalId: id,
    direction,
    chat,
    content: contentOf(message, mapping.t),
    at,
    ...(isGroup ? { isGroup: true, ...(sender && direction === 'in' ? { sender } : {}) } : {}),
    ...(history ? { history: true } : {}),
    ...(isForwarded ? { forwarded: true } : {}),
    ...defined({ replyTo: messageId(context.id), origin: originOf(message, context) }),
  }
}

/** An empty emoji takes the reaction back. */
function reactionOf(reaction: Loose, seat: Seat, at: number): InboundEvent[] {
  const target = messageId(reaction.message_id)
  const from = firstOf(seat.sender ?? seat.chat)
  return target && from
    ? [{ kind: 'reaction', externalId: target, from, emoji: words(reaction.emoji, 32) ?? null, at }]
    : []
}

/** An ad or a post that was tapped, or the product that is asked about. */
function originOf(message: Loose, context: Loose): MessageOrigin | undefined {
  const referral = record(message.referral)
  if (Object.keys(referral).length > 0) {
    return {
      type: text(referral.source_type) === 'post' ? 'post' : 'ad',
      ...defined({
        id: messageId(referral.source_id ?? referral.ctwa_clid),
        url: words(referral.source_url, 2048),
        title: words(referral.headline, 255),
        text: words(referral.body, 1024),
      }),
    }
  }
  const product = record(context.referred_product)
  const id = messageId(product.product_retailer_id)
  return id ? { type: 'product', id, ...defined({ title: words(product.catalog_id, 255) }) } : undefined
}

const READDRESSED = new Set(['user_changed_number', 'user_changed_user_id'])

/** A customer has a new number or id: both in one party say that they are the same person, the new one first. */
function readdressed(message: Loose, contacts: readonly Loose[], { now }: Mapping): InboundEvent[] {
  const system = record(message.system)
  if (!READDRESSED.has(text(system.type) ?? '')) return []
  const writer = writerOf(message, contacts)
  const fresh = [system.wa_id, system.new_wa_id, system.user_id, system.new_user_id, system.customer].map(text)
  const old = (writer?.addresses ?? []).map(({ value }) => value)
  const addresses = personAddresses(...fresh, ...old)
  if (addresses.length < 2) return []
  const name = writer?.name ? { name: writer.name } : {}
  return [{ kind: 'contact', party: { addresses, ...name }, at: millis(message.timestamp, now) }]
}
