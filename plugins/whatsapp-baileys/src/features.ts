import type { ChannelFeatures } from '@recado/sdk'
import {
  AUDIO_BYTES,
  DOCUMENT_BYTES,
  EDIT_WITHIN_SECONDS,
  IMAGE_BYTES,
  REMOVE_WITHIN_SECONDS,
  STICKER_BYTES,
  TEXT_LENGTH,
  VIDEO_BYTES,
} from './limits.ts'

export const features: ChannelFeatures = {
  text: { maxLength: TEXT_LENGTH },
  media: {
    image: { maxBytes: IMAGE_BYTES, mimeTypes: ['image/jpeg', 'image/png'], caption: true },
    video: { maxBytes: VIDEO_BYTES, mimeTypes: ['video/mp4', 'video/3gpp'], caption: true },
    audio: { maxBytes: AUDIO_BYTES, mimeTypes: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/amr'] },
    voice: { maxBytes: AUDIO_BYTES, mimeTypes: ['audio/ogg'] },
    document: { maxBytes: DOCUMENT_BYTES, caption: true },
    sticker: { maxBytes: STICKER_BYTES, mimeTypes: ['image/webp'] },
  },
  totalBytes: DOCUMENT_BYTES,
  location: true,
  contact: true,
  mentions: true,
  edit: { withinSeconds: EDIT_WITHIN_SECONDS },
  remove: { withinSeconds: REMOVE_WITHIN_SECONDS },
  react: true,
  reply: true,
  typing: { in: true, out: true },
  groups: true,
  receipts: 'read',
  history: true,
  contactList: true,
  startsConversation: true,
  idempotentSend: true,
  rejectCalls: true,
}
