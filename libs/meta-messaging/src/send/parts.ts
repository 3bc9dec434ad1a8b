import { clip } from '@recado/loose-json'
import { type Button, type Content, type ContentOf, type MediaKind, type MediaRef, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'
import { LIMITS } from '../platform.ts'
import { defined } from '../read.ts'
import { type Envelope, post, type Sent } from './envelope.ts'
import { mediaPart, pictureUrl } from './media-part.ts'
import { splitText } from './split-text.ts'

/** One message at Meta. */
export interface Part {
  /** What its echo shows. */
  said: string
  post(envelope: Envelope, signal: AbortSignal): Promise<Sent>
}

/** The messages that one of ours becomes. @throws PluginError UNSUPPORTED for what Meta has nothing for */
export async function planParts(line: Line, content: Content): Promise<Part[]> {
  switch (content.type) {
    case 'text':
      return textParts(line, content.text)
    case 'media': {
      const file = await mediaPart(line, content.kind, content.media)
      const caption = content.text?.trim()
      return caption ? [file, ...textParts(line, caption)] : [file]
    }
    case 'buttons':
      return buttonParts(line, content)
    case 'list':
      return listParts(line, content)
    case 'carousel':
      return carouselParts(line, content)
    default:
      throw new PluginError('UNSUPPORTED', { detail: line.ctx.t('error.unsupported', { type: content.type }) })
  }
}

interface QuickReply {
  content_type: 'text'
  title: string
  payload: string
}

/** Quick replies hang on the last piece, where the reader ends. */
function textParts(line: Line, text: string, replies: QuickReply[] = []): Part[] {
  const pieces = splitText(text, line.platform.text)
  if (pieces.length === 0) throw new PluginError('REJECTED', { detail: line.ctx.t('error.empty') })
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1
    const more = isLast && replies.length > 0 ? { quick_replies: replies } : {}
    return { said: piece, post: (envelope, signal) => post(line, envelope, { text: piece, ...more }, signal) }
  })
}

async function buttonParts(line: Line, { text, buttons, header, footer }: ContentOf<'buttons'>): Promise<Part[]> {
  const head = header ? [await mediaPart(line, headerKind(header), header)] : []
  const said = footer ? `${text}\n\n${footer}` : text
  if (line.platform.hasButtonTemplate && buttons.length <= LIMITS.buttons) {
    const pieces = splitText(said, { max: LIMITS.buttonText, unit: 'characters' })
    const last = pieces.pop() ?? line.ctx.t('button.choose')
    const payload = { template_type: 'button', text: last, buttons: buttons.map(templateButton) }
    return [...head, ...pieces.flatMap((piece) => textParts(line, piece)), templatePart(line, last, payload)]
  }
  const links = buttons.flatMap(({ label, url }) => (url ? [`${label}: ${url}`] : []))
  const replies = buttons.filter(({ url }) => !url).map(({ id, label }) => quickReply(id, label))
  return [...head, ...textParts(line, [said, ...links].join('\n'), checkedReplies(line, replies))]
}

/** Headers are pictures unless they say otherwise. */
function headerKind({ mimeType = 'image/' }: MediaRef): MediaKind {
  const [kind] = mimeType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

const templateButton = ({ id, label, url }: Button) =>
  url
    ? { type: 'web_url', url, title: clip(label, LIMITS.buttonLabel) }
    : { type: 'postback', title: clip(label, LIMITS.buttonLabel), payload: id }

const quickReply = (id: string, label: string): QuickReply => ({
  content_type: 'text',
  title: clip(label, LIMITS.quickReplyLabel),
  payload: id,
})

function checkedReplies({ ctx }: Line, replies: QuickReply[]): QuickReply[] {
  if (replies.length <= LIMITS.quickReplies) return replies
  throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.tooManyChoices', { max: LIMITS.quickReplies }) })
}

/** A list is written out where its rows say more than a quick reply can. */
function listParts(line: Line, { text, sections }: ContentOf<'list'>): Part[] {
  const rows = sections.flatMap((section) => section.rows)
  const saysMore = rows.some(({ label, description }) => description || label.length > LIMITS.quickReplyLabel)
  const lines = sections.flatMap((section) => [
    ...(section.title ? ['', section.title] : []),
    ...section.rows.map(({ label, description }) => `• ${label}${description ? ` – ${description}` : ''}`),
  ])
  const said = saysMore ? [text, ...lines].join('\n') : text
  return textParts(
    line,
    said,
    checkedReplies(
      line,
      rows.map(({ id, label }) => quickReply(id, label)),
    ),
  )
}

async function carouselParts(line: Line, { text, cards }: ContentOf<'carousel'>): Promise<Part[]> {
  if (cards.length > LIMITS.cards)
    throw new PluginError('UNSUPPORTED', { detail: line.ctx.t('error.tooManyChoices', { max: LIMITS.cards }) })
  const elements = await Promise.all(
    cards.map(async ({ title, text: body, media, buttons }) => {
      const [head = title, ...over] = splitText(title, { max: LIMITS.cardTitle, unit: 'characters' })
      const rest = [...over, body].filter(Boolean).join(' ')
      return {
        title: head,
        ...defined({
          subtitle: rest ? clip(rest, LIMITS.cardText) : undefined,
          image_url: media ? await pictureUrl(line, media) : undefined,
          buttons: buttons.length > 0 ? buttons.map(templateButton) : undefined,
        }),
      }
    }),
  )
  const before = text?.trim() ? textParts(line, text) : []
  return [...before, templatePart(line, cards[0]?.title ?? '', { template_type: 'generic', elements })]
}

const templatePart = (line: Line, said: string, payload: Record<string, unknown>): Part => ({
  said,
  post: (envelope, signal) => post(line, envelope, { attachment: { type: 'template', payload } }, signal),
})
