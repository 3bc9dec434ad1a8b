import { META_APP, routeMetaApp } from '@recado/meta-graph'
import { CONTRACTS, defineChannel } from '@recado/sdk'
import { numberInfo, subscribe, testConnection, webhookAddress } from './actions/account.ts'
import { profile } from './actions/profile.ts'
import { register, verifyNumber } from './actions/register.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { normalisePhone, PHONE } from './ids.ts'
import { openWhatsappCloud } from './instance.ts'
import { onSchedule } from './schedule.ts'
import { settings } from './settings.ts'

export const whatsappCloud = defineChannel({
  type: 'whatsapp-cloud',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features,
  address: { kind: PHONE, normalise: normalisePhone },
  actions: { testConnection, webhookAddress, subscribe, register, verifyNumber, profile, numberInfo },
  app: META_APP,
  routeAppHook: routeMetaApp,
  onSchedule,
  open: (ctx) => openWhatsappCloud(ctx),
})
