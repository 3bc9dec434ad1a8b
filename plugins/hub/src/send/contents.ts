import { type ChannelContext, type Content, type ContentOf, PluginError } from '@recado/sdk'
import { type KindRules, rulesOf } from '../kinds.ts'
import { LINK_SECONDS } from '../limits.ts'
import { buttonTemplate, whatsappButtons, whatsappList } from './interactive.ts'
import { splitText } from './split-text.ts'
import { templateContent } from './template.ts'

/** One content as the hub takes it. */
export type Wire = { type: string } & Record<string, unknown>

/**
 * The contents that one of ours becomes, each sent as a message of its own.
 * @throws PluginError UNSUPPORTED for what the network behind the channel has nothing for, REJECTED, MEDIA_REJECTED
 */
export async function contentsFor(ctx: ChannelContext, kind: string, content: Content): Promise<Wire[]> {
  const rules = rulesOf(kind)
  const unless = (has: boolean) => {
    if (!has) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.unsupported', { type: content.type, kind }) })
  }
  switch (content.type) {
    case 'text':
      return textContents(ctx, rules, content.text)
    case 'media':
      return mediaContents(ctx, kind, rules, content)
    case 'location':
      unless(rules.location)
      return [locationContent(content)]
    case 'contact':
      unless(rules.contacts)
      return [contactsContent(content)]
    case 'buttons':
      unless(rules.buttons !== null)
      return [rules.buttons === 'template' ? buttonTemplate(ctx, content) : await whatsappButtons(ctx, content)]
    case 'list':
      unless(rules.list)
      return [whatsappList(ctx, content)]
    case 'template':
      unless(rules.templates)
      return [await templateContent(ctx, content)]
    default:
      return unless(false) ?? []
  }
}

function textContents(ctx: ChannelContext, rules: KindRules, text: string): Wire[] {
  const pieces = splitText(text, rules.text)
  if (pieces.length === 0) throw new PluginError('REJECTED', { detail: ctx.t('error.empty') })
  return pieces.map((piece) => ({ type: 'text', text: piece }))
}

/** WhatsApp shows a caption below these; everywhere else it follows as a text. */
const CAPTIONED: readonly string[] = ['image', 'video', 'document']

async function mediaContents(
  ctx: ChannelContext,
  network: string,
  rules: KindRules,
  { kind, media, text = '' }: ContentOf<'media'>,
): Promise<Wire[]> {
  const info = media.id ? await ctx.media.info(media.id) : null
  if (!info) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileGone') })
  const max = rules.media[kind]
  if (max === undefined) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.fileKind', { kind: network }) })
  if (info.size > max) {
    const limit = Math.max(1, Math.floor(max / (1024 * 1024)))
    throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileSize', { kind: network, max: limit }) })
  }
  const fileName = info.fileName ?? media.fileName
  const fits = text.trim() !== '' && network === 'whatsapp' && CAPTIONED.includes(kind) && text.length <= 1024
  const file: Wire = {
    type: 'file',
    fileMimeType: kind === 'voice' ? 'audio' : kind,
    fileUrl: await ctx.media.url(info.id, LINK_SECONDS),
    ...(fileName ? { fileName } : {}),
    ...(fits ? { fileCaption: text } : {}),
    ...(kind === 'voice' ? { voice: true } : {}),
  }
  return fits || !text.trim() ? [file] : [file, ...textContents(ctx, rules, text)]
}

const locationContent = ({ latitude, longitude, name, address }: ContentOf<'location'>): Wire => ({
  type: 'location',
  latitude,
  longitude,
  ...(name ? { name } : {}),
  ...(address ? { address } : {}),
})

const contactsContent = ({ contacts }: ContentOf<'contact'>): Wire => ({
  type: 'contacts',
  contacts: contacts.map(({ name, phones, emails = [] }) => ({
    name: { formatted_name: name || phones[0] || '–', first_name: name || phones[0] || '–' },
    phones: phones.map((phone) => ({ phone, type: 'CELL' })),
    ...(emails.length > 0 ? { emails: emails.map((email) => ({ email, type: 'WORK' })) } : {}),
  })),
})
