import { clip } from '@recado/loose-json'
import type { Button, ContentOf } from '@recado/sdk'
import * as limits from '../limits.ts'
import { type Body, kindOfHeader, type Part, refused, type Sending } from './body.ts'
import { mediaInfo, upload } from './upload.ts'

/** Three answers, or one button that opens an address: Meta has nothing for both at once. */
export function buttonsPart(sending: Sending, content: ContentOf<'buttons'>, text: string): Part {
  const { ctx, cloud } = sending
  const action = buttonsAction(sending, content.buttons)
  return {
    async build(signal) {
      const info = content.header ? await mediaInfo(ctx, content.header) : null
      const kind = info ? kindOfHeader(info) : null
      const header =
        info && kind ? { header: { type: kind, [kind]: { id: await upload(ctx, cloud, info, signal) } } } : {}
      const footer = content.footer ? { footer: { text: clip(content.footer, limits.FOOTER_LENGTH) } } : {}
      return interactive({ ...action, ...header, body: { text }, ...footer })
    },
  }
}

function buttonsAction({ ctx }: Sending, buttons: Button[]): { type: string; action: unknown } {
  const [first] = buttons
  if (first?.url) {
    if (buttons.length > 1) throw refused(ctx, 'error.oneLink')
    const parameters = { display_text: clip(first.label, limits.BUTTON_LENGTH), url: first.url }
    return { type: 'cta_url', action: { name: 'cta_url', parameters } }
  }
  if (buttons.some(({ url }) => url)) throw refused(ctx, 'error.oneLink')
  if (buttons.length > limits.BUTTONS) throw refused(ctx, 'error.buttons', { max: limits.BUTTONS })
  const replies = buttons.map(({ id, label }) => ({ type: 'reply', reply: replyOf(id, label) }))
  return { type: 'button', action: { buttons: replies } }
}

const replyOf = (id: string, label: string) => ({
  id: clip(id, limits.BUTTON_ID_LENGTH),
  title: clip(label, limits.BUTTON_LENGTH),
})

export function listBody({ ctx }: Sending, content: ContentOf<'list'>, text: string): Body {
  const rows = content.sections.reduce((count, section) => count + section.rows.length, 0)
  if (rows > limits.LIST_ROWS) throw refused(ctx, 'error.rows', { max: limits.LIST_ROWS })
  const needsTitles = content.sections.length > 1
  const sections = content.sections.map((section, index) => ({
    ...(section.title || needsTitles
      ? { title: clip(section.title || ctx.t('list.section', { number: index + 1 }), limits.SECTION_LENGTH) }
      : {}),
    rows: section.rows.map(rowOf),
  }))
  const action = { button: clip(content.open, limits.LIST_OPEN_LENGTH) || ctx.t('list.open'), sections }
  return interactive({ type: 'list', body: { text }, action })
}

/** A label too long for a row stands in full below it, where nothing else does. */
function rowOf({ id, label, description }: ContentOf<'list'>['sections'][number]['rows'][number]) {
  const below = description || (label.length > limits.ROW_LENGTH ? label : '')
  return {
    id: clip(id, limits.ROW_ID_LENGTH),
    title: clip(label, limits.ROW_LENGTH),
    ...(below ? { description: clip(below, limits.ROW_DESCRIPTION_LENGTH) } : {}),
  }
}

export const locationRequestBody = (text: string): Body =>
  interactive({ type: 'location_request_message', body: { text }, action: { name: 'send_location' } })

export const interactive = (content: Record<string, unknown>): Body => ({ type: 'interactive', interactive: content })
