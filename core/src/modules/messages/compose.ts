import {
  type ChannelFeatures,
  type Content,
  contentText,
  type MediaInfo,
  type MediaKind,
  type Mention,
} from '@recado/sdk'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { kindOf, lineOf, typeOf } from './content.ts'
import type { MessageSend } from './contract.ts'
import type { AppendItem } from './outbound/outbound-repo.ts'
import { totalLimit } from './policy.ts'

export interface Draft {
  send: MessageSend
  files: MediaInfo[]
  replyToId: string | null
  userId: number | null
  sendType: string
  /** People of the group whom the text may name. */
  mentions?: readonly Mention[]
}

/**
 * The messages of one request, in order: content of its own, or one per file with its caption, or the text.
 * @throws ERR_MESSAGE_EMPTY, and what `checkContent` refuses
 */
export function compose(draft: Draft, features: ChannelFeatures): AppendItem[] {
  const { send, files } = draft
  const texts = (Array.isArray(send.body) ? send.body : [send.body ?? '']).map((text) => text.trim())
  const isVoice = send.isVoice === true || send.isVoice === 'true'
  const contents: Content[] = send.content
    ? [send.content]
    : files.length > 0
      ? files.map((file, index) => mediaContent(file, texts[index] ?? '', isVoice, features, draft.mentions))
      : texts.filter((text) => text !== '').map((text) => ({ type: 'text', text, ...namedIn(text, draft.mentions) }))
  if (contents.length === 0) throw new AppError('ERR_MESSAGE_EMPTY')
  checkTotal(files, features)

  return contents.map((content, index) => {
    checkContent(content, features)
    return {
      id: index === 0 && send.id ? send.id.toLowerCase() : newId(),
      type: typeOf(content),
      sendType: draft.sendType,
      body: contentText(content),
      line: lineOf(content),
      content,
      mediaId: content.type === 'media' ? (content.media.id ?? null) : null,
      replyToId: index === 0 ? draft.replyToId : null,
      userId: draft.userId,
    }
  })
}

function namedIn(text: string, mentions: readonly Mention[] = []): { mentions?: Mention[] } {
  // Longer names first: one may begin with another.
  let rest = text
  const named = [...mentions]
    .sort((a, b) => b.token.length - a.token.length)
    .filter(({ token }) => {
      const before = rest
      rest = rest.replaceAll(`@${token}`, '')
      return rest !== before
    })
  return named.length > 0 ? { mentions: named } : {}
}

function mediaContent(
  file: MediaInfo,
  text: string,
  isVoice: boolean,
  features: ChannelFeatures,
  mentions: readonly Mention[] = [],
): Content {
  const wanted = kindOf(file.mimeType, isVoice)
  const kind = takes(features, wanted, file) ? wanted : fallback(features, wanted, file)
  const { id, mimeType, fileName, size } = file
  const media = { id, mimeType, size, ...(fileName ? { fileName } : {}) }
  return { type: 'media', kind, media, ...(text ? { text, ...namedIn(text, mentions) } : {}) }
}

/** Channels name types without parameters, which a recording has: `audio/ogg; codecs=opus`. */
const takes = (features: ChannelFeatures, kind: MediaKind, { mimeType, size }: MediaInfo): boolean => {
  const rule = features.media[kind]
  const [type = ''] = mimeType.split(';', 1)
  return rule !== undefined && size <= rule.maxBytes && (rule.mimeTypes?.includes(type) ?? true)
}

/** A file that the channel does not show as what it is may still go as a document. */
function fallback(features: ChannelFeatures, wanted: MediaKind, file: MediaInfo): MediaKind {
  const others: MediaKind[] = wanted === 'voice' ? ['audio', 'document'] : ['document']
  const other = others.find((kind) => takes(features, kind, file))
  if (other) return other
  const limits = [wanted, ...others].flatMap((kind) => features.media[kind]?.maxBytes ?? [])
  const maxBytes = Math.max(0, ...limits)
  if (limits.length > 0 && file.size > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE', { params: { maxBytes } })
  throw new AppError('ERR_MEDIA_TYPE', { params: { mimeType: file.mimeType } })
}

function checkTotal(files: MediaInfo[], features: ChannelFeatures): void {
  const maxBytes = totalLimit(features, files.length)
  const sum = files.reduce((total, file) => total + file.size, 0)
  if (maxBytes !== null && sum > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE', { params: { maxBytes } })
}

/** @throws ERR_MESSAGE_TOO_LONG, ERR_MESSAGE_UNSUPPORTED */
export function checkContent(content: Content, features: ChannelFeatures): void {
  const { maxLength } = features.text
  if (contentText(content).length > maxLength) throw new AppError('ERR_MESSAGE_TOO_LONG', { params: { maxLength } })
  if (!isSupported(content, features))
    throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: typeOf(content) } })
}

function isSupported(content: Content, features: ChannelFeatures): boolean {
  switch (content.type) {
    case 'text':
      return content.text.trim() !== ''
    case 'media':
      return content.media.id !== undefined && features.media[content.kind] !== undefined
    case 'buttons':
      return content.buttons.length <= (features.buttons?.max ?? 0)
    case 'list':
      return content.sections.flatMap((section) => section.rows).length <= (features.list?.maxRows ?? 0)
    case 'carousel':
      return content.cards.length <= (features.carousel?.maxCards ?? 0)
    case 'location':
      return features.location === true
    case 'contact':
      return features.contact === true
    case 'template':
      return features.template === true
    case 'location-request':
      return features.locationRequest === true
    default:
      return false
  }
}
