import type { ChannelFeatures } from '@recado/sdk'
import {
  BUTTON_LABEL_LENGTH,
  KEYBOARD_ROWS,
  PHOTO_BYTES,
  REMOVE_WITHIN_SECONDS,
  STICKER_BYTES,
  TEXT_LENGTH,
  UPLOAD_BYTES,
} from './limits.ts'
import { REACTIONS } from './send/reactions.ts'
import { PHOTO_TYPES, STICKER_TYPES, VOICE_TYPES } from './send/upload-method.ts'

/** Longer texts are split, so the limit is the number of parts that one message may reasonably become. */
const MOST_PARTS = 10

export const features: ChannelFeatures = {
  text: { maxLength: TEXT_LENGTH * MOST_PARTS },
  media: {
    image: { maxBytes: PHOTO_BYTES, mimeTypes: [...PHOTO_TYPES, 'image/gif'], caption: true },
    video: { maxBytes: UPLOAD_BYTES, caption: true },
    audio: { maxBytes: UPLOAD_BYTES, caption: true },
    voice: { maxBytes: UPLOAD_BYTES, mimeTypes: VOICE_TYPES, caption: true },
    document: { maxBytes: UPLOAD_BYTES, caption: true },
    sticker: { maxBytes: STICKER_BYTES, mimeTypes: STICKER_TYPES },
  },
  buttons: { max: 10, labelLength: BUTTON_LABEL_LENGTH },
  list: { maxRows: KEYBOARD_ROWS },
  location: true,
  contact: true,
  edit: { withinSeconds: 0 },
  remove: { withinSeconds: REMOVE_WITHIN_SECONDS },
  react: REACTIONS,
  reply: true,
  typing: { in: false, out: true },
  groups: true,
  receipts: 'sent',
  startsConversation: false,
  idempotentSend: false,
}
