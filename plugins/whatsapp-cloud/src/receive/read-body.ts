import { type Loose, record, records, text } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import { mapCalls } from './map-calls.ts'
import { mapAddressBook, mapHistory } from './map-history.ts'
import { mapEcho, mapInbound } from './map-message.ts'
import { mapPreferences } from './map-preferences.ts'
import { mapStatus } from './map-status.ts'
import { mapTemplate } from './map-template.ts'
import type { Mapping } from './words.ts'

/** One `changes[]` of an entry: what happened, and to which part of the account. */
export interface Change {
  field: string
  value: Loose
}

/**
 * The changes that are this channel's, in their order. One request may speak of several accounts: what names a number
 * belongs to the channel of that number, the rest to every channel of the business account.
 */
export function changesOf(body: unknown, own: { phoneNumberId: string; businessAccountId: string }): Change[] {
  return records(record(body).entry).flatMap((entry) =>
    records(entry.changes).flatMap((change) => {
      const field = text(change.field) ?? ''
      const value = record(change.value)
      const numberId = text(record(value.metadata).phone_number_id)
      const isOwn = numberId ? numberId === own.phoneNumberId : isOfAccount(field, text(entry.id), own)
      return isOwn ? [{ field, value }] : []
    }),
  )
}

const ACCOUNT_FIELD = /^(message_template_.*|template_.*|account_.*|phone_number_.*|business_.*)$/

/** What names no number: templates, and what becomes of the account. */
const isOfAccount = (field: string, entryId: string | undefined, own: { businessAccountId: string }): boolean =>
  ACCOUNT_FIELD.test(field) && entryId === own.businessAccountId

/** Events of one change, in the provider's order. Fields that are none of ours bring nothing. */
export function eventsOf({ field, value }: Change, mapping: Mapping): InboundEvent[] {
  switch (field) {
    // Another sender holds the thread; what is said in it is shown all the same.
    case 'standby':
    case 'messages':
      return messagesOf(value, mapping)
    case 'smb_message_echoes':
    case 'message_echoes':
      return records(value.message_echoes).flatMap((echo) => mapEcho(echo, records(value.contacts), mapping))
    case 'history':
      return mapHistory(value, mapping)
    case 'smb_app_state_sync':
      return mapAddressBook(value, mapping)
    case 'user_preferences':
      return mapPreferences(value, mapping)
    case 'calls':
      return mapCalls(value, mapping)
    default:
      return mapTemplate(field, value, mapping)
  }
}

function messagesOf(value: Loose, mapping: Mapping): InboundEvent[] {
  const contacts = records(value.contacts)
  return [
    ...records(value.messages).flatMap((message) => mapInbound(message, contacts, mapping)),
    ...records(value.statuses).flatMap((status) => mapStatus(status, mapping)),
  ]
}
