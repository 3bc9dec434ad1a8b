import { CONTRACTS, defineChannel } from '@recado/sdk'
import { diagnose, testConnection } from './actions.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { ADDRESS_KIND, normaliseChatId } from './ids.ts'
import { openTelegram } from './instance.ts'
import { settings } from './settings.ts'

export const telegram = defineChannel({
  type: 'telegram',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'session',
  features,
  address: { kind: ADDRESS_KIND, normalise: normaliseChatId },
  actions: { testConnection, diagnose },
  open: (ctx) => openTelegram(ctx),
})
