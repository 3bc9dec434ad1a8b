import { clip } from '@recado/loose-json'
import { plainType } from '@recado/meta-graph'
import { type Button, type ContentOf, PluginError } from '@recado/sdk'
import * as limits from '../limits.ts'
import { type Part, ready, refused, type Sending, textBody } from './body.ts'
import { buttonsPart, interactive } from './interactive.ts'
import { mediaInfo, upload } from './upload.ts'

type Card = ContentOf<'carousel'>['cards'][number]

/** Two to ten cards, each with a picture or a video and the same buttons. A single card is an ordinary message. */
export function carouselParts(sending: Sending, content: ContentOf<'carousel'>): Part[] {
  const { ctx } = sending
  const [first] = content.cards
  if (!first) throw refused(ctx, 'error.empty')
  if (content.cards.length === 1) return [...leading(content.text), singleCard(sending, first)]
  if (content.cards.length > limits.CARDS) throw refused(ctx, 'error.cards', { max: limits.CARDS })
  if (content.cards.some(({ media }) => !media)) throw refused(ctx, 'error.cardMedia')
  const kinds = new Set(content.cards.map(({ buttons }) => buttonKinds(buttons)))
  if (kinds.size > 1 || kinds.has('') || kinds.has('mixed')) throw refused(ctx, 'error.cardButtons')
  return [
    {
      async build(signal) {
        const cards = []
        for (const [index, card] of content.cards.entries()) cards.push(await cardOf(sending, card, index, signal))
        const text = content.text?.trim() || first.title
        return interactive({
          type: 'carousel',
          body: { text: clip(text, limits.INTERACTIVE_LENGTH) },
          action: { cards },
        })
      },
    },
  ]
}

const leading = (text: string | undefined): Part[] => (text?.trim() ? [ready(textBody(text))] : [])

const textOf = ({ title, text }: Card): string => [title, text].filter(Boolean).join('\n')

function singleCard(sending: Sending, card: Card): Part {
  const { buttons, media } = card
  const text = clip(textOf(card), limits.INTERACTIVE_LENGTH)
  if (buttons.length === 0 && !media) return ready(textBody(text))
  if (buttons.length === 0) throw refused(sending.ctx, 'error.cardButtons')
  return buttonsPart(sending, { type: 'buttons', text, buttons, ...(media ? { header: media } : {}) }, text)
}

/** One address, or one to three answers; the same on all cards. */
function buttonKinds(buttons: Button[]): string {
  if (buttons.length === 0) return ''
  const urls = buttons.filter(({ url }) => url).length
  if (urls === 0) return `reply:${buttons.length}`
  return urls === 1 && buttons.length === 1 ? 'url' : 'mixed'
}

async function cardOf({ ctx, cloud }: Sending, card: Card, index: number, signal: AbortSignal) {
  const info = await mediaInfo(ctx, card.media)
  const [type] = plainType(info.mimeType).split('/')
  if (type !== 'image' && type !== 'video')
    throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.cardMedia') })
  const [first] = card.buttons
  const action = first?.url
    ? { name: 'cta_url', parameters: { display_text: clip(first.label, limits.BUTTON_LENGTH), url: first.url } }
    : { buttons: card.buttons.map(quickReply) }
  return {
    card_index: index,
    ...(first?.url ? { type: 'cta_url' } : {}),
    header: { type, [type]: { id: await upload(ctx, cloud, info, signal) } },
    body: { text: clip(textOf(card), limits.CARD_LENGTH) },
    action,
  }
}

const quickReply = ({ id, label }: Button) => ({
  type: 'quick_reply',
  quick_reply: { id: clip(id, limits.BUTTON_ID_LENGTH), title: clip(label, limits.BUTTON_LENGTH) },
})
