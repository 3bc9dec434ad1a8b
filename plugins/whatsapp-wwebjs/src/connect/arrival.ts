import { number, record, text } from '@recado/loose-json'
import { type ChannelContext, isPluginError } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { Gateway } from '../api/gateway.ts'
import { widOf } from '../ids.ts'
import type { Account, Notices } from './status.ts'

/** Whose phone it is. Best effort: messages flow without it. */
export async function accountOf(ctx: ChannelContext, gateway: Gateway, signal: AbortSignal): Promise<Account> {
  const { sessionId } = gateway
  try {
    const info = record((await gateway.get('client/getClassInfo', { signal })).sessionInfo)
    const id = widOf(info.wid) ?? widOf(info.me)
    const phone = id ? addressOf(id)?.value : undefined
    const name = text(info.pushname)
    return { id: phone ?? sessionId, also: [sessionId], ...(phone ? { number: phone } : {}), ...(name ? { name } : {}) }
  } catch (error) {
    ctx.log.debug('the account is unknown', { code: isPluginError(error) ? error.code : 'unknown' })
    return { id: sessionId, also: [sessionId] }
  }
}

/**
 * Newer gateways take the webhook's address of a session by call; older ones know only their environment, which is told
 * as a notice with what to enter there.
 */
export async function registerWebhook(ctx: ChannelContext, gateway: Gateway, signal: AbortSignal): Promise<Notices> {
  const url = await ctx.hookUrl()
  try {
    const answer = await gateway.put('session/setWebhook', { webhookUrl: url }, { signal })
    if (text(answer.webhookUrl) === url) return []
  } catch (error) {
    const status = number(Reflect.get(Object(error), 'status'))
    ctx.log.debug('the webhook cannot be set by call', { status: status ?? 0 })
  }
  const params = { variable: `${gateway.sessionId.toUpperCase()}_WEBHOOK_URL` }
  return [{ level: 'info', text: ctx.t('notice.webhook', params) }]
}
