import { GraphError } from '@recado/meta-graph'
import type { ChannelContext } from '@recado/sdk'
import { type Access, createAccess } from './connect/access.ts'
import type { Account } from './connect/account.ts'
import { createStatus, noticeOf, type Status } from './connect/status.ts'
import { isTokenDead } from './errors.ts'
import type { Platform } from './platform.ts'
import type { MetaSettings } from './settings.ts'

const ACCOUNT_KEY = 'account'

/** A channel's line to Meta: what all of its parts share. */
export interface Line {
  readonly ctx: ChannelContext
  readonly platform: Platform
  readonly settings: Readonly<MetaSettings>
  readonly access: Access
  readonly status: Status
  /** The account as the last connection found it; null before the first. */
  account(): Promise<Account | null>
  keepAccount(account: Account): Promise<void>
  /** Forgets what was read of the store: somebody logged in. */
  forget(): void
  /**
   * Runs calls of which a refusal tells something about the channel: a dead token is told as such, a restriction as a
   * notice. `strict`: a missing permission, too, makes the channel useless.
   */
  watched<T>(work: () => Promise<T>, strict: boolean): Promise<T>
}

/** Makes no request. */
export function createLine(ctx: ChannelContext, platform: Platform): Line {
  const settings = ctx.settings as unknown as Readonly<MetaSettings>
  const status = createStatus(ctx)
  let known: Account | null = null

  const account = async (): Promise<Account | null> => {
    known ??= (await ctx.store.get<Account>(ACCOUNT_KEY))?.value ?? null
    return known
  }

  const told = async (error: unknown, strict: boolean): Promise<void> => {
    if (!(error instanceof GraphError)) return
    if (isTokenDead(error.fault) || (strict && error.code === 'AUTH_EXPIRED')) return status.failed(error)
    const notice = noticeOf(error, ctx)
    const connected = notice ? await account() : null
    if (notice && connected) await status.connected(connected, [notice])
  }

  return {
    ctx,
    platform,
    settings,
    access: createAccess(ctx, settings),
    status,
    account,
    async keepAccount(next) {
      known = next
      await ctx.store.set(ACCOUNT_KEY, next)
    },
    forget() {
      known = null
    },
    async watched(work, strict) {
      try {
        return await work()
      } catch (error) {
        await told(error, strict)
        throw error
      }
    },
  }
}
