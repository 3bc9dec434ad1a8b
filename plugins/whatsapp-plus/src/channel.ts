import { CONTRACTS, defineChannel } from '@recado/sdk'
import { PHONE, phoneDigits } from '@recado/whatsapp-ids'
import { pairingCode, showQr, testConnection, unlink } from './actions.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { openPlus } from './instance.ts'
import { settings } from './settings.ts'

export const whatsappPlus = defineChannel({
  type: 'whatsapp-plus',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'session',
  features,
  address: { kind: PHONE, normalise: phoneDigits },
  actions: { testConnection, showQr, pairingCode, unlink },
  open: (ctx) => openPlus(ctx),
})
