import { appSecretOf } from '@recado/meta-graph'
import { type ActionDefinition, type ChannelContext, isPluginError, type Step } from '@recado/sdk'
import { createAccess } from './connect/access.ts'
import { type Account, findAccount } from './connect/account.ts'
import { loginAction } from './login/choose.ts'
import type { Platform } from './platform.ts'
import type { MetaSettings } from './settings.ts'

type Action = ActionDefinition<ChannelContext>

export const metaActions = (platform: Platform): Record<string, Action> => ({
  testConnection: testConnection(platform),
  login: loginAction(platform),
  webhook,
})

/** Names the account behind the token, and tells what is missing for its messages to be believed. Changes nothing. */
const testConnection = (platform: Platform): Action => ({
  label: 'action.test',
  async run(ctx, { settings }, signal): Promise<Step> {
    const draft = settings as Partial<MetaSettings>
    const secret = async (field: string) => text(settings[field]) ?? (await ctx.secrets.get(field))
    if (!(await appSecretOf({ get: secret }, ctx.app)))
      return { type: 'error', message: ctx.t('error.noAppSecret'), field: 'appSecret' }
    const access = createAccess({ ...ctx, secrets: { get: secret } }, draft)
    try {
      const account = await findAccount(ctx, platform, access, text(draft.accountId), signal)
      return {
        type: 'done',
        message: ctx.t('test.ok', { name: account.name }),
        detail: detailOf(ctx, account),
      }
    } catch (error) {
      if (!isPluginError(error)) throw error
      if (signal.aborted) throw error
      return problem(ctx, draft.access !== 'login', error.code, error.detail, error.field)
    }
  },
})

function detailOf(ctx: ChannelContext, { id, pageId }: Account): Record<string, string> {
  const page = pageId && pageId !== id ? { [ctx.t('test.page')]: pageId } : {}
  return { [ctx.t('test.account')]: id, ...page }
}

function problem(ctx: ChannelContext, isPasted: boolean, code: string, detail = '', field?: string): Step {
  if (code === 'AUTH_EXPIRED')
    return isPasted
      ? { type: 'error', message: ctx.t('test.refused'), hint: detail, field: 'accessToken' }
      : { type: 'error', message: ctx.t('state.unauthorised'), hint: detail }
  if (code === 'MISCONFIGURED')
    return { type: 'error', message: detail || ctx.t('state.failed'), ...(field ? { field } : {}) }
  return { type: 'error', message: ctx.t('state.unreachable'), hint: detail }
}

/** What to enter at Meta for a company with an app of its own. */
const webhook: Action = {
  label: 'action.webhook',
  async run(ctx, { settings }): Promise<Step> {
    const address = await ctx.hookUrl()
    if (address.endsWith('/hooks/draft')) return { type: 'error', message: ctx.t('error.saveFirst') }
    const message = ctx.t('webhook.where', { token: text(settings.verifyToken) ?? '' })
    return { type: 'show', show: { as: 'text', value: address, message } }
  },
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
