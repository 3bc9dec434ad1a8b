import { type Loose, list, millis, parse, record, records, text } from '@recado/loose-json'
import type { HookRequest, InboundEvent } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { MOST_HISTORY } from '../../limits.ts'
import { callOf } from '../../receive/call.ts'
import { choice } from '../../receive/content.ts'
import { deliveryState, inGroup } from '../../receive/delivery.ts'
import { partyOf } from '../../receive/envelope.ts'
import { field, flagOf, idText, inner, textOf } from '../../receive/fields.ts'
import { type Reader, readProtocol } from '../../receive/proto.ts'
import { readWebMessage } from '../../receive/web-message.ts'
import { type DriverSetup, eventsOf, type Report } from '../driver.ts'
import { fileRef } from './files.ts'

const QUIET: Report = { events: [], typing: [], ringing: [], isConnection: false }

/**
 * A delivery of Evolution API: `{event, instance, data, sender, apikey}`, for our instance alone. `sender` is the account,
 * not the author, and `date_time` no moment; the key is not looked at and goes no further.
 */
export async function parseHook(setup: DriverSetup, request: HookRequest): Promise<Report | 'forged'> {
  const body = record(parse(request.body))
  const instance = text(body.instance)
  if (instance !== undefined && instance !== setup.instanceName) return 'forged'
  return read(setup, body)
}

function read(setup: DriverSetup, body: Loose): Report {
  const type = (text(body.event) ?? '').toLowerCase().replaceAll('_', '.')
  const found = records(body.data).flatMap((one) => (Array.isArray(one.messages) ? records(one.messages) : [one]))
  const own = text(body.sender)
  switch (type) {
    case 'messages.upsert':
    case 'send.message':
      return { ...QUIET, events: found.flatMap((one) => message(setup, one, own)) }
    case 'messages.set':
      return { ...QUIET, events: found.slice(0, MOST_HISTORY).flatMap((one) => message(setup, one, own, true)) }
    case 'messages.edited':
    case 'send.message.update':
      return { ...QUIET, events: found.flatMap((one) => edit(setup, one)) }
    case 'messages.delete':
      return { ...QUIET, events: found.flatMap((one) => removal(setup, one)) }
    case 'messages.update':
      return { ...QUIET, events: found.flatMap((one) => update(setup, one)) }
    case 'connection.update':
    case 'qrcode.updated':
    case 'status.instance':
      return { ...QUIET, isConnection: true }
    case 'presence.update':
      return { ...QUIET, typing: found.flatMap(presence) }
    case 'contacts.upsert':
    case 'contacts.update':
    case 'contacts.set':
      return { ...QUIET, events: found.flatMap((one) => contact(setup, one)) }
    case 'groups.upsert':
    case 'groups.update':
    case 'group.update':
      return { ...QUIET, events: found.flatMap((one) => group(setup, one)) }
    case 'call':
      return calls(setup, found)
    default:
      return QUIET
  }
}

/** `data` holds one message. */
export function message(setup: DriverSetup, info: Loose, own: string | undefined, isHistory = false): InboundEvent[] {
  const id = textOf(inner(info, 'key'), 'id') ?? ''
  const reader: Reader = { ref: () => fileRef(id), t: setup.t }
  const envelope = readWebMessage(info, { reader, now: setup.now(), own, ...(isHistory ? { isHistory } : {}) })
  return envelope ? eventsOf(setup, envelope) : []
}

/** The protocol's message, with the new content in it. */
function edit(setup: DriverSetup, data: Loose): InboundEvent[] {
  const id = textOf(inner(data, 'key'), 'id') ?? ''
  const reading = readProtocol(data, { ref: () => fileRef(id), t: setup.t })
  const at = millis(field(data, 'timestampMs'), setup.now())
  if (reading.kind === 'removal') return [{ kind: 'removal', externalId: reading.target, at }]
  return reading.kind === 'edit' ? [{ kind: 'edit', externalId: reading.target, content: reading.content, at }] : []
}

