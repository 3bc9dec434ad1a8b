import { HUMAN_WINDOW_HOURS, INSTAGRAM, LIMITS, WINDOW_HOURS } from '@recado/meta-messaging'
import type { ChannelFeatures } from '@recado/sdk'

/** Longer texts go as several messages of 1000 bytes; accents and emoji take more than one. */
export const features: ChannelFeatures = {
  text: { maxLength: INSTAGRAM.text.max * 5 },
  media: INSTAGRAM.media,
  buttons: { max: LIMITS.quickReplies, labelLength: LIMITS.quickReplyLabel },
  list: { maxRows: LIMITS.quickReplies },
  carousel: { maxCards: LIMITS.cards },
  react: ['❤️'],
  reply: true,
  typing: { in: false, out: true },
  comments: { publicReply: true, privateReply: true },
  receipts: 'read',
  windowHours: WINDOW_HOURS,
  humanWindowHours: HUMAN_WINDOW_HOURS,
  startsConversation: false,
  idempotentSend: false,
}
