import { type ActionDefinition, type ChannelContext, isPluginError } from '@recado/sdk'
import { phoneDigits } from '@recado/whatsapp-ids'
import { proxyAgent } from './library/proxy.ts'

/** Checks what can be checked without a session: the form, the proxy's address, and that WhatsApp Web is reachable. */
export const testConnection: ActionDefinition<ChannelContext> = {
  label: 'action.test',
  async run(ctx, { settings }, signal) {
    const { pairing, pairingPhone, proxyUrl } = settings
    if (pairing === 'code' && !isPhone(pairingPhone)) {
      return { type: 'error', message: ctx.t('test.noPhone'), field: 'pairingPhone' }
    }
    try {
      if (typeof proxyUrl === 'string' && proxyUrl) await proxyAgent(proxyUrl)
      const page = await ctx.http.request('web:/sw.js', { signal, timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024 })
      if (page.status >= 400) return { type: 'error', message: ctx.t('test.unreachable'), hint: String(page.status) }
      return { type: 'done', message: ctx.t('test.ok') }
    } catch (error) {
      if (!isPluginError(error)) throw error
      if (error.code === 'MISCONFIGURED') return { type: 'error', message: ctx.t('test.proxy'), field: 'proxyUrl' }
      return { type: 'error', message: ctx.t('test.unreachable'), hint: error.detail ?? '' }
    }
  },
}

function isPhone(value: unknown): boolean {
  try {
    return phoneDigits(String(value ?? '')).length > 0
  } catch {
    return false
  }
}
