import { type Loose, millis, record, records, text } from '@recado/loose-json'
import { hashKey, unwrapped } from '../ids.ts'

/** A delivery of the hub: `{ type, id, timestamp, subscriptionId, channel, direction, message: {…} }`, or flat. */
export interface Envelope {
  type: string
  subscriptionId: string | undefined
  /** Name of the network. */
  network: string | undefined
  isOut: boolean
  message: Loose
  contents: Loose[]
  /** The network's own id as the hub tells it. */
  told: unknown
  /** The dedupe key of the message. Retries come under another id, so the provider's own goes first. */
  key: string
  from: string | undefined
  to: string | undefined
  at: number
}

export function readEnvelope(body: Loose, now: number): Envelope {
  const nested = record(body.message)
  const message = Object.keys(nested).length > 0 ? nested : body
  const contents = records(message.contents ?? body.contents)
  const direction = (text(message.direction) ?? text(body.direction) ?? 'IN').toUpperCase()
  const told = message.providerMessageId ?? body.providerMessageId
  const id = text(message.id) ?? text(body.id)
  const at = millis(message.timestamp ?? body.timestamp, now)
  const bare = { from: message.from, contents, timestamp: message.timestamp ?? body.timestamp }
  return {
    type: (text(body.type) ?? (contents.length > 0 ? 'MESSAGE' : '')).toUpperCase(),
    subscriptionId: text(body.subscriptionId),
    network: text(message.channel) ?? text(body.channel),
    isOut: direction === 'OUT',
    message,
    contents,
    told,
    key: (unwrapped(told) ?? id ?? hashKey(bare)).slice(0, 500),
    from: text(message.from) ?? text(body.from),
    to: text(message.to) ?? text(body.to),
    at,
  }
}
