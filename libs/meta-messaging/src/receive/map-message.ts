import { clip, flag, type Loose, record, records, text } from '@recado/loose-json'
import type { Address, InboundEvent, InboundMessage, MessageOrigin } from '@recado/sdk'
import { defined, digest, idOf, label } from '../read.ts'
import { type Mapped, type Mapping, mapAttachment, unsupported } from './map-attachment.ts'
import { referralOrigin, storyOrigin } from './origin.ts'

/** Who speaks to whom, and when. */
export interface Talk {
  customer: Address
  direction: 'in' | 'out'
  at: number
}

/** A message that came as several attachments is known by its id and, from the second part on, the part's number. */
export const partId = (mid: string, index: number): string => (index === 0 ? mid : `${mid.slice(0, 500)}#${index}`)

/** Meta's own id of a message of which this may be a part. */
export const wholeId = (externalId: string): string => externalId.replace(/#\d+$/, '')

/** The events of a `message`: one for each attachment, its text on the first. */
export function mapMessage(message: Loose, talk: Talk, mapping: Mapping): InboundEvent[] {
  const { customer, direction, at } = talk
  const mid = idOf(message.mid) ?? `${customer.value}:${at}:${digest(JSON.stringify(message)).slice(0, 32)}`
  if (flag(message.is_deleted)) return [{ kind: 'removal', externalId: mid, at }]

  const replyTo = record(message.reply_to)
  const cause = storyOrigin(replyTo) ?? referralOrigin(message.referral)
  const parts = partsOf(message, mapping)
  const ownId = direction === 'out' && parts.length === 1 ? uuidOf(message.metadata) : undefined
  const messages = parts.map(
    ({ content, origin }, index): InboundMessage => ({
      kind: 'message',
      externalId: partId(mid, index),
      direction,
      chat: { addresses: [customer] },
      content,
      at,
      ...defined({
        replyTo: idOf(replyTo.mid),
        origin: origin ?? (index === 0 ? cause : undefined),
        album: parts.length > 1 ? (mid.length > 128 ? digest(mid) : mid) : undefined,
        clientId: ownId,
      }),
    }),
  )
  // Whoever waits to learn whether a send arrived learns it by our own id.
  return ownId ? [...messages, { kind: 'receipt', status: 'sent', externalIds: [ownId], at }] : messages
}

/** Our id of a message, which its echo gives back; other apps write what they like. */
const uuidOf = (metadata: unknown): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(text(metadata) ?? '')?.[0]

function partsOf(message: Loose, mapping: Mapping): Mapped[] {
  const said = text(message.text)
  const choice = text(record(message.quick_reply).payload)
  if (choice) return [{ content: { type: 'choice', id: clip(choice, 256), text: clip(said ?? choice, 65_536) } }]
  const attached = records(message.attachments).map((one) => mapAttachment(one, mapping))
  if (attached.length > 0) return said === undefined ? attached : withText(attached, clip(said, 65_536))
  if (said !== undefined) return [{ content: { type: 'text', text: clip(said, 65_536) } }]
  return [unsupported(mapping, 'message')]
}

/** The text becomes the first file's caption, or stands before the rest; what a link preview repeats is said once. */
function withText([first, ...rest]: Mapped[], said: string): Mapped[] {
  if (!first) return [{ content: { type: 'text', text: said } }]
  const { content } = first
  if (content.type === 'media' && content.text === undefined && content.kind !== 'sticker')
    return [{ ...first, content: { ...content, text: said } }, ...rest]
  if (content.type === 'text') {
    const fresh = content.text.split('\n').filter((line) => !said.includes(line))
    return [{ ...first, content: { type: 'text', text: clip([said, ...fresh].join('\n'), 65_536) } }, ...rest]
  }
  return [{ content: { type: 'text', text: said } }, first, ...rest]
}

/** A tap on a button or an ice breaker. Where another app owns the talk its payload is withheld. */
export function mapPostback(postback: Loose, talk: Talk): InboundEvent[] {
  const { customer, at } = talk
  const payload = text(postback.payload)
  const title = label(postback.title, 1000)
  const said = title ?? payload
  if (!said) return []
  const key = digest(JSON.stringify([payload, title])).slice(0, 32)
  return [
    {
      kind: 'message',
      externalId: idOf(postback.mid) ?? `postback:${customer.value}:${at}:${key}`,
      direction: 'in',
      chat: { addresses: [customer] },
      content: { type: 'choice', id: clip(payload ?? said, 256), text: said },
      at,
      ...defined({ origin: referralOrigin(postback.referral) satisfies MessageOrigin | undefined }),
    },
  ]
}
