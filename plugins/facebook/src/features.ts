import { FACEBOOK, HUMAN_WINDOW_HOURS, LIMITS, WINDOW_HOURS } from '@recado/meta-messaging'
import type { ChannelFeatures } from '@recado/sdk'

/** Longer texts go as several messages of 2000 characters. */
export const features: ChannelFeatures = {
  text: { maxLength: FACEBOOK.text.max * 5 },
  media: FACEBOOK.media,
  buttons: { max: LIMITS.buttons, labelLength: LIMITS.buttonLabel, urls: LIMITS.buttons },
  list: { maxRows: LIMITS.quickReplies },
  carousel: { maxCards: LIMITS.cards },
  react: true,
  reply: true,
  typing: { in: false, out: true },
  comments: { publicReply: true, privateReply: true },
  receipts: 'read',
  windowHours: WINDOW_HOURS,
  humanWindowHours: HUMAN_WINDOW_HOURS,
  startsConversation: false,
  idempotentSend: false,
}