function removal(setup: DriverSetup, data: Loose): InboundEvent[] {
  const externalId = idText(textOf(inner(data, 'key'), 'id') ?? textOf(data, 'keyId', 'id'))
  return externalId ? [{ kind: 'removal', externalId, at: setup.now() }] : []
}

/** A state of what we sent; what we read ourselves is told of the customer's messages. */
function update(setup: DriverSetup, data: Loose): InboundEvent[] {
  const key = inner(data, 'key')
  const externalId = idText(textOf(data, 'keyId') ?? textOf(key, 'id'))
  if (!externalId) return []
  const word = textOf(data, 'status') ?? textOf(inner(data, 'update'), 'status')
  if (/^deleted$/i.test(word ?? '')) return [{ kind: 'removal', externalId, at: setup.now() }]
  const votes = poll(setup, data, externalId)
  const state = deliveryState(word)
  const fromMe = field(data, 'fromMe') ?? field(key, 'fromMe')
  if (!state || (fromMe !== undefined && !flagOf({ fromMe }, 'fromMe'))) return votes
  const chat = textOf(data, 'remoteJid') ?? textOf(key, 'remoteJid') ?? ''
  const status = chat.endsWith('@g.us') ? inGroup(state) : state
  return [...votes, { kind: 'receipt', status, externalIds: [externalId], at: setup.now() }]
}

/** Votes come counted: `[{name, voters: [id]}]`. Each voter's choice is an answer to the poll. */
function poll(setup: DriverSetup, data: Loose, pollId: string): InboundEvent[] {
  const chat = textOf(data, 'remoteJid')
  const chosen = new Map<string, string[]>()
  for (const { name, voters } of records(field(data, 'pollUpdates'))) {
    for (const voter of list(voters)) {
      if (typeof voter === 'string' && typeof name === 'string') chosen.set(voter, [...(chosen.get(voter) ?? []), name])
    }
  }
  return [...chosen].slice(0, 50).flatMap(([voter, names]): InboundEvent[] => {
    const words = names.join(', ')
    const content = choice(words, words)
    const isGroup = chat?.endsWith('@g.us') ?? false
    const sender = partyOf([voter], undefined)
    const party = isGroup ? partyOf([chat], undefined) : sender
    if (!content || !party || !sender) return []
    const externalId = idText(`${pollId}:vote:${voter}:${words}`)
    if (!externalId) return []
    const group = isGroup ? { isGroup, sender } : {}
    return [
      {
        kind: 'message',
        externalId,
        direction: 'in',
        chat: party,
        ...group,
        content,
        replyTo: pollId,
        at: setup.now(),
      },
    ]
  })
}

function presence(data: Loose): Report['typing'] {
  const chat = addressOf(textOf(data, 'id') ?? '')
  const states = Object.values(inner(data, 'presences')).map((one) => textOf(record(one), 'lastKnownPresence'))
  if (!chat || states.length === 0) return []
  const isWriting = states.some((state) => state === 'composing' || state === 'recording')
  return isWriting || states.some((state) => state === 'paused' || state === 'available')
    ? [{ chat, on: isWriting }]
    : []
}

function contact(setup: DriverSetup, data: Loose): InboundEvent[] {
  const name = textOf(data, 'pushName', 'name')
  const id = textOf(data, 'remoteJid', 'id')
  // Who told no name is called by their number there.
  const party = name && name !== id?.split('@')[0] ? partyOf([id, textOf(data, 'lid')], name) : null
  return party && !party.addresses.some(({ kind }) => kind === 'wa-group')
    ? [{ kind: 'contact', party, at: setup.now() }]
    : []
}

function group(setup: DriverSetup, data: Loose): InboundEvent[] {
  const name = textOf(data, 'subject')
  const party = name ? partyOf([textOf(data, 'id')], name) : null
  return party ? [{ kind: 'group', chat: party, at: setup.now() }] : []
}

/** Evolution rejects by itself, as its settings say. */
function calls(setup: DriverSetup, found: Loose[]): Report {
  const told = found.map((one) => callOf(one, textOf(one, 'status') ?? '', setup.now()))
  return { ...QUIET, events: told.flatMap(({ events }) => events) }
}
