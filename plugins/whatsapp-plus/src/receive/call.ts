import { type Loose, millis } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import type { Call, Report } from '../drivers/driver.ts'
import { partyOf } from './envelope.ts'
import { field, idText, textOf } from './fields.ts'

type Event = Extract<InboundEvent, { kind: 'call' }>['event']

const WORDS: [RegExp, Event][] = [
  [/accept/i, 'accept'],
  [/reject/i, 'reject'],
  [/timeout|missed/i, 'missed'],
  [/terminat|hangup|end/i, 'terminate'],
  [/offer|ring|incoming/i, 'offer'],
]

/** A call as any of the gateways tells it; `kind` is whatever says what happened. */
export function callOf(told: Loose, kind: string, now: number): Pick<Report, 'events' | 'ringing'> {
  const id = idText(textOf(told, 'CallID', 'id'))
  const from = ['CallCreatorAlt', 'CallCreator', 'sender_pn', 'From', 'chatid', 'number'].flatMap(
    (name) => textOf(told, name) ?? [],
  )
  const party = partyOf(from, textOf(told, 'senderName', 'pushName'))
  if (!id || !party) return { events: [], ringing: [] }
  const event = WORDS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'offer'
  const call: Call = { id, from: from[0] ?? '' }
  const at = millis(field(told, 'Timestamp') ?? field(told, 'date'), now)
  return {
    events: [{ kind: 'call', externalId: id, from: party, event, at }],
    ringing: event === 'offer' ? [call] : [],
  }
}
