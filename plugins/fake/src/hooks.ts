import { type HookReply, type HookRequest, InboundEvent } from '@recado/sdk'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Control, type ControlChange, isControlChange } from './control.ts'
import type { Sent } from './sent.ts'

const MAX_EVENTS = 1000
const MAX_PAGE = 1000

const batchOf = Compile(Type.Object({ events: Type.Array(Type.Unknown(), { maxItems: MAX_EVENTS }) }))
const eventOf = Compile(InboundEvent)

export interface HookParts {
  control: Control
  change(wanted: ControlChange): Promise<void>
  receive(events: InboundEvent[]): Promise<void>
  sent: Sent
  /** What `fetchHistory` will bring. */
  keepHistory(events: InboundEvent[]): Promise<void>
  /** Whom `listContacts` will name. */
  keepBook(body: unknown): Promise<HookReply>
}

/**
 * `POST /` events, `POST /history` events for later, `POST /contacts` people of the address book, `GET|POST /control`,
 * `GET /sent?after=n&limit=n`.
 */
export async function answerHook(request: HookRequest, parts: HookParts): Promise<HookReply> {
  switch (`${request.method} ${request.path}`) {
    case 'POST /':
      return receive(parse(request.body), parts.receive)
    case 'POST /history':
      return receive(parse(request.body), parts.keepHistory)
    case 'POST /contacts':
      return parts.keepBook(parse(request.body))
    case 'GET /control':
      return { json: parts.control.state }
    case 'POST /control': {
      const wanted = parse(request.body)
      if (!isControlChange(wanted)) return { status: 400, json: { error: 'not a change of the control' } }
      await parts.change(wanted)
      return { json: parts.control.state }
    }
    case 'GET /sent':
      return { json: parts.sent.after(whole(request.query.after, 0), whole(request.query.limit, MAX_PAGE)) }
    default:
      return { status: 404, json: { error: 'no such path' } }
  }
}

async function receive(batch: unknown, take: (events: InboundEvent[]) => Promise<void>): Promise<HookReply> {
  if (!batchOf.Check(batch)) return { status: 400, json: { error: `not { events } of at most ${MAX_EVENTS}` } }
  const events = batch.events.filter((event) => eventOf.Check(event))
  const wrong = batch.events.findIndex((event, index) => event !== events[index])
  if (wrong >= 0) return { status: 400, json: { error: 'not an event', index: wrong } }
  if (events.length > 0) await take(events)
  return { json: { accepted: events.length } }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}

function whole(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  return Number.isInteger(value) && value >= 0 ? value : otherwise
}
