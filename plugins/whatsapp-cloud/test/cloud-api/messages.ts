import { record, records, text } from '@recado/loose-json'
import { checkContent } from './check-content.ts'
import { checkTemplate } from './check-template.ts'
import { Fault, statusError } from './fault.ts'
import { type Answer, type Call, type Json, type NumberState, type Person, personBehind, type World } from './model.ts'

const WINDOW_MS = 24 * 60 * 60 * 1000

/** `POST /{phone}/messages`: a message, or a read mark. */
export function answerMessage(world: World, { number, json }: Call): Answer {
  if (json.messaging_product !== 'whatsapp') throw new Fault(100, 'The parameter messaging_product is required')
  if (json.status !== undefined) return markRead(number, json)
  const to = text(json.to) ?? text(json.recipient)
  if (!to) throw new Fault(131008, 'Parameter to is required')
  const forced = takeForced(number)
  const type = text(json.type) ?? 'text'
  const person = personBehind(number, to)
  const template = type === 'template' ? checkTemplate(number, record(json.template)) : null
  if (!template) checkContent(number, type, json[type])
  checkContext(json)
  const later = forced ?? faultFor(world, number, person, template?.category ?? null, type)
  const id = world.nextId('wamid.OUT')
  const own = text(json.biz_opaque_callback_data)
  number.sent.add({ id, to, type, json, text: textOf(type, json) })
  tellStatuses(number, person, id, own, later, world)
  return {
    json: {
      messaging_product: 'whatsapp',
      contacts: [
        {
          input: to,
          ...(person.waId ? { wa_id: person.waId } : {}),
          ...(person.userId ? { user_id: person.userId } : {}),
        },
      ],
      messages: [{ id, message_status: 'accepted' }],
    },
  }
}

function markRead(number: NumberState, json: Json): Answer {
  if (json.status !== 'read' || !text(json.message_id)) throw new Fault(131009, 'status')
  const indicator = record(json.typing_indicator)
  if (json.typing_indicator !== undefined && indicator.type !== 'text') throw new Fault(131009, 'typing_indicator')
  number.reads.add(json)
  return { json: { success: true } }
}

function checkContext(json: Json): void {
  if (json.context === undefined) return
  if (!text(record(json.context).message_id)?.startsWith('wamid.')) throw new Fault(131009, 'context message_id')
}

/** A refusal that the test asked for: thrown, or told by a failed status. */
function takeForced(number: NumberState): Fault | null {
  const forced = number.refusals.find(({ left }) => left > 0)
  if (!forced) return null
  forced.left -= 1
  if (forced.by === 'http') throw forced.fault
  return forced.fault
}

/** What is refused at once is thrown; what is refused later, by a failed status, is answered. */
function faultFor(
  world: World,
  number: NumberState,
  person: Person,
  category: string | null,
  type: string,
): Fault | null {
  if (!person.reachable) return new Fault(131026)
  if (category === 'MARKETING' && !person.wantsMarketing) return new Fault(131050)
  const isOpen = person.lastInboundAt !== undefined && world.now() - person.lastInboundAt < WINDOW_MS
  if (type === 'template' || isOpen) return null
  const closed = new Fault(131047, 'Message failed to send because more than 24 hours have passed')
  if (number.refuseWindowBy === 'http') throw closed
  return closed
}

function tellStatuses(
  number: NumberState,
  person: Person,
  id: string,
  own: string | undefined,
  fault: Fault | null,
  world: World,
): void {
  const about = {
    id,
    timestamp: String(Math.floor(world.now() / 1000)),
    ...(person.waId ? { recipient_id: person.waId } : {}),
    ...(person.userId ? { recipient_user_id: person.userId } : {}),
    ...(own ? { biz_opaque_callback_data: own } : {}),
  }
  const pricing = { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' }
  const states: Json[] = fault
    ? [{ ...about, status: 'failed', errors: [statusError(fault)] }]
    : [
        { ...about, status: 'sent', pricing },
        { ...about, status: 'delivered', pricing },
      ]
  for (const status of states) number.webhooks.tellNumber('messages', { statuses: [status] })
}

function textOf(type: string, json: Json): string {
  const content = record(json[type])
  const [card] = records(json[type])
  return (
    text(content.body) ??
    text(content.caption) ??
    text(record(content.body).text) ??
    text(content.emoji) ??
    text(record(card?.name).formatted_name) ??
    text(content.name) ??
    ''
  )
}
