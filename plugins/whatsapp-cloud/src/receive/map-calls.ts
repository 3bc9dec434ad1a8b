import { type Loose, millis, records, text } from '@recado/loose-json'
import type { InboundCall, InboundEvent } from '@recado/sdk'
import { personOf } from './map-party.ts'
import { type Mapping, messageId } from './words.ts'

/**
 * The field `calls`: somebody rang. Calls are not taken here, so that what is told is that they came; the end of one
 * says whether anybody took it elsewhere.
 */
export function mapCalls(value: Loose, { now }: Mapping): InboundEvent[] {
  const contacts = records(value.contacts)
  return records(value.calls).flatMap((call): InboundCall[] => {
    const externalId = messageId(call.id)
    const from = personOf({ phone: text(call.from), user: text(call.from_user_id) }, contacts)
    const event = eventOf(call)
    if (!externalId || !from || !event || text(call.direction) === 'BUSINESS_INITIATED') return []
    return [{ kind: 'call', externalId, from, event, at: millis(call.timestamp, now) }]
  })
}

function eventOf(call: Loose): InboundCall['event'] | undefined {
  switch (text(call.event)) {
    case 'connect':
      return 'offer'
    case 'terminate':
      return text(call.status)?.toUpperCase() === 'COMPLETED' ? 'terminate' : 'missed'
    default:
      return undefined
  }
}
