import { clip, type Loose, list, parse, record, records, text } from '@recado/loose-json'
import type { Content, MediaKind, Mention } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { bodyText, coordinate, field, flagOf, inner, nameText, textOf, wholeOf } from './fields.ts'
import type { Reader } from './proto.ts'
import { readForm } from './shop.ts'
import { readVcard } from './vcard.ts'

type Read = (value: Loose, reader: Reader, name: string) => Content | null

/** Content by the name that the protocol gives it, in lower case. */
const READERS: Record<string, Read> = {
  extendedtextmessage: (value) => textContent(value),
  imagemessage: (value, reader) => media('image', value, reader),
  videomessage: (value, reader) => media('video', value, reader),
  ptvmessage: (value, reader) => media('video', value, reader),
  audiomessage: (value, reader) => media(flagOf(value, 'ptt') ? 'voice' : 'audio', value, reader),
  documentmessage: (value, reader) => media('document', value, reader),
  stickermessage: (value, reader) => media('sticker', value, reader),
  locationmessage: (value, reader) => location(value, reader),
  livelocationmessage: (value, reader) => location(value, reader),
  contactmessage: (value) => contacts([value]),
  contactsarraymessage: (value) => contacts(records(field(value, 'contacts'))),
  buttonsresponsemessage: (value) =>
    choice(
      textOf(value, 'selectedButtonId'),
      textOf(value, 'selectedDisplayText') ?? textOf(inner(value, 'response'), 'selectedDisplayText'),
    ),
  templatebuttonreplymessage: (value) => choice(textOf(value, 'selectedId'), textOf(value, 'selectedDisplayText')),
  listresponsemessage: (value) =>
    choice(textOf(inner(value, 'singleSelectReply'), 'selectedRowId'), textOf(value, 'title', 'description')),
  interactiveresponsemessage: (value) => flowReply(value),
  pollcreationmessage: (value) => poll(value),
  pollcreationmessagev2: (value) => poll(value),
  pollcreationmessagev3: (value) => poll(value),
  pollcreationmessagev5: (value) => poll(value),
  ordermessage: readForm.order,
  productmessage: readForm.product,
  eventmessage: readForm.event,
  groupinvitemessage: (value) => invitation(value),
  buttonsmessage: (value) => said(textOf(value, 'contentText', 'text')),
  listmessage: (value) => said(textOf(value, 'description', 'title')),
  templatemessage: (value) => said(templateText(value)),
  interactivemessage: (value) => said(textOf(inner(value, 'body'), 'text')),
}

/** Null for what is nothing to show; `unsupported` for what a person sent and we cannot show. */
export function readContent(name: string, value: unknown, reader: Reader): Content | null {
  const key = name.toLowerCase()
  if (key === 'conversation') return said(text(value))
  const read = READERS[key]
  const content = read?.(record(value), reader, name)
  return content ?? { type: 'unsupported', what: whatIs(name, reader) }
}

const KNOWN_WORDS = new Set(['imagemessage', 'videomessage', 'audiomessage', 'documentmessage', 'stickermessage'])

function whatIs(name: string, { t }: Reader): string {
  const key = name.toLowerCase()
  if (key === 'pollupdatemessage') return t('unsupported.vote')
  if (key.startsWith('sticker')) return t('unsupported.sticker')
  if (KNOWN_WORDS.has(key)) return t('unsupported.file')
  if (key.includes('location')) return t('unsupported.location')
  return clip(t('unsupported.other', { kind: name.replace(/Message(V\d+)?$/i, '').slice(0, 60) }), 255)
}

const said = (words: string | undefined): Content | null => (words ? { type: 'text', text: bodyText(words) } : null)

function textContent(value: Loose): Content | null {
  const words = textOf(value, 'text')
  if (!words) return null
  return { type: 'text', text: bodyText(words), ...mentionsOf(value, words) }
}

function mentionsOf(value: Loose, words: string): { mentions?: Mention[] } {
  const mentions = list(field(inner(value, 'contextInfo'), 'mentionedJid')).flatMap((id) => {
    const address = typeof id === 'string' ? addressOf(id) : null
    return address && words.includes(`@${address.value}`) ? [{ token: address.value, address }] : []
  })
  return mentions.length > 0 ? { mentions: mentions.slice(0, 100) } : {}
}

