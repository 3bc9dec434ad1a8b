import { GRAPH_VERSION } from '@recado/meta-graph'
import { choiceField, generatedField, notice, secretField, switchField, textField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

const account = 'settings.group.account'
const webhook = 'settings.group.webhook'
const behaviour = 'settings.group.behaviour'
const fallback = 'settings.group.fallback'
const ID = '^[0-9]{5,32}$'

export const settings = Type.Object({
  howTo: notice({ label: 'settings.howTo', group: account, order: 1 }),
  phoneNumberId: textField({
    label: 'settings.phoneNumberId',
    help: 'settings.phoneNumberId.help',
    pattern: ID,
    group: account,
    order: 2,
  }),
  businessAccountId: textField({
    label: 'settings.businessAccountId',
    help: 'settings.businessAccountId.help',
    pattern: ID,
    group: account,
    order: 3,
  }),
  accessToken: secretField({
    label: 'settings.accessToken',
    help: 'settings.accessToken.help',
    pattern: '^\\S+$',
    maxLength: 1024,
    group: account,
    order: 4,
  }),
  webhook: choiceField({
    label: 'settings.webhook',
    help: 'settings.webhook.help',
    choices: { app: 'settings.webhook.app', own: 'settings.webhook.own' },
    default: 'app',
    group: webhook,
    order: 5,
  }),
  appSecret: Type.Optional(
    secretField({
      label: 'settings.appSecret',
      help: 'settings.appSecret.help',
      maxLength: 128,
      group: webhook,
      order: 6,
    }),
  ),
  verifyToken: generatedField({
    label: 'settings.verifyToken',
    help: 'settings.verifyToken.help',
    group: webhook,
    order: 7,
  }),
  appId: Type.Optional(
    textField({ label: 'settings.appId', help: 'settings.appId.help', pattern: ID, group: webhook, order: 8 }),
  ),
  graphVersion: textField({
    label: 'settings.graphVersion',
    help: 'settings.graphVersion.help',
    pattern: '^v[0-9]{1,3}\\.[0-9]$',
    default: GRAPH_VERSION,
    group: webhook,
    order: 9,
  }),
  typing: switchField({
    label: 'settings.typing',
    help: 'settings.typing.help',
    default: true,
    group: behaviour,
    order: 10,
  }),
  fallbackNotice: notice({ label: 'settings.fallbackNotice', group: fallback, order: 11 }),
  fallbackUrl: Type.Optional(
    textField({
      label: 'settings.fallbackUrl',
      help: 'settings.fallbackUrl.help',
      placeholder: 'settings.fallbackUrl.placeholder',
      pattern: '^https?://[^\\s]+$',
      maxLength: 500,
      group: fallback,
      order: 12,
    }),
  ),
  fallbackKey: Type.Optional(
    secretField({ label: 'settings.fallbackKey', help: 'settings.fallbackKey.help', group: fallback, order: 13 }),
  ),
  fallbackSession: Type.Optional(
    textField({
      label: 'settings.fallbackSession',
      help: 'settings.fallbackSession.help',
      pattern: '^[A-Za-z0-9_-]+$',
      maxLength: 100,
      group: fallback,
      order: 14,
    }),
  ),
})

type Sealed = 'accessToken' | 'appSecret' | 'fallbackKey' | 'howTo' | 'fallbackNotice'
export type CloudSettings = Omit<Static<typeof settings>, Sealed>
