import { type ChannelContext, type ConnectionReport, isPluginError, type PluginError, type Shown } from '@recado/sdk'
import type { Status } from '../drivers/driver.ts'

/** Tells the host how the connection stands, in the tenant's words. */
export interface Reporter {
  connecting(): Promise<void>
  /** A code waits to be scanned or typed. */
  waiting(show: Shown | null): Promise<void>
  connected(account: Status['account'], how: Shortcomings): Promise<void>
  /** Goes on by itself. */
  lost(error: unknown, retries: number): Promise<void>
  /** Nobody used the code in time. */
  expired(): Promise<void>
  loggedOut(): Promise<void>
  /** A person has to act. */
  stopped(error: PluginError): Promise<void>
  disconnected(): Promise<void>
}

export interface Shortcomings {
  /** Another system gets what the gateway delivers. */
  isTaken: boolean
  /** What was told while nobody listened is lost. */
  isForgetful: boolean
}

export function createReporter(ctx: ChannelContext): Reporter {
  let last = ''
  const set = async (report: ConnectionReport) => {
    const text = JSON.stringify(report)
    if (text === last) return
    last = text
    await ctx.connection.set(report)
  }
  return {
    connecting: () => set({ state: 'connecting' }),
    waiting: (show) =>
      set({
        state: 'waiting-qr',
        ...(show ? { show } : {}),
        reason: ctx.t(show ? 'state.waiting' : 'state.waitingCode'),
        userAction: show ? 'scan' : 'wait',
      }),
    connected: (account, { isTaken, isForgetful }) => {
      const notices: NonNullable<ConnectionReport['notices']> = [
        ...(isTaken ? [{ level: 'warning' as const, text: ctx.t('state.taken') }] : []),
        ...(isForgetful ? [{ level: 'info' as const, text: ctx.t('state.forgetful') }] : []),
      ]
      return set({
        state: 'connected',
        ...(account ? { account } : {}),
        ...(notices.length > 0 ? { notices } : {}),
      })
    },
    lost: (error, retries) => set({ state: 'lost', reason: ctx.t(lostReason(error)), userAction: 'wait', retries }),
    expired: () => set({ state: 'disconnected', reason: ctx.t('state.expired'), userAction: 'scan' }),
    loggedOut: () => set({ state: 'disconnected', reason: ctx.t('state.loggedOut'), userAction: 'scan' }),
    stopped: (error) =>
      set({
        state: 'disconnected',
        reason: error.code === 'AUTH_EXPIRED' ? ctx.t('state.unauthorised') : (error.detail ?? ctx.t('state.failed')),
        userAction: error.code === 'AUTH_EXPIRED' ? 'reauthorise' : 'check-settings',
      }),
    disconnected: () => set({ state: 'disconnected' }),
  }
}

function lostReason(error: unknown): string {
  if (!isPluginError(error)) return 'state.reconnecting'
  return error.code === 'RATE_LIMITED' ? 'state.limited' : 'state.unreachable'
}

const NEEDS_PERSON = new Set(['AUTH_EXPIRED', 'MISCONFIGURED', 'REJECTED', 'UNSUPPORTED'])

/** Only a person can mend these: a token that is not valid, settings that cannot work. */
export const needsPerson = (error: unknown): error is PluginError =>
  isPluginError(error) && NEEDS_PERSON.has(error.code)
