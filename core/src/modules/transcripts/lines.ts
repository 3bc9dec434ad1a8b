import { type Content, contentText } from '@recado/sdk'
import { type Locale, type TextKey, translate } from '../../platform/i18n/index.ts'
import type { Message } from '../messages/contract.ts'
import { printable } from './runs.ts'

/** A message as it is printed. */
export interface Line {
  seq: number
  /** Epoch milliseconds. */
  at: number
  isOurs: boolean
  who: string
  /** Removed, withheld, edited, forwarded, not delivered. */
  marks: string[]
  /** What it answers, in one line. */
  quote: string | null
  text: string
  /** What else it is: a file's name, a place, people. */
  facts: string[]
  reactions: string
  /** A picture that is shown small. */
  pictureId: string | null
}

const QUOTE = 120
/** Larger ones are named alone. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const PICTURES = /^image\/(png|jpeg|gif|webp|avif)$/

const oneLine = (text: string): string => {
  const letters = [...printable(text).replace(/\s+/g, ' ')]
  return letters.length > QUOTE ? `${letters.slice(0, QUOTE - 1).join('')}…` : letters.join('')
}

export function lineOf(message: Message, locale: Locale): Line {
  const say = (key: TextKey) => translate(locale, key)
  const { media, isDeleted, content, reactions } = message
  const isPicture = media?.state === 'ready' && PICTURES.test(media.mimeType) && media.size <= MAX_PICTURE_BYTES
  const marks: TextKey[] = []
  if (isDeleted) marks.push('pdf.deleted')
  else if (message.isWithheld) marks.push('pdf.withheld')
  else if (message.editedAt !== null) marks.push('pdf.edited')
  if (message.isForwarded) marks.push('pdf.forwarded')
  if (message.state === 'failed') marks.push('pdf.failed')
  return {
    seq: message.seq,
    at: message.timestamp,
    isOurs: message.fromMe,
    who: oneLine(whoOf(message)) || say(message.fromMe ? 'pdf.company' : 'pdf.customer'),
    marks: marks.map(say),
    quote: message.quotedMsg ? oneLine(message.quotedMsg.edited ?? message.quotedMsg.body) || null : null,
    text: isDeleted ? '' : printable(textOf(content)),
    facts: isDeleted ? [] : factsOf(message, say).map(oneLine),
    reactions: reactions.map(({ emoji }) => emoji).join(' '),
    pictureId: !isDeleted && isPicture ? media.id : null,
  }
}

const whoOf = ({ fromMe, sender, contact }: Message): string =>
  fromMe ? (sender?.name ?? '') : (contact?.name ?? sender?.name ?? '')

/** A file's name is no text of its own. */
const textOf = (content: Content): string => {
  if (content.type === 'media') return content.text ?? ''
  if (content.type === 'location' || content.type === 'contact' || content.type === 'unsupported') return ''
  return contentText(content)
}

function factsOf({ content, media, mediaName }: Message, say: (key: TextKey) => string): string[] {
  switch (content.type) {
    case 'media': {
      const name = mediaName ?? content.media.fileName ?? ''
      return [`${say(`pdf.file.${content.kind}`)}${name ? `: ${name}` : ''}`]
    }
    case 'location':
      return [`${say('pdf.location')}: ${contentText(content)} (${content.latitude}, ${content.longitude})`]
    case 'contact':
      return content.contacts.map(({ name, phones }) => `${say('pdf.contact')}: ${name} ${phones.join(', ')}`)
    case 'unsupported':
      return [`${say('pdf.unsupported')}: ${content.what}`]
    case 'buttons':
      return content.buttons.map(({ label }) => `• ${label}`)
    case 'list':
      return content.sections.flatMap(({ rows }) => rows.map(({ label }) => `• ${label}`))
    case 'poll':
      return content.options.map((option) => `• ${option}`)
    case 'form':
      return content.fields.map(({ label, value }) => `${label}: ${value}`)
    default:
      return media && mediaName ? [mediaName] : []
  }
}
