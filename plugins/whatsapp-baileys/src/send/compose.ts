import { randomBytes } from 'node:crypto'
import { type Content, type ContentOf, type MediaKind, type OutboundMessage, PluginError } from '@recado/sdk'
import { idOf, namedByNumber } from '@recado/whatsapp-ids'
import type { proto } from '@whiskeysockets/baileys'
import { plainJid } from '../library/jids.ts'
import { AUDIO_BYTES, DOCUMENT_BYTES, IMAGE_BYTES, STICKER_BYTES, VIDEO_BYTES } from '../limits.ts'
import { parseId } from '../receive/ids.ts'
import type { FileType } from '../receive/media-ref.ts'
import type { Sending } from './sending.ts'
import { upload } from './upload.ts'
import { contactsMessage } from './vcard.ts'

/** The library's name, largest size and default type of each kind of file. */
const FILES: Record<MediaKind, { type: FileType; maxBytes: number; mimeType: string }> = {
  image: { type: 'image', maxBytes: IMAGE_BYTES, mimeType: 'image/jpeg' },
  video: { type: 'video', maxBytes: VIDEO_BYTES, mimeType: 'video/mp4' },
  audio: { type: 'audio', maxBytes: AUDIO_BYTES, mimeType: 'audio/mpeg' },
  voice: { type: 'audio', maxBytes: AUDIO_BYTES, mimeType: 'audio/ogg; codecs=opus' },
  document: { type: 'document', maxBytes: DOCUMENT_BYTES, mimeType: 'application/octet-stream' },
  sticker: { type: 'sticker', maxBytes: STICKER_BYTES, mimeType: 'image/webp' },
}

const TAKEN = new Set<Content['type']>(['text', 'media', 'location', 'contact'])

/** Before anything is waited for. @throws PluginError UNSUPPORTED */
export function checkContent({ ctx }: Sending, { type }: Content): void {
  if (!TAKEN.has(type)) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.unsupported') })
}

/** The protocol's message for a content, files uploaded. @throws PluginError UNSUPPORTED, MEDIA_REJECTED, TEMPORARY */
export async function compose(sending: Sending, out: OutboundMessage, signal: AbortSignal): Promise<proto.IMessage> {
  const message = await bodyOf(sending, out.content, signal)
  const context = contextOf(sending, out)
  return {
    ...(context ? withContext(message, context) : message),
    messageContextInfo: { messageSecret: randomBytes(32) },
  }
}

export async function bodyOf(sending: Sending, content: Content, signal: AbortSignal): Promise<proto.IMessage> {
  switch (content.type) {
    case 'text':
      return { extendedTextMessage: { text: namedByNumber(content).text } }
    case 'media':
      return fileMessage(sending, content, signal)
    case 'location': {
      const { latitude, longitude, name, address } = content
      const place = { degreesLatitude: latitude, degreesLongitude: longitude }
      return { locationMessage: { ...place, ...(name ? { name } : {}), ...(address ? { address } : {}) } }
    }
    case 'contact':
      return contactsMessage(content.contacts)
    default:
      throw new PluginError('UNSUPPORTED', { detail: sending.ctx.t('error.unsupported') })
  }
}

async function fileMessage(
  sending: Sending,
  content: ContentOf<'media'>,
  signal: AbortSignal,
): Promise<proto.IMessage> {
  const { kind, media } = content
  const { text } = namedByNumber(content)
  const { type, maxBytes, mimeType } = FILES[kind]
  const { seconds, ...file } = await upload(sending, media, type, maxBytes, signal)
  const common = { ...file, mimetype: kind === 'voice' ? mimeType : (media.mimeType ?? mimeType) }
  const caption = text ? { caption: text } : {}
  if (kind === 'image') return { imageMessage: { ...common, ...caption } }
  if (kind === 'video') return { videoMessage: { ...common, ...caption } }
  if (kind === 'sticker') return { stickerMessage: common }
  if (kind === 'document') {
    const fileName = media.fileName ?? 'file'
    const document = { documentMessage: { ...common, fileName, title: fileName, ...caption } }
    return text ? { documentWithCaptionMessage: { message: document } } : document
  }
  const length = seconds ?? media.durationSeconds
  return { audioMessage: { ...common, ptt: kind === 'voice', ...(length ? { seconds: Math.round(length) } : {}) } }
}

function contextOf({ own }: Sending, { content, replyTo, forwarded, to }: OutboundMessage): proto.IContextInfo | null {
  const mentioned = content.type === 'text' || content.type === 'media' ? namedByNumber(content).people : []
  const context: proto.IContextInfo = {
    ...(forwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
    ...(mentioned.length > 0 ? { mentionedJid: mentioned.flatMap((address) => idOf(address) ?? []) } : {}),
    ...(replyTo ? quoteOf(replyTo, own, idOf(to)) : {}),
  }
  return Object.keys(context).length > 0 ? context : null
}

function quoteOf({ externalId, text }: NonNullable<OutboundMessage['replyTo']>, own: string, chat: string | null) {
  const { id, fromMe, author } = parseId(externalId)
  return {
    stanzaId: id,
    participant: fromMe ? own : (author ?? plainJid(chat) ?? ''),
    quotedMessage: { conversation: text },
  }
}

/** Into the part that the message consists of, below a wrapper where there is one. */
function withContext(message: proto.IMessage, contextInfo: proto.IContextInfo): proto.IMessage {
  const { documentWithCaptionMessage: wrapped } = message
  if (wrapped?.message) return { documentWithCaptionMessage: { message: withContext(wrapped.message, contextInfo) } }
  return Object.fromEntries(Object.entries(message).map(([name, part]) => [name, { ...part, contextInfo }]))
}
