import { CONTRACTS, defineChannel } from '@recado/sdk'
import { PHONE, phoneDigits } from '@recado/whatsapp-ids'
import { testConnection } from './actions.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { settings } from './settings.ts'

/** The library and its cryptography take some 30 MB, which only an installation with such a channel should pay. */
let loaded: typeof import('./instance.ts') | null = null

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
  async prepare() {
    loaded ??= await import('./instance.ts')
  },
  open(ctx) {
    if (!loaded) throw new Error('opened before it was prepared')
    return loaded.openWhatsApp(ctx)
  },
})
