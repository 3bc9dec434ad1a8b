import { type ChannelContext, PluginError } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { redact } from '../api/redact.ts'
import { WEBHOOK_PORTS } from '../limits.ts'
import { ALLOWED_UPDATES } from '../receive/map-update.ts'
import type { Timing } from '../timing.ts'
import { pause } from './pause.ts'
import { type Account, needsPerson, type Status } from './status.ts'

export interface Webhook {
  ctx: ChannelContext
  api: Api
  account: Account
  status: Status
  timing: Timing
}

/** An address that Telegram delivers to: https on one of its ports. Throws `MISCONFIGURED` with the way out in words. */
export async function checkedHookUrl(ctx: Pick<ChannelContext, 'hookUrl' | 't'>): Promise<string> {
  const address = await ctx.hookUrl()
  const { protocol, port } = new URL(address)
  if (protocol !== 'https:') throw new PluginError('MISCONFIGURED', { field: 'mode', detail: ctx.t('error.notHttps') })
  if (WEBHOOK_PORTS.includes(port || '443')) return address
  throw new PluginError('MISCONFIGURED', { field: 'mode', detail: ctx.t('error.port', { port }) })
}

/** Registers this installation's address. Deliveries may begin before it resolves. */
export async function beginWebhook(webhook: Webhook, signal: AbortSignal): Promise<void> {
  await register(webhook, signal)
  await webhook.status.connected(webhook.account)
}

async function register({ ctx, api, timing }: Webhook, signal: AbortSignal): Promise<string> {
  const url = await checkedHookUrl(ctx)
  const secret = await ctx.secrets.get('webhookSecret')
  if (!secret) {
    throw new PluginError('MISCONFIGURED', { field: 'webhookSecret', detail: ctx.t('error.noWebhookSecret') })
  }
  try {
    await api.call(
      'setWebhook',
      { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES, drop_pending_updates: false },
      { signal, timeoutMs: timing.callMs },
    )
    return url
  } catch (error) {
    // "bad webhook: …": the name does not resolve, the address is reserved, the certificate is not accepted.
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    throw new PluginError('MISCONFIGURED', {
      field: 'mode',
      detail: ctx.t('error.webhookRefused', { detail: error.detail ?? '' }),
    })
  }
}

/** Ends the registration, unless it is somebody else's by now. */
export async function endWebhook({ ctx, api, timing }: Omit<Webhook, 'account' | 'status'>, signal: AbortSignal) {
  const { url } = await api.call('getWebhookInfo', {}, { signal, timeoutMs: timing.callMs })
  if (url !== (await ctx.hookUrl())) return
  await api.call('deleteWebhook', { drop_pending_updates: false }, { signal, timeoutMs: timing.callMs })
}

/** Looks after the registration until the signal fires: somebody may replace it, or Telegram may fail to reach us. */
export async function watchWebhook(webhook: Webhook, signal: AbortSignal): Promise<void> {
  const { ctx, status, timing } = webhook
  let failures = 0
  for (;;) {
    await pause(timing.watchMs, signal)
    if (signal.aborted) return
    try {
      await look(webhook, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (needsPerson(error)) return status.stopped(error)
      failures += 1
      ctx.log.warn('the webhook could not be checked', { failures, detail: redact(String(error)) })
    }
  }
}

async function look(webhook: Webhook, signal: AbortSignal): Promise<void> {
  const { api, account, status, timing } = webhook
  const info = await api.call('getWebhookInfo', {}, { signal, timeoutMs: timing.callMs })
  const url = await checkedHookUrl(webhook.ctx)
  if (!info.url) await register(webhook, signal)
  else if (info.url !== url) return status.taken()
  const waiting = (info.pending_update_count ?? 0) > 0
  await status.connected(account, waiting ? info.last_error_message : undefined)
}
