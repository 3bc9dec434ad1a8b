import { CONTRACTS, defineChannel } from '@recado/sdk'
import { PHONE, phoneDigits } from '@recado/whatsapp-ids'
import { testConnection } from './actions.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { openWhatsApp } from './instance.ts'
import { settings } from './settings.ts'

export const whatsapp = defineChannel({
  type: 'whatsapp-baileys',
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
  actions: { testConnection },
  open: (ctx) => openWhatsApp(ctx),
})
