import { type Loose, millis, record, records, text } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import { personAddress } from '../ids.ts'
import { mapMessage } from './map-message.ts'
import { personOf } from './map-party.ts'
import { type Mapping, words } from './words.ts'

/**
 * The field `history`: what was written on the phone before it was coupled, in chunks of threads. Imported only; the
 * sequence within a thread is kept.
 */
export function mapHistory(value: Loose, mapping: Mapping): InboundEvent[] {
  const business = digitsOf(record(value.metadata).display_phone_number)
  const contacts = records(value.contacts)
  const threads = records(value.history).flatMap((chunk) => records(chunk.threads))
  const told = threads.flatMap((thread) => {
    const context = record(thread.context)
    const ids = { phone: text(context.wa_id) ?? text(thread.id), user: text(context.user_id) }
    return records(thread.messages).flatMap((message) => {
      const from = text(message.from)
      const isOurs = business !== undefined && digitsOf(from) === business
      const other = isOurs ? text(message.to) : from
      const chat = personOf({ phone: ids.phone ?? other, user: ids.user }, contacts)
      if (!chat) return []
      return mapMessage(message, { direction: isOurs ? 'out' : 'in', chat, history: true }, mapping)
    })
  })
  return [...told, ...files(value, business, contacts, mapping)]
}

/** Files of the history follow in requests of their own. */
function files(
  value: Loose,
  business: string | undefined,
  contacts: readonly Loose[],
  mapping: Mapping,
): InboundEvent[] {
  return records(value.messages).flatMap((message) => {
    const isOurs = business !== undefined && digitsOf(message.from) === business
    const chat = personOf({ phone: text(isOurs ? message.to : message.from) }, contacts)
    return chat ? mapMessage(message, { direction: isOurs ? 'out' : 'in', chat, history: true }, mapping) : []
  })
}

/** The field `smb_app_state_sync`: names from the phone's own address book. */
export function mapAddressBook(value: Loose, { now }: Mapping): InboundEvent[] {
  return records(value.state_sync).flatMap((change) => {
    const entry = record(change.contact)
    const address = personAddress(text(entry.phone_number))
    const name = words(entry.full_name, 255) ?? words(entry.first_name, 255)
    if (text(change.type) !== 'contact' || text(change.action) !== 'add' || !address || !name) return []
    const at = millis(record(change.metadata).timestamp, now)
    return [{ kind: 'contact', party: { addresses: [address], name }, at }]
  })
}

function digitsOf(value: unknown): string | undefined {
  const digits = text(value)?.replace(/\D/g, '')
  return digits === '' ? undefined : digits
}
