import type { ChannelFeatures } from '@recado/sdk'
import {
  AUDIO_BYTES,
  BUTTON_LABEL_LENGTH,
  BUTTONS,
  CARDS,
  DOCUMENT_BYTES,
  EDIT_WITHIN_SECONDS,
  IMAGE_BYTES,
  LIST_ROWS,
  REMOVE_WITHIN_SECONDS,
  STICKER_BYTES,
  TEXT_LENGTH,
  VIDEO_BYTES,
} from './limits.ts'

/**
 * What the best of the gateways can; the form is the same for all of them. One that cannot do something answers
 * `UNSUPPORTED` and says so (the table stands in the README).
 */
export const features: ChannelFeatures = {
  text: { maxLength: TEXT_LENGTH },
  media: {
    image: { maxBytes: IMAGE_BYTES, mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'], caption: true },
    video: { maxBytes: VIDEO_BYTES, caption: true },
    audio: { maxBytes: AUDIO_BYTES, caption: true },
    voice: { maxBytes: AUDIO_BYTES, caption: true },
    document: { maxBytes: DOCUMENT_BYTES, caption: true },
    sticker: { maxBytes: STICKER_BYTES, mimeTypes: ['image/webp'] },
  },
  totalBytes: DOCUMENT_BYTES,
  buttons: { max: BUTTONS, labelLength: BUTTON_LABEL_LENGTH, urls: BUTTONS },
  list: { maxRows: LIST_ROWS },
  carousel: { maxCards: CARDS },
  location: true,
  locationRequest: true,
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
  idempotentSend: false,
  rejectCalls: true,
}
