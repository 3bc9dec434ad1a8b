import type { ChannelFeatures } from '@recado/sdk'
import {
  DOCUMENT_BYTES,
  EDIT_WITHIN_SECONDS,
  MEDIA_BYTES,
  REMOVE_WITHIN_SECONDS,
  STICKER_BYTES,
  TEXT_LENGTH,
  TOTAL_BYTES,
} from './limits.ts'

export const features: ChannelFeatures = {
  text: { maxLength: TEXT_LENGTH },
  media: {
    image: { maxBytes: MEDIA_BYTES, mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'], caption: true },
    video: { maxBytes: MEDIA_BYTES, mimeTypes: ['video/mp4', 'video/3gpp'], caption: true },
    audio: { maxBytes: MEDIA_BYTES },
    voice: { maxBytes: MEDIA_BYTES },
    document: { maxBytes: DOCUMENT_BYTES, caption: true },
    sticker: { maxBytes: STICKER_BYTES, mimeTypes: ['image/webp', 'image/png', 'image/jpeg'] },
  },
  totalBytes: TOTAL_BYTES,
  location: true,
  contact: true,
  mentions: true,
  edit: { withinSeconds: EDIT_WITHIN_SECONDS },
  remove: { withinSeconds: REMOVE_WITHIN_SECONDS },
  react: true,
  reply: true,
  // The gateway reports nobody's typing.
  typing: { in: false, out: true },
  groups: true,
  receipts: 'read',
  history: true,
  contactList: true,
  startsConversation: true,
  idempotentSend: false,
}
