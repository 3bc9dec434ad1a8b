import { CONTRACTS, defineChannel } from '@recado/sdk'
import { PHONE } from '@recado/whatsapp-ids'
import { forget, pairingCode, restart, testConnection, webhookAddress } from './actions.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { normalisePhone } from './ids.ts'
import { openWwebjs } from './instance.ts'
import { routeAppHook } from './receive/hook.ts'
import { settings } from './settings.ts'

export const wwebjs = defineChannel({
  type: 'whatsapp-wwebjs',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  // One node watches the session and sends through it; hooks come to any.
  transport: 'session',
  features,
  address: { kind: PHONE, normalise: normalisePhone },
  actions: { testConnection, pairingCode, webhookAddress, restart, forget },
  routeAppHook,
  open: (ctx) => openWwebjs(ctx),
})
