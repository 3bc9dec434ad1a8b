import { type ChannelContext, type ConnectionReport, isPluginError, type PluginError } from '@recado/sdk'
import { ApiError } from '../api/errors.ts'

export type Account = NonNullable<ConnectionReport['account']>

/** Tells the host how the connection stands, in the tenant's words. */
export interface Status {
  connecting(): Promise<void>
  /** `trouble`: connected, but deliveries fail. */
  connected(account: Account, trouble?: string): Promise<void>
  /** Goes on by itself after a pause. */
  lost(error: unknown, retries: number): Promise<void>
  /** Another program fetches this bot's messages, or registered its own address. */
  taken(): Promise<void>
  /** A person has to act. */
  stopped(error: PluginError): Promise<void>
  disconnected(): Promise<void>
}

export function createStatus(ctx: ChannelContext): Status {
  let last = ''
  const set = async (report: ConnectionReport) => {
    const text = JSON.stringify(report)
    if (text === last) return
    last = text
    await ctx.connection.set(report)
  }
  return {
    connecting: () => set({ state: 'connecting' }),
    connected: (account, trouble) =>
      set({
        state: 'connected',
        account,
        ...(trouble ? { reason: ctx.t('state.trouble', { detail: trouble }), userAction: 'check-settings' } : {}),
      }),
    lost: (error, retries) => set({ state: 'lost', reason: reasonOf(error, ctx), userAction: 'wait', retries }),
    taken: () => set({ state: 'lost', reason: ctx.t('state.taken'), userAction: 'check-settings' }),
    stopped: (error) =>
      set({
        state: 'disconnected',
        reason: error.code === 'AUTH_EXPIRED' ? ctx.t('state.unauthorised') : (error.detail ?? ctx.t('state.failed')),
        userAction: error.code === 'AUTH_EXPIRED' ? 'reauthorise' : 'check-settings',
      }),
    disconnected: () => set({ state: 'disconnected' }),
  }
}

function reasonOf(error: unknown, ctx: ChannelContext): string {
  if (isPluginError(error) && error.code === 'RATE_LIMITED') return ctx.t('state.limited')
  return error instanceof ApiError ? ctx.t('state.unreachable') : ctx.t('state.refused')
}

/** Only a person can mend these: a token that is no longer valid, settings that cannot work. */
export const needsPerson = (error: unknown): error is PluginError =>
  isPluginError(error) && (error.code === 'AUTH_EXPIRED' || error.code === 'MISCONFIGURED')
