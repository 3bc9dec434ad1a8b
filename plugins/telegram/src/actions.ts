import { type ActionDefinition, type ChannelContext, isPluginError, type Step } from '@recado/sdk'
import { type Api, createApi } from './api/client.ts'
import { endpointOf } from './bot.ts'
import { checkedHookUrl } from './connect/webhook.ts'
import { TIMING } from './timing.ts'

type Action = ActionDefinition<ChannelContext>

/** Names the bot behind the token, and tells beforehand when the way of delivery cannot work here. */
export const testConnection: Action = {
  label: 'action.test',
  run: (ctx, { settings }, signal) =>
    withBot(ctx, settings, async (api) => {
      const me = await api.call('getMe', {}, { signal, timeoutMs: TIMING.callMs })
      if (settings.mode !== 'polling') await checkedHookUrl(ctx)
      const params = { name: me.first_name, username: me.username ?? '' }
      return {
        type: 'done',
        message: ctx.t('test.ok', params),
        detail: { id: String(me.id), username: `@${params.username}` },
      }
    }),
}

/** What Telegram says of the deliveries: how many wait, and why the last one failed. */
export const diagnose: Action = {
  label: 'action.diagnose',
  run: (ctx, { settings }, signal) =>
    withBot(ctx, settings, async (api) => {
      const info = await api.call('getWebhookInfo', {}, { signal, timeoutMs: TIMING.callMs })
      const polling = settings.mode === 'polling'
      const expected = polling ? '' : await checkedHookUrl(ctx)
      const pending = info.pending_update_count ?? 0
      const failedAt = info.last_error_date ? new Date(info.last_error_date * 1000).toISOString() : null
      const detail = { pending, lastError: info.last_error_message ?? null, lastErrorAt: failedAt }
      const message = [
        (info.url ?? '') === expected ? ctx.t(polling ? 'diagnose.polling' : 'diagnose.webhook') : '',
        ctx.t('diagnose.pending', { count: pending }),
        failedAt ? ctx.t('diagnose.lastError', { at: failedAt, detail: info.last_error_message ?? '' }) : '',
      ]
      if ((info.url ?? '') !== expected) {
        return {
          type: 'error',
          message: ctx.t(info.url ? 'diagnose.otherAddress' : 'diagnose.noAddress'),
          field: 'mode',
        }
      }
      return { type: 'done', message: message.filter(Boolean).join(' '), detail }
    }),
}

async function withBot(
  ctx: ChannelContext,
  settings: Record<string, unknown>,
  run: (api: Api) => Promise<Step>,
): Promise<Step> {
  const token = typeof settings.botToken === 'string' ? settings.botToken.trim() : ''
  if (!token) return { type: 'error', message: ctx.t('error.noToken'), field: 'botToken' }
  try {
    return await run(createApi(token, endpointOf(ctx)))
  } catch (error) {
    if (!isPluginError(error)) throw error
    if (error.code === 'AUTH_EXPIRED') return { type: 'error', message: ctx.t('state.unauthorised'), field: 'botToken' }
    if (error.code !== 'MISCONFIGURED')
      return { type: 'error', message: ctx.t('state.unreachable'), hint: error.detail ?? '' }
    return {
      type: 'error',
      message: error.detail ?? ctx.t('state.failed'),
      ...(error.field ? { field: error.field } : {}),
    }
  }
}
