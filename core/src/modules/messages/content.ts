import { type Content, contentText, type MediaKind } from '@recado/sdk'

/** What stands for a file in one line, where it has no words of its own. */
const MARKS: Record<MediaKind, string> = {
  image: '📷',
  video: '🎬',
  audio: '🎵',
  voice: '🎤',
  document: '📄',
  sticker: '💟',
}

/** The type of a stored message: media by their kind. */
export const typeOf = (content: Content): string => (content.type === 'media' ? content.kind : content.type)

/** The line of the ticket list. */
export function lineOf(content: Content): string {
  const text = contentText(content).replace(/\s+/g, ' ').trim()
  if (content.type === 'media') return [MARKS[content.kind], text].filter(Boolean).join(' ')
  if (content.type === 'location') return ['📍', text].filter(Boolean).join(' ')
  if (content.type === 'contact') return `👤 ${text}`
  return text
}

/** How a file is sent that an agent picked: by what it is, else as a document. */
export function kindOf(mimeType: string, isVoice: boolean): MediaKind {
  if (isVoice && mimeType.startsWith('audio/')) return 'voice'
  if (mimeType === 'image/svg+xml') return 'document'
  if (mimeType.startsWith('image/')) return 'image'
  if (mimeType.startsWith('video/')) return 'video'
  return mimeType.startsWith('audio/') ? 'audio' : 'document'
}
