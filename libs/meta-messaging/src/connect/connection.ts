import { appSecretOf } from '@recado/meta-graph'
import { createEchoes, isPluginError, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'
import { LOGIN_TOPIC } from '../login/choose.ts'
import { type Account, type FoundAccount, findAccount, withoutToken } from './account.ts'
import { renewToken } from './renew.ts'
import { subscribe } from './subscribe.ts'
import { tidy } from './tidy.ts'

/** How often the token and the subscription are looked after. */
const CHECK_MS = 6 * 3_600_000
export const CHECK = 'check'

export interface Connection {
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  close(): Promise<void>
}

export function createConnection(line: Line): Connection {
  const { ctx } = line
  let wanted = false
  let again: Promise<void> = Promise.resolve()

  // Somebody chose a page on a screen, perhaps at another node: whoever is connected takes it at once.
  const end = ctx.bus.subscribe((topic) => {
    if (topic !== LOGIN_TOPIC) return
    line.forget()
    if (!wanted) return
    again = establish(line, ctx.signal).catch((error: unknown) => {
      ctx.log.warn('connecting after a login failed', { code: isPluginError(error) ? error.code : 'unknown' })
    })
  })

  return {
    async connect(signal) {
      wanted = true
      await establish(line, signal)
    },
    async disconnect() {
      wanted = false
      await again
      await ctx.schedule.cancel(CHECK)
      await line.status.disconnected()
    },
    async close() {
      wanted = false
      end()
      await again
    },
  }
}

/** @throws PluginError after it was told to the host */
async function establish(line: Line, signal: AbortSignal): Promise<void> {
  const { ctx, status } = line
  await status.connecting()
  try {
    if (!(await appSecretOf(ctx.secrets, ctx.app)))
      throw new PluginError('MISCONFIGURED', { field: 'appSecret', detail: ctx.t('error.noAppSecret') })
    const account = await ready(line, signal)
    await ctx.schedule.at(CHECK, ctx.clock.now() + CHECK_MS)
    await status.connected(account)
  } catch (error) {
    if (!signal.aborted) await status.failed(error)
    throw error
  }
}

/** The account behind the token, subscribed, and kept. */
async function ready(line: Line, signal: AbortSignal): Promise<Account> {
  const { ctx, platform, access, settings } = line
  const page = await access.page()
  const wanted = page ? (platform.type === 'instagram' ? page.instagram?.id : page.id) : settings.accountId
  const found: FoundAccount = await findAccount(ctx, platform, access, wanted, signal)
  if (found.pageToken) await access.derive(found.pageToken)
  // From now on its age is known, by which it is renewed.
  if (access.kind === 'instagram' && (await access.derivedAt()) === null) await access.derive(await access.token())
  const account = withoutToken(found)
  await subscribe(line, account, signal)
  await line.keepAccount(account)
  return account
}

/** The regular look: the token may be dead or near its end, and Meta ends subscriptions after long failures. */
export async function check(line: Line, signal: AbortSignal): Promise<void> {
  const { ctx, status } = line
  try {
    await tidy(ctx.store, ctx.clock.now())
    await createEchoes(ctx).tidy()
    await renewToken(line, signal)
    const account = await ready(line, signal)
    await status.connected(account)
  } catch (error) {
    if (signal.aborted) throw error
    const isFinal = isPluginError(error) && ['AUTH_EXPIRED', 'MISCONFIGURED'].includes(error.code)
    if (isFinal) return status.failed(error)
    ctx.log.warn('the regular check failed', { code: isPluginError(error) ? error.code : 'unknown' })
  }
  await ctx.schedule.at(CHECK, ctx.clock.now() + CHECK_MS)
}
