import type { ChannelFeatures } from '@recado/sdk'

const MB = 1024 * 1024

/** What any of the networks behind the hub can; what the channel's own cannot is refused when it is sent. */
export const features: ChannelFeatures = {
  text: { maxLength: 16_384 },
  media: {
    image: { maxBytes: 25 * MB, mimeTypes: ['image/jpeg', 'image/png'], caption: true },
    video: { maxBytes: 50 * MB, mimeTypes: ['video/mp4', 'video/3gpp'], caption: true },
    audio: { maxBytes: 50 * MB },
    voice: { maxBytes: 50 * MB },
    document: { maxBytes: 100 * MB, caption: true },
    sticker: { maxBytes: 500 * 1024, mimeTypes: ['image/webp'] },
  },
  buttons: { max: 3, labelLength: 20, urls: 1 },
  list: { maxRows: 10 },
  location: true,
  contact: true,
  template: true,
  templateEditing: true,
  reply: true,
  // WhatsApp and Instagram.
  react: true,
  groups: true,
  comments: { publicReply: true, privateReply: false },
  receipts: 'read',
  windowHours: 24,
  // Only WhatsApp, and only by template.
  startsConversation: true,
  idempotentSend: false,
}
