import { type ChannelContext, PluginError } from '@recado/sdk'
import { type Api, createApi } from './api/client.ts'
import type { Timing } from './timing.ts'

/** The channel's bot as every part of the plugin uses it. */
export interface Bot {
  readonly timing: Timing
  /** Reads the token on first use. Throws `MISCONFIGURED` without one. */
  open(): Promise<{ api: Api; token: string }>
}

export function createBot(ctx: ChannelContext, timing: Timing): Bot {
  let opened: { api: Api; token: string } | null = null
  return {
    timing,
    async open() {
      if (opened) return opened
      const token = await ctx.secrets.get('botToken')
      if (!token) throw new PluginError('MISCONFIGURED', { field: 'botToken', detail: ctx.t('error.noToken') })
      opened = { api: createApi(token, endpointOf(ctx)), token }
      return opened
    },
  }
}

export function endpointOf(ctx: Pick<ChannelContext, 'endpoints'>): string {
  const { api } = ctx.endpoints
  if (!api) throw new PluginError('MISCONFIGURED', { detail: 'the endpoint "api" is missing' })
  return api
}
