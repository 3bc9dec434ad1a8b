import type { ChannelContext, ConnectionReport } from '@recado/sdk'
import { noticesOf } from './notices.ts'
import type { NumberInfo } from './number.ts'

/** The pair that was seen to belong together and to the token. */
export interface Identity {
  phoneNumberId: string
  businessAccountId: string
}

/** What is known of number and account beyond this moment: Meta tells much of it once, and only by webhook. */
export interface AccountState {
  number?: NumberInfo
  identity?: Identity
  /** No app secret is known: nothing that arrives can be believed. */
  isUnsigned?: boolean
  /** Quality was so low that the number was flagged. */
  flagged?: boolean
  restrictions?: { type: string; until?: number }[]
  violation?: { type: string; at: number }
  /** `SCHEDULE_FOR_DISABLE`, `DISABLE`. */
  ban?: string
  ended?: 'deleted' | 'removed' | 'offboarded'
  /** Codes of refusals that speak of the whole account, and when. */
  refusals?: { code: number; at: number }[]
  /** Why nothing is sent at the moment. */
  trouble?: Pick<ConnectionReport, 'reason' | 'userAction'> & { state: 'lost' | 'disconnected' }
}

export interface Account {
  load(): Promise<AccountState>
  /** Changes what is known and reports the connection anew. */
  change(how: (state: AccountState) => AccountState): Promise<void>
  connecting(): Promise<void>
  /** Who it is, known before Meta is asked to call: nothing that comes at once may go astray. */
  proven(number: NumberInfo, identity: Identity): Promise<void>
  /** Somebody switched the channel off: what is told of the account later does not switch it on. */
  disconnect(): Promise<void>
}

const KEY = 'account'
const TRIES = 5

export function createAccount(ctx: ChannelContext): Account {
  const read = async () => {
    const kept = await ctx.store.get<AccountState>(KEY)
    return { state: kept?.value ?? {}, version: kept?.version ?? 0 }
  }

  /** Webhooks of one account reach several nodes at once. */
  const write = async (how: (state: AccountState) => AccountState): Promise<AccountState> => {
    for (let attempt = 1; ; attempt += 1) {
      const { state, version } = await read()
      const next = how(state)
      const done = await ctx.store.set(KEY, next, attempt < TRIES ? { ifVersion: version } : {})
      if (done !== null) return next
    }
  }

  return {
    load: async () => (await read()).state,
    async change(how) {
      const report = reportOf(ctx, await write(how))
      if (report) await ctx.connection.set(report)
    },
    connecting: () => ctx.connection.set({ state: 'connecting' }),
    async proven(number, identity) {
      await write((state) => ({ ...state, identity }))
      await ctx.connection.set({ state: 'connecting', account: accountOf(number, identity) })
    },
    async disconnect() {
      await write((state) => ({ ...state, trouble: { state: 'disconnected' } }))
      await ctx.connection.set({ state: 'disconnected' })
    },
  }
}

/** Null for a channel that never was connected. */
function reportOf(ctx: ChannelContext, state: AccountState): ConnectionReport | null {
  const { number, identity, trouble, ended, ban } = state
  const notices = noticesOf(ctx, state)
  if (trouble) return { ...trouble, notices }
  if (!number || !identity) return null
  if (ended) return { state: 'disconnected', reason: ctx.t(`state.${ended}`), userAction: 'reauthorise', notices }
  if (ban === 'DISABLE')
    return { state: 'disconnected', reason: ctx.t('state.banned'), userAction: 'check-settings', notices }
  return {
    state: 'connected',
    account: accountOf(number, identity),
    notices,
  }
}

const accountOf = ({ name, display }: NumberInfo, identity: Identity): NonNullable<ConnectionReport['account']> => ({
  id: identity.phoneNumberId,
  also: [identity.businessAccountId],
  ...(name ? { name } : {}),
  ...(display ? { number: display } : {}),
})

/** A refusal that speaks of the whole account; one notice for each code. */
export const refusal =
  (code: number, at: number) =>
  (state: AccountState): AccountState => ({
    ...state,
    refusals: [{ code, at }, ...(state.refusals ?? []).filter((one) => one.code !== code)].slice(0, 5),
  })
