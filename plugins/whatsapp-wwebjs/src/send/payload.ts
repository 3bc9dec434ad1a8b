import { buffer } from 'node:stream/consumers'
import { type ChannelContext, type Content, type ContentOf, echoText, PluginError } from '@recado/sdk'
import { namedByNumber } from '@recado/whatsapp-ids'
import { chatIdOf } from '../ids.ts'
import { INLINE_BYTES, LINK_SECONDS } from '../limits.ts'
import { vcardOf } from './vcard.ts'

/** The body of `/client/sendMessage` and `/message/reply`, without the chat. */
export interface Payload {
  contentType: 'string' | 'MessageMedia' | 'MessageMediaFromURL' | 'Location' | 'Poll'
  content: unknown
  options?: Record<string, unknown>
  mediaFromURLOptions?: Record<string, unknown>
}

/** The messages that one of ours becomes. @throws PluginError UNSUPPORTED, REJECTED, MEDIA_REJECTED */
export async function payloadsOf(ctx: ChannelContext, content: Content, signal: AbortSignal): Promise<Payload[]> {
  switch (content.type) {
    case 'text':
      return [textPayload(ctx, content)]
    case 'media':
      return [await mediaPayload(ctx, content, signal)]
    case 'location':
      return [locationPayload(content)]
    case 'contact':
      return content.contacts.map((person) => ({ contentType: 'string', content: vcardOf(person) }))
    case 'poll':
      return [
        {
          contentType: 'Poll',
          content: {
            pollName: content.question,
            pollOptions: content.options,
            options: { allowMultipleAnswers: false },
          },
        },
      ]
    default:
      throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.unsupported', { type: content.type }) })
  }
}

/** In a group WhatsApp names people by the digits of their id, and by a list of those ids beside the text. */
export function textPayload(ctx: ChannelContext, content: ContentOf<'text'>): Payload {
  if (!content.text.trim()) throw new PluginError('REJECTED', { detail: ctx.t('error.empty') })
  const named = namedByNumber(content)
  const ids = named.people.map(chatIdOf)
  return { contentType: 'string', content: named.text, ...(ids.length > 0 ? { options: { mentions: ids } } : {}) }
}

async function mediaPayload(ctx: ChannelContext, content: ContentOf<'media'>, signal: AbortSignal): Promise<Payload> {
  const info = content.media.id ? await ctx.media.info(content.media.id) : null
  if (!info) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileGone') })
  const named = namedByNumber(content)
  const ids = named.people.map(chatIdOf)
  const options = {
    ...(content.kind === 'voice' ? { sendAudioAsVoice: true } : {}),
    ...(content.kind === 'sticker' ? { sendMediaAsSticker: true } : {}),
    ...(content.kind === 'document' ? { sendMediaAsDocument: true } : {}),
    ...(content.text && content.kind !== 'sticker' ? { caption: named.text } : {}),
    ...(ids.length > 0 ? { mentions: ids } : {}),
  }
  const filename = info.fileName ?? content.media.fileName
  if (info.size > INLINE_BYTES) {
    const url = await ctx.media.url(info.id, LINK_SECONDS)
    return { contentType: 'MessageMediaFromURL', content: url, options, mediaFromURLOptions: { filename } }
  }
  const bytes = await buffer(await ctx.media.open(info.id, signal))
  const mimetype = content.kind === 'voice' ? 'audio/ogg; codecs=opus' : info.mimeType
  return { contentType: 'MessageMedia', content: { mimetype, data: bytes.toString('base64'), filename }, options }
}

/** What the echo of a payload shows. */
export const saidBy = ({ contentType, content }: Payload, of: Content): string =>
  contentType === 'string' && of.type === 'text' ? String(content) : echoText(of)

function locationPayload({ latitude, longitude, name, address }: ContentOf<'location'>): Payload {
  const description = [name, address].filter(Boolean).join('\n')
  return { contentType: 'Location', content: { latitude, longitude, ...(description ? { description } : {}) } }
}
