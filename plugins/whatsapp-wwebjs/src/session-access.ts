import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import { createGateway, type Gateway } from './api/gateway.ts'
import { sessionIdOf } from './ids.ts'
import type { WwebjsSettings } from './settings.ts'
import type { Timing } from './timing.ts'

/** The channel's session at its gateway, as every part of the plugin uses it. */
export interface Access {
  readonly timing: Timing
  /** Reads the key on first use. @throws PluginError MISCONFIGURED */
  open(): Promise<Gateway>
  /** Null when the one that was typed in may not be used. */
  sessionId(): string | null
}

export function createAccess(ctx: ChannelContext, settings: Readonly<WwebjsSettings>, timing: Timing): Access {
  let opened: Gateway | null = null
  const sessionId = () => sessionIdOf(ctx, settings.sessionId)
  return {
    timing,
    sessionId() {
      try {
        return sessionId()
      } catch (error) {
        if (!isPluginError(error)) throw error
        return null
      }
    },
    async open() {
      if (opened) return opened
      const apiKey = await ctx.secrets.get('apiKey')
      if (!settings.url) throw new PluginError('MISCONFIGURED', { field: 'url', detail: ctx.t('error.noUrl') })
      opened = createGateway(ctx, { url: settings.url, apiKey: apiKey ?? '', sessionId: sessionId() }, timing)
      return opened
    },
  }
}
