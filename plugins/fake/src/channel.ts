import {
  type ChannelContext,
  type ChannelDefinition,
  type ChannelFeatures,
  CONTRACTS,
  defineChannel,
} from '@recado/sdk'
import { openFake } from './instance.ts'
import { createProvider } from './provider.ts'
import { type FakeSettings, settings } from './settings.ts'

const MB = 1024 * 1024

const features: Omit<ChannelFeatures, 'idempotentSend'> = {
  text: { maxLength: 65_536 },
  media: {
    image: { maxBytes: 16 * MB, caption: true },
    video: { maxBytes: 64 * MB, caption: true },
    audio: { maxBytes: 16 * MB },
    voice: { maxBytes: 16 * MB },
    document: { maxBytes: 100 * MB, caption: true },
    sticker: { maxBytes: MB },
  },
  buttons: { max: 3, labelLength: 20 },
  list: { maxRows: 10 },
  location: true,
  contact: true,
  edit: { withinSeconds: 900 },
  remove: { withinSeconds: 0 },
  react: true,
  reply: true,
  typing: { in: true, out: true },
  groups: true,
  contactList: true,
  receipts: 'read',
  startsConversation: true,
}

/** What official channels have besides: a window, templates, comments, a history. An address book they have not. */
const official: Partial<ChannelFeatures> = {
  contactList: false,
  windowHours: 24,
  template: true,
  templateEditing: true,
  comments: { publicReply: true, privateReply: true },
  history: true,
  carousel: { maxCards: 10 },
  locationRequest: true,
}

/** One channel in several shapes, since features and transport belong to a type and not to an instance. */
export function fakeChannel(shape: {
  type: string
  transport: ChannelDefinition['transport']
  idempotentSend: boolean
  isOfficial?: boolean
}): ChannelDefinition {
  const { type, transport, idempotentSend, isOfficial = false } = shape
  return defineChannel({
    type,
    transport,
    contract: CONTRACTS.channel,
    scope: 'tenant',
    name: `${type}.name`,
    description: 'fake.description',
    settings,
    settingsVersion: 1,
    features: { ...features, ...(isOfficial ? official : {}), idempotentSend },
    address: { kind: 'phone', normalise },
    actions: {
      testConnection: {
        label: 'action.test',
        async run(ctx, input, signal) {
          if (input.settings.provider) await createProvider(ctx).check(signal)
          return { type: 'done', message: ctx.t('action.test.done') }
        },
      },
    },
    open: (ctx: ChannelContext<FakeSettings>) => openFake(ctx, { idempotentSend, isOfficial }),
  })
}

function normalise(raw: string): string {
  const digits = raw.replace(/\D/g, '')
  if (digits.length < 8 || digits.length > 15) throw new RangeError('not a phone number')
  return digits
}
