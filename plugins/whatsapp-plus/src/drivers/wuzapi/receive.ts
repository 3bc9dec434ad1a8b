import { type Loose, list, millis, parse, record, records, text } from '@recado/loose-json'
import type { HookRequest, InboundEvent } from '@recado/sdk'
import { addressOf, isGroupId } from '@recado/whatsapp-ids'
import { same } from '../../gateway/same.ts'
import { MOST_HISTORY } from '../../limits.ts'
import { callOf } from '../../receive/call.ts'
import { deliveryState, inGroup } from '../../receive/delivery.ts'
import { type Envelope, partyOf } from '../../receive/envelope.ts'
import { field, flagOf, idText, inner, textOf } from '../../receive/fields.ts'
import { type Reader, readProto } from '../../receive/proto.ts'
import { readWebMessage } from '../../receive/web-message.ts'
import { type DriverSetup, eventsOf, type Report } from '../driver.ts'
import { fileRef } from './files.ts'

const QUIET: Report = { events: [], typing: [], ringing: [], isConnection: false }
const CONNECTION = /^(connected|disconnected|loggedout|pairsuccess|pairerror|qr|qrtimeout|streamreplaced|temporaryban)$/

/** A delivery of WuzAPI: a form with `jsonData` and `token`; newer versions can send JSON. */
export async function parseHook(setup: DriverSetup, request: HookRequest): Promise<Report | 'forged'> {
  const form = await readForm(request)
  const token = text(form.token)
  if (token !== undefined && !same(token, setup.token)) return 'forged'
  const inside = form.jsonData ?? form
  return read(setup, record(typeof inside === 'string' ? parse(inside) : inside))
}

async function readForm({ headers, body }: HookRequest): Promise<Loose> {
  const type = headers['content-type'] ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) return record(parse(body))
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  } catch {
    // Not the form that it says it is.
    return {}
  }
}

function read(setup: DriverSetup, body: Loose): Report {
  const type = (textOf(body, 'type') ?? '').toLowerCase()
  const event = inner(body, 'event')
  if (CONNECTION.test(type)) return { ...QUIET, isConnection: true }
  if (type.startsWith('call'))
    return { ...QUIET, ...callOf({ ...inner(event, 'BasicCallMeta'), ...event }, type, setup.now()) }
  switch (type) {
    case 'message':
      return { ...QUIET, events: message(setup, event) }
    case 'readreceipt':
    case 'receipt':
      return { ...QUIET, events: receipt(setup, event, textOf(body, 'state') ?? textOf(event, 'Type')) }
    case 'chatpresence':
      return { ...QUIET, typing: presence(event, textOf(body, 'state')) }
    case 'historysync':
      return { ...QUIET, events: history(setup, event) }
    case 'pushname':
    case 'contact':
      return { ...QUIET, events: contact(setup, event) }
    case 'groupinfo':
    case 'joinedgroup':
      return { ...QUIET, events: group(setup, event) }
    default:
      return QUIET
  }
}

const readerOf = ({ t }: DriverSetup): Reader => ({ ref: fileRef, t })

/** `{Info: {Chat, Sender, SenderAlt, RecipientAlt, IsFromMe, IsGroup, ID, PushName, Timestamp}, Message}`. */
export function message(setup: DriverSetup, event: Loose, isHistory = false): InboundEvent[] {
  const info = inner(event, 'Info')
  const source = { ...inner(info, 'MessageSource'), ...info }
  const id = idText(textOf(source, 'ID'))
  const chat = textOf(source, 'Chat')
  if (!id || !chat) return []
  const isFromMe = flagOf(source, 'IsFromMe')
  const isGroup = isGroupId(chat) || flagOf(source, 'IsGroup')
  const alternative = textOf(source, isFromMe ? 'RecipientAlt' : 'SenderAlt')
  const envelope: Envelope = {
    id,
    isFromMe,
    isGroup,
    chat: isGroup ? [chat] : [chat, alternative],
    sender: [textOf(source, 'Sender'), textOf(source, 'SenderAlt')],
    senderName: isFromMe ? undefined : textOf(source, 'PushName'),
    at: millis(field(source, 'Timestamp'), setup.now()),
    told: readProto(inner(event, 'Message'), readerOf(setup)),
    ...(isHistory ? { isHistory } : {}),
  }
  return eventsOf(setup, envelope)
}

function receipt(setup: DriverSetup, event: Loose, word: string | undefined): InboundEvent[] {
  const source = { ...inner(event, 'MessageSource'), ...event }
  const externalIds = list(field(event, 'MessageIDs')).flatMap((id) => idText(id) ?? [])
  // WhatsApp's own word for "delivered" is none at all.
  const state = deliveryState(word ?? 'delivered')
  if (!state || externalIds.length === 0 || flagOf(source, 'IsFromMe')) return []
  const inside = isGroupId(textOf(source, 'Chat') ?? '') || flagOf(source, 'IsGroup')
  const at = millis(field(event, 'Timestamp'), setup.now())
  return [{ kind: 'receipt', status: inside ? inGroup(state) : state, externalIds: externalIds.slice(0, 500), at }]
}

function presence(event: Loose, stated: string | undefined): Report['typing'] {
  const source = { ...inner(event, 'MessageSource'), ...event }
  const id = [textOf(source, 'SenderAlt'), textOf(source, 'Chat')].find((one) => one !== undefined)
  const group = textOf(source, 'Chat')
  const chat = addressOf(group && isGroupId(group) ? group : (id ?? ''))
  const state = textOf(event, 'State') ?? stated
  return chat && /^(composing|paused)$/.test(state ?? '') ? [{ chat, on: state === 'composing' }] : []
}

/** `{Data: {conversations: [{id, messages: [{message: WebMessageInfo}]}]}}`. */
function history(setup: DriverSetup, event: Loose): InboundEvent[] {
  const conversations = records(field(inner(event, 'Data'), 'conversations'))
  return conversations
    .flatMap((conversation) => records(field(conversation, 'messages')).reverse())
    .slice(0, MOST_HISTORY)
    .flatMap((one) => {
      const envelope = readWebMessage(inner(one, 'message'), {
        reader: readerOf(setup),
        now: setup.now(),
        isHistory: true,
      })
      return envelope ? eventsOf(setup, envelope) : []
    })
}

function contact(setup: DriverSetup, event: Loose): InboundEvent[] {
  const name = textOf(inner(event, 'Action'), 'fullName', 'firstName') ?? textOf(event, 'NewPushName')
  const party = name ? partyOf([textOf(event, 'JID'), textOf(event, 'JIDAlt')], name) : null
  return party ? [{ kind: 'contact', party, at: millis(field(event, 'Timestamp'), setup.now()) }] : []
}

function group(setup: DriverSetup, event: Loose): InboundEvent[] {
  const name = textOf(inner(event, 'Name'), 'Name') ?? textOf(event, 'Name')
  const party = name ? partyOf([textOf(event, 'JID')], name) : null
  return party ? [{ kind: 'group', chat: party, at: millis(field(event, 'Timestamp'), setup.now()) }] : []
}