function media(kind: MediaKind, file: Loose, reader: Reader): Content | null {
  const ref = reader.ref(kind, file)
  if (!ref || ref.length > 2048) return null
  const mimeType = textOf(file, 'mimetype')
  const fileName = nameText(textOf(file, 'fileName', 'title'))
  const size = wholeOf(file, 'fileLength')
  const seconds = wholeOf(file, 'seconds')
  const caption = textOf(file, 'caption')
  return {
    type: 'media',
    kind,
    media: {
      ref,
      ...(mimeType && mimeType.length <= 255 ? { mimeType } : {}),
      ...(fileName ? { fileName } : {}),
      ...(size === undefined ? {} : { size }),
      ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    },
    // A document without a caption often repeats its own name there.
    ...(caption && caption !== fileName ? { text: bodyText(caption), ...mentionsOf(file, caption) } : {}),
  }
}

function location(value: Loose, { t }: Reader): Content | null {
  const latitude = coordinate(field(value, 'degreesLatitude'), 90)
  const longitude = coordinate(field(value, 'degreesLongitude'), 180)
  if (latitude === undefined || longitude === undefined) return null
  const name = nameText(textOf(value, 'name', 'caption'))
  const address = textOf(value, 'address')
  const isLive = field(value, 'sequenceNumber') !== undefined
  return {
    type: 'location',
    latitude,
    longitude,
    ...(name || isLive ? { name: name ?? t('location.live') } : {}),
    ...(address ? { address: clip(address, 1024) } : {}),
  }
}

function contacts(cards: Loose[]): Content | null {
  const people = cards.slice(0, 50).map((card) => readVcard(textOf(card, 'vcard') ?? '', textOf(card, 'displayName')))
  return people.length > 0 ? { type: 'contact', contacts: people } : null
}

/** A tap, by what was tapped on; the words of one without an id are the id. */
export function choice(id: string | undefined, words: string | undefined): Content | null {
  const known = id ?? words
  return known ? { type: 'choice', id: clip(known, 256), text: bodyText(words ?? known) } : null
}

/** Buttons of native flows: the id stands in JSON text, which may be broken. */
function flowReply(value: Loose): Content | null {
  const flow = inner(value, 'nativeFlowResponseMessage')
  const words = textOf(inner(value, 'body'), 'text')
  const params = record(parse(textOf(flow, 'paramsJson') ?? ''))
  const id = textOf(params, 'id')
  if (id) return choice(id, words ?? textOf(params, 'title', 'display_text'))
  const fields = Object.entries(params)
    .filter(([name]) => name !== 'flow_token' && name !== 'wa_flow_response_params')
    .flatMap(([name, answer]) => {
      const told = typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : text(String(answer ?? ''))
      return told ? [{ label: clip(name, 255), value: clip(told, 4096) }] : []
    })
  if (fields.length > 0)
    return { type: 'form', fields: fields.slice(0, 100), ...(words ? { title: clip(words, 255) } : {}) }
  return choice(textOf(flow, 'name'), words)
}

function poll(value: Loose): Content | null {
  const question = textOf(value, 'name')
  if (!question) return null
  const options = list(field(value, 'options')).flatMap(
    (option) => nameText(text(option) ?? textOf(record(option), 'optionName')) ?? [],
  )
  return { type: 'poll', question: bodyText(question), options: options.slice(0, 20) }
}

function invitation(value: Loose): Content | null {
  const code = textOf(value, 'inviteCode')
  const link = code && /^[\w-]{5,64}$/.test(code) ? `https://chat.whatsapp.com/${code}` : undefined
  return said([textOf(value, 'groupName'), textOf(value, 'caption'), link].filter(Boolean).join('\n'))
}

function templateText(value: Loose): string | undefined {
  const hydrated = [inner(value, 'hydratedTemplate'), inner(value, 'hydratedFourRowTemplate')]
  return (
    hydrated.map((one) => textOf(one, 'hydratedContentText')).find(Boolean) ??
    textOf(inner(inner(value, 'interactiveMessageTemplate'), 'body'), 'text')
  )
}
