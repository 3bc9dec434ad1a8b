import { type ChannelContext, CONTRACTS, defineChannel } from '@recado/sdk'
import { ADDRESS_KIND, normaliseAddress } from './address.ts'
import { openWebchat } from './instance.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type WebchatSettings, webchatSettings } from './settings.ts'
import { onSchedule } from './sweep.ts'

const file = { maxBytes: 25 * 1_048_576, caption: true }

/** The channel; tests hand in tighter limits. */
export const createWebchatChannel = (limits: Limits = LIMITS) =>
  defineChannel({
    type: 'webchat',
    contract: CONTRACTS.channel,
    scope: 'tenant',
    name: 'name',
    description: 'description',
    icon: 'message-circle',
    settings: webchatSettings,
    settingsVersion: 1,
    transport: 'webhook',
    features: {
      text: { maxLength: limits.textLength },
      media: { image: file, video: file, audio: file, voice: file, document: file, sticker: file },
      buttons: { max: 10, labelLength: 80 },
      list: { maxRows: 30 },
      location: true,
      contact: true,
      edit: { withinSeconds: 0 },
      remove: { withinSeconds: 0 },
      reply: true,
      typing: { in: true, out: true },
      receipts: 'read',
      startsConversation: false,
      idempotentSend: true,
    },
    address: { kind: ADDRESS_KIND, normalise: normaliseAddress },
    // The host validates settings against `webchatSettings` before it opens a channel.
    open: (ctx) => openWebchat(ctx as ChannelContext<WebchatSettings>, limits),
    onSchedule,
  })
