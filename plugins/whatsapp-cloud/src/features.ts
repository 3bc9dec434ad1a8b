import type { ChannelFeatures } from '@recado/sdk'
import * as limits from './limits.ts'

export const features: ChannelFeatures = {
  text: { maxLength: limits.TEXT_LENGTH },
  media: {
    image: { maxBytes: limits.IMAGE_BYTES, mimeTypes: limits.IMAGE_TYPES, caption: true },
    video: { maxBytes: limits.VIDEO_BYTES, mimeTypes: limits.VIDEO_TYPES, caption: true },
    audio: { maxBytes: limits.AUDIO_BYTES, mimeTypes: limits.AUDIO_TYPES },
    voice: { maxBytes: limits.AUDIO_BYTES, mimeTypes: limits.VOICE_TYPES },
    document: { maxBytes: limits.DOCUMENT_BYTES, caption: true },
    sticker: { maxBytes: limits.STICKER_BYTES, mimeTypes: limits.STICKER_TYPES },
  },
  totalBytes: limits.TOTAL_BYTES,
  buttons: { max: limits.BUTTONS, labelLength: limits.BUTTON_LENGTH, urls: 1 },
  list: { maxRows: limits.LIST_ROWS },
  carousel: { maxCards: limits.CARDS },
  location: true,
  contact: true,
  template: true,
  templateEditing: true,
  locationRequest: true,
  react: true,
  reply: true,
  typing: { in: false, out: true },
  groups: true,
  receipts: 'read',
  windowHours: 24,
  startsConversation: true,
  idempotentSend: false,
}
