import { CONTRACTS, defineChannel } from '@recado/sdk'
import { PHONE } from '@recado/whatsapp-ids'
import { channelOptions, testConnection } from './actions.ts'
import { check } from './connect/check.ts'
import { features } from './features.ts'
import { icon } from './icon.ts'
import { normalisePhone } from './ids.ts'
import { openHub } from './instance.ts'
import { settings } from './settings.ts'

export const hub = defineChannel({
  type: 'hub',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  icon,
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features,
  // Only WhatsApp's people can be written to first; the others' addresses come with their messages.
  address: { kind: PHONE, normalise: normalisePhone },
  actions: { testConnection, listChannels: channelOptions },
  onSchedule: check,
  open: openHub,
})
