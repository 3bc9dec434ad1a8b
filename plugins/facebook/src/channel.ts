import { META_APP } from '@recado/meta-graph'
import { FACEBOOK, metaActions, metaSchedule, normaliseId, openMeta, routeMessaging } from '@recado/meta-messaging'
import { CONTRACTS, defineChannel } from '@recado/sdk'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { settings } from './settings.ts'

export const facebook = defineChannel({
  type: 'facebook',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features,
  address: { kind: FACEBOOK.addressKind, perChannel: true, normalise: normaliseId },
  actions: metaActions(FACEBOOK),
  onSchedule: metaSchedule(FACEBOOK),
  open: (ctx) => openMeta(ctx, FACEBOOK),
  app: META_APP,
  routeAppHook: routeMessaging,
})
