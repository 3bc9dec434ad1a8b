import { record, records, text } from '@recado/loose-json'
import { appSecretOf } from '@recado/meta-graph'
import { type ChannelContext, isPluginError, type PluginError } from '@recado/sdk'
import { type Cloud, explained, pointingAt } from '../api/cloud.ts'
import type { CloudSettings } from '../settings.ts'
import { pruneStore } from '../store-keys.ts'
import type { Account, AccountState } from './account.ts'
import { checkAccount, type NumberInfo, readNumber } from './number.ts'
import { scheduleRefresh } from './refresh.ts'

/**
 * Receiving needs no connection: Meta calls. So this checks that token, number and account belong together and makes
 * sure that Meta does call. @throws PluginError; what only a person can mend is reported as `disconnected`
 */
export async function connect(
  ctx: ChannelContext,
  cloud: Cloud,
  account: Account,
  settings: Readonly<CloudSettings>,
  signal: AbortSignal,
): Promise<void> {
  await account.connecting()
  try {
    const number = await readNumber(ctx, cloud, signal)
    await checkAccount(ctx, cloud, settings.phoneNumberId, signal)
    const { phoneNumberId, businessAccountId } = settings
    await account.proven(number, { phoneNumberId, businessAccountId })
    await subscribeApp(ctx, cloud, settings, signal)
    const isUnsigned = !(await appSecretOf(ctx.secrets, ctx.app))
    await account.change((state) => ({ ...connected(state, number), isUnsigned }))
    await pruneStore(ctx)
    await scheduleRefresh(ctx)
  } catch (error) {
    if (signal.aborted) throw error
    const told = explained(ctx, error)
    if (isPluginError(told)) await account.change((state) => ({ ...state, trouble: troubleOf(ctx, told) }))
    throw told
  }
}

/** Meta calls the address of the app, or with `own` this channel's: the latest one registered for the account counts. */
export async function subscribeApp(
  ctx: ChannelContext,
  cloud: Cloud,
  { webhook, verifyToken }: Readonly<Partial<CloudSettings>>,
  signal: AbortSignal,
): Promise<void> {
  const own = webhook === 'own' ? { override_callback_uri: await ctx.hookUrl(), verify_token: verifyToken ?? '' } : {}
  await pointingAt('businessAccountId', ctx.t('error.subscribe'), () =>
    cloud.graph.call(`${cloud.account}/subscribed_apps`, { json: own, signal }),
  )
}

/**
 * Ends Meta's calls to this channel's own address, unless another channel's counts by now. Those to the address of the
 * app go on, since other numbers of the account may need them.
 */
export async function unsubscribeApp(ctx: ChannelContext, cloud: Cloud, signal: AbortSignal): Promise<void> {
  const path = `${cloud.account}/subscribed_apps`
  const told = record(await cloud.graph.call(path, { signal }))
  const url = await ctx.hookUrl()
  if (!records(told.data).some((app) => text(app.override_callback_uri) === url)) return
  await cloud.graph.call(path, { method: 'DELETE', signal })
}

/** What was told of the number before stands unless the number itself says otherwise. */
function connected(state: AccountState, number: NumberInfo): AccountState {
  const { trouble: _trouble, ended: _ended, ...kept } = state
  const { ban, flagged, ...rest } = kept
  return {
    ...rest,
    ...(number.status === 'CONNECTED' ? {} : { ...(ban ? { ban } : {}), ...(flagged ? { flagged } : {}) }),
    number,
  }
}

/** Only a person can mend these. */
const needsPerson = (error: PluginError): boolean => error.code === 'AUTH_EXPIRED' || error.code === 'MISCONFIGURED'

export function troubleOf(ctx: ChannelContext, error: PluginError): NonNullable<AccountState['trouble']> {
  if (error.code === 'AUTH_EXPIRED') {
    const reason = [ctx.t('state.unauthorised'), error.detail].filter(Boolean).join(' ')
    return { state: 'disconnected', reason, userAction: 'reauthorise' }
  }
  const reason = error.detail ?? ctx.t('state.failed')
  if (needsPerson(error)) return { state: 'disconnected', reason, userAction: 'check-settings' }
  return { state: 'lost', reason: ctx.t('state.unreachable'), userAction: 'wait' }
}
