import { type Loose, list, millis, parse, record, records, text } from '@recado/loose-json'
import type { HookRequest, InboundEvent } from '@recado/sdk'
import { addressOf, isGroupId } from '@recado/whatsapp-ids'
import { same } from '../../gateway/same.ts'
import { MOST_HISTORY } from '../../limits.ts'
import { callOf } from '../../receive/call.ts'
import { deliveryState, inGroup } from '../../receive/delivery.ts'
import { partyOf } from '../../receive/envelope.ts'
import { field, flagOf, idText, inner, textOf } from '../../receive/fields.ts'
import type { Reader } from '../../receive/proto.ts'
import { type DriverSetup, eventsOf, type Report } from '../driver.ts'
import { restoreChoices } from './choice-ids.ts'
import { messageId, readMessage } from './read-message.ts'

const QUIET: Report = { events: [], typing: [], ringing: [], isConnection: false }

/** A delivery of uazapi: `{EventType, token, owner, chat, message | event}`. The token is checked and goes no further. */
export async function parseHook(setup: DriverSetup, request: HookRequest): Promise<Report | 'forged'> {
  const body = record(parse(request.body))
  const token = text(body.token)
  if (token !== undefined && !same(token, setup.token)) return 'forged'
  const report = read(setup, body)
  return { ...report, events: await restoreChoices(report.events, setup.store) }
}

function read(setup: DriverSetup, body: Loose): Report {
  const type = (textOf(body, 'EventType') ?? text(body.event) ?? '').toLowerCase()
  const event = inner(body, 'event')
  switch (type) {
    case 'messages':
    case 'message':
      return { ...QUIET, events: messages(setup, body, records(body.message ?? body.data)) }
    case 'history':
      return { ...QUIET, events: messages(setup, body, historyIn(body), true) }
    case 'messages_update':
      return { ...QUIET, events: updates(setup, body) }
    case 'connection':
      return { ...QUIET, isConnection: true }
    case 'call':
      return calls(setup, body)
    case 'presence':
      return { ...QUIET, typing: presence(event) }
    case 'contacts':
      return { ...QUIET, events: contacts(setup, [event, ...records(body.contacts), ...records(body.data)]) }
    case 'groups':
      return { ...QUIET, events: group(setup, event) }
    default:
      return QUIET
  }
}

const readerOf = ({ t }: DriverSetup): Reader => ({ ref: () => null, t })

function messages(setup: DriverSetup, body: Loose, found: Loose[], isHistory = false): InboundEvent[] {
  return found.flatMap((message) => {
    const envelope = readMessage(message, {
      chat: record(body.chat),
      owner: text(body.owner),
      reader: readerOf(setup),
      now: setup.now(),
      isHistory,
    })
    return envelope ? eventsOf(setup, envelope) : []
  })
}

const historyIn = (body: Loose): Loose[] => {
  const event = inner(body, 'event')
  const found = [body.messages, body.message, body.data, event.messages].map(records).find((one) => one.length > 0)
  return (found ?? []).slice(0, MOST_HISTORY)
}

/** Receipts and removals: `{event: {MessageIDs, Type, Chat, IsFromMe}, state, type}`, or flat in older versions. */
function updates(setup: DriverSetup, body: Loose): InboundEvent[] {
  const events = [...records(field(body, 'event')), ...records(body.message)]
  return (events.length > 0 ? events : [body]).flatMap((told) => {
    const listed = list(field(told, 'MessageIDs')).flatMap((id) => idText(id) ?? [])
    const ids = listed.length > 0 ? listed : [messageId(told)].filter((id) => id !== undefined)
    if (ids.length === 0) return []
    const word = textOf(body, 'state') ?? textOf(told, 'Type', 'status')
    const at = millis(field(told, 'Timestamp') ?? told.messageTimestamp, setup.now())
    if (/delet|revok/i.test(`${word} ${textOf(body, 'type')}`)) {
      return ids.map((externalId): InboundEvent => ({ kind: 'removal', externalId, at }))
    }
    return receipt(told, ids, word, at, setup)
  })
}

function receipt(told: Loose, ids: string[], word: string | undefined, at: number, { gateway }: DriverSetup) {
  const state = deliveryState(word)
  // What we read on another device is told with `IsFromMe`, and about the customer's messages.
  if (!state || (flagOf(told, 'IsFromMe') && list(field(told, 'MessageIDs')).length > 0)) return []
  const chat = textOf(told, 'Chat', 'chatid') ?? ''
  const inside = isGroupId(chat) || flagOf(told, 'IsGroup')
  const reason = state === 'failed' ? gateway.redacted(textOf(told, 'error', 'reason') ?? '') : ''
  const event: InboundEvent = {
    kind: 'receipt',
    status: inside ? inGroup(state) : state,
    externalIds: ids.slice(0, 500),
    at,
    ...(reason ? { reason } : {}),
  }
  return [event]
}

function calls(setup: DriverSetup, body: Loose): Report {
  const told = [inner(body, 'event'), inner(body, 'call'), inner(body, 'data'), body].find(
    (one) => textOf(one, 'CallID', 'id') !== undefined,
  )
  if (!told) return QUIET
  const kind = [textOf(body, 'type'), textOf(told, 'status', 'event', 'type'), textOf(body, 'state')].join(' ')
  return { ...QUIET, ...callOf(told, kind, setup.now()) }
}

function presence(event: Loose): Report['typing'] {
  const place = textOf(event, 'Chat', 'chatid', 'From', 'sender')
  const id = place && isGroupId(place) ? place : (textOf(event, 'sender_pn') ?? place)
  const state = textOf(event, 'State', 'presence')
  const chat = id ? addressOf(id) : null
  if (!chat || !state || !/^(composing|recording|paused)$/.test(state)) return []
  return [{ chat, on: state !== 'paused' }]
}

function contacts(setup: DriverSetup, found: Loose[]): InboundEvent[] {
  return found.flatMap((told) => {
    const name =
      textOf(inner(told, 'Action'), 'fullName', 'firstName') ?? textOf(told, 'NewPushName', 'contact_name', 'name')
    const party = name ? partyOf([textOf(told, 'JID'), textOf(told, 'sender_pn'), textOf(told, 'LID')], name) : null
    return party ? [{ kind: 'contact' as const, party, at: millis(field(told, 'Timestamp'), setup.now()) }] : []
  })
}

/** Who came and who left is nobody's message; a new name is worth knowing. */
function group(setup: DriverSetup, event: Loose): InboundEvent[] {
  const name = textOf(inner(event, 'Name'), 'Name') ?? textOf(event, 'Name')
  const party = name ? partyOf([textOf(event, 'JID')], name) : null
  return party ? [{ kind: 'group', chat: party, at: millis(field(event, 'Timestamp'), setup.now()) }] : []
}
