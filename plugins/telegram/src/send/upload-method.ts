import type { MediaKind } from '@recado/sdk'
import { PHOTO_BYTES } from '../limits.ts'

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** OGG with Opus; MP3 and M4A are taken as well. */
export const VOICE_TYPES = ['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/x-m4a']
export const STICKER_TYPES = ['image/webp']
const AUDIO_TYPES = ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac']

export type UploadMethod =
  | 'sendPhoto'
  | 'sendAnimation'
  | 'sendVideo'
  | 'sendAudio'
  | 'sendVoice'
  | 'sendSticker'
  | 'sendDocument'

/** How a file is shown best; what Telegram would not play or show goes as a document. */
export function uploadMethod(kind: MediaKind, file: { mimeType: string; size: number }): UploadMethod {
  const type = file.mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  switch (kind) {
    case 'image':
      if (type === 'image/gif') return 'sendAnimation'
      return PHOTO_TYPES.includes(type) && file.size <= PHOTO_BYTES ? 'sendPhoto' : 'sendDocument'
    case 'video':
      return type === 'video/mp4' ? 'sendVideo' : 'sendDocument'
    case 'audio':
      return AUDIO_TYPES.includes(type) ? 'sendAudio' : 'sendDocument'
    case 'voice':
      return VOICE_TYPES.includes(type) ? 'sendVoice' : 'sendDocument'
    case 'sticker':
      return STICKER_TYPES.includes(type) ? 'sendSticker' : 'sendDocument'
    default:
      return 'sendDocument'
  }
}
