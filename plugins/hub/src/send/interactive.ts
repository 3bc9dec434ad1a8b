import { clip } from '@recado/loose-json'
import { type ChannelContext, type ContentOf, PluginError } from '@recado/sdk'
import {
  BUTTON_TEXT_LENGTH,
  BUTTONS,
  ID_LENGTH,
  INTERACTIVE_LENGTH,
  LABEL_LENGTH,
  LINK_SECONDS,
  ROW_LENGTH,
  ROW_TEXT_LENGTH,
  ROWS,
} from '../limits.ts'
import type { Wire } from './contents.ts'

type Buttons = ContentOf<'buttons'>
type Button = Buttons['buttons'][number]

/** WhatsApp: up to three answers, or one button that opens an address. */
export async function whatsappButtons(ctx: ChannelContext, content: Buttons): Promise<Wire> {
  const { buttons } = content
  const [first] = buttons
  const links = buttons.filter(({ url }) => url)
  if (buttons.length > BUTTONS || (links.length > 0 && buttons.length > 1)) {
    throw new PluginError('REJECTED', { detail: ctx.t('error.buttons', { max: BUTTONS }) })
  }
  const frame = {
    ...(await headerOf(ctx, content)),
    body: { text: clip(content.text, INTERACTIVE_LENGTH) },
    ...(content.footer ? { footer: { text: clip(content.footer, 60) } } : {}),
  }
  const link = first?.url
    ? {
        type: 'cta_url',
        ...frame,
        action: { name: 'cta_url', parameters: { display_text: clip(first.label, LABEL_LENGTH), url: first.url } },
      }
    : null
  return {
    type: 'interactive',
    interactive: link ?? { type: 'button', ...frame, action: { buttons: buttons.map(answer) } },
  }
}

const answer = ({ id, label }: Button) => ({
  type: 'reply',
  reply: { id: clip(id, ID_LENGTH), title: clip(label, LABEL_LENGTH) },
})

async function headerOf(ctx: ChannelContext, { header }: Buttons) {
  const info = header?.id ? await ctx.media.info(header.id) : null
  if (!info) return {}
  const [main] = info.mimeType.split('/')
  const type = main === 'image' || main === 'video' ? main : 'document'
  const link = await ctx.media.url(info.id, LINK_SECONDS)
  const named = type === 'document' && info.fileName ? { filename: info.fileName } : {}
  return { header: { type, [type]: { link, ...named } } }
}

export function whatsappList(ctx: ChannelContext, { text, open, sections }: ContentOf<'list'>): Wire {
  const rows = sections.reduce((count, section) => count + section.rows.length, 0)
  if (rows > ROWS) throw new PluginError('REJECTED', { detail: ctx.t('error.rows', { max: ROWS }) })
  return {
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: clip(text, INTERACTIVE_LENGTH) },
      action: {
        button: clip(open, LABEL_LENGTH),
        sections: sections.map((section) => ({
          ...(section.title ? { title: clip(section.title, ROW_LENGTH) } : {}),
          rows: section.rows.map(({ id, label, description }) => ({
            id: clip(id, ID_LENGTH),
            title: clip(label, ROW_LENGTH),
            ...(description ? { description: clip(description, ROW_TEXT_LENGTH) } : {}),
          })),
        })),
      },
    },
  }
}

/** Instagram and Messenger: Meta's button template. */
export function buttonTemplate(ctx: ChannelContext, { text, buttons }: Buttons): Wire {
  if (buttons.length > BUTTONS) throw new PluginError('REJECTED', { detail: ctx.t('error.buttons', { max: BUTTONS }) })
  return {
    type: 'template',
    template: {
      template_type: 'button',
      text: clip(text, BUTTON_TEXT_LENGTH),
      buttons: buttons.map(({ id, label, url }) =>
        url
          ? { type: 'web_url', title: clip(label, LABEL_LENGTH), url }
          : { type: 'postback', title: clip(label, LABEL_LENGTH), payload: clip(id, 1000) },
      ),
    },
  }
}
