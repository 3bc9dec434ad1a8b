import { META_APP } from '@recado/meta-graph'
import { INSTAGRAM, metaActions, metaSchedule, normaliseId, openMeta, routeMessaging } from '@recado/meta-messaging'
import { CONTRACTS, defineChannel } from '@recado/sdk'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { settings } from './settings.ts'

export const instagram = defineChannel({
  type: 'instagram',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features,
  address: { kind: INSTAGRAM.addressKind, perChannel: true, normalise: normaliseId },
  actions: metaActions(INSTAGRAM),
  onSchedule: metaSchedule(INSTAGRAM),
  open: (ctx) => openMeta(ctx, INSTAGRAM),
  app: META_APP,
  routeAppHook: routeMessaging,
})
