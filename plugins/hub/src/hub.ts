import { record, records, text } from '@recado/loose-json'
import { type ChannelContext, PluginError } from '@recado/sdk'
import { type HubChannel, listChannels } from './api/channels.ts'
import { createApi, type HubApi } from './api/client.ts'
import { kindOf } from './kinds.ts'
import type { HubSettings } from './settings.ts'
import { createWrapping, type Wrapping } from './wrapping.ts'

const CHANNELS = 'channels'

/** The channel at the hub as every part of the plugin uses it. */
export interface Hub {
  readonly channelId: string
  /** Reads the token on first use. @throws PluginError MISCONFIGURED */
  api(): Promise<HubApi>
  /** The network behind it; undefined when nobody told yet. */
  knownKind(): Promise<string | undefined>
  /** Asks the hub when nobody told yet. @throws PluginError MISCONFIGURED when the hub does not know the channel */
  kind(signal: AbortSignal): Promise<string>
  /** Asks the hub for the account's channels and keeps them. */
  refresh(signal: AbortSignal): Promise<HubChannel[]>
  readonly wrapping: Wrapping
  /** Is it another channel of the same account? */
  isOther(id: string): Promise<boolean>
}

export function createHub(ctx: ChannelContext): Hub {
  const settings = ctx.settings as Readonly<HubSettings>
  const channelId = settings.channel?.trim() ?? ''
  let opened: HubApi | null = null
  let cached: HubChannel[] | null = null

  const kept = async (): Promise<HubChannel[]> => {
    cached ??= records((await ctx.store.get<unknown>(CHANNELS))?.value).flatMap((one) => {
      const id = text(one.id)
      return id ? [{ id, name: text(one.name) ?? id, kind: kindOf(one.kind) }] : []
    })
    return cached
  }
  const chosen = () => (settings.kind && settings.kind !== 'auto' ? settings.kind : undefined)

  const hub: Hub = {
    channelId,
    wrapping: createWrapping(ctx),
    async api() {
      if (opened) return opened
      const token = await ctx.secrets.get('token')
      if (!token) throw new PluginError('MISCONFIGURED', { field: 'token', detail: ctx.t('error.noToken') })
      if (!channelId) throw new PluginError('MISCONFIGURED', { field: 'channel', detail: ctx.t('error.noChannel') })
      opened = createApi(ctx, token, settings.baseUrl)
      return opened
    },
    async knownKind() {
      return chosen() ?? (await kept()).find(({ id }) => id === channelId)?.kind
    },
    async kind(signal) {
      const known = (await hub.knownKind()) ?? (await hub.refresh(signal)).find(({ id }) => id === channelId)?.kind
      if (known) return known
      throw new PluginError('MISCONFIGURED', { field: 'channel', detail: ctx.t('error.channelGone') })
    },
    async refresh(signal) {
      cached = await listChannels(await hub.api(), signal)
      await ctx.store.set(
        CHANNELS,
        cached.slice(0, 500).map((one) => record(one)),
      )
      return cached
    },
    async isOther(id) {
      return id !== channelId && (await kept()).some((one) => one.id === id)
    },
  }
  return hub
}
