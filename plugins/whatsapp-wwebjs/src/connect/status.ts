import type { ChannelContext, ConnectionReport, PluginError } from '@recado/sdk'
import type { Timing } from '../timing.ts'

export type Account = NonNullable<ConnectionReport['account']>
export type Notices = NonNullable<ConnectionReport['notices']>

/** Tells the host how the session stands, in the tenant's words; what was told last is not repeated. */
export interface Status {
  readonly state: ConnectionReport['state'] | null
  connecting(): Promise<void>
  waitingQr(qr: string): Promise<void>
  connected(account: Account, notices: Notices): Promise<void>
  /** Goes on by itself. */
  lost(reason: 'unreachable' | 'session' | 'conflict', retries?: number): Promise<void>
  /** The phone ended the session, or somebody removed the device. */
  loggedOut(): Promise<void>
  /** A person has to act. */
  stopped(error: PluginError): Promise<void>
  disconnected(): Promise<void>
}

export function createStatus(ctx: ChannelContext, timing: Timing): Status {
  let last = ''
  let state: Status['state'] = null
  let code: { value: string; expiresAt: number } | null = null

  const set = async (report: ConnectionReport) => {
    const told = JSON.stringify(report)
    if (told === last) return
    last = told
    state = report.state
    await ctx.connection.set(report)
  }
  return {
    get state() {
      return state
    },
    connecting: () => set({ state: 'connecting' }),
    waitingQr(value) {
      if (code?.value !== value) code = { value, expiresAt: ctx.clock.now() + timing.qrMs }
      const { expiresAt } = code
      return set({
        state: 'waiting-qr',
        userAction: 'scan',
        show: { as: 'qr', value, message: ctx.t('state.scan'), expiresAt },
      })
    },
    connected: (account, notices) => set({ state: 'connected', account, notices }),
    lost: (reason, retries) =>
      set({
        state: 'lost',
        reason: ctx.t(`state.${reason}`),
        userAction: reason === 'conflict' ? 'open-phone' : 'wait',
        ...(retries === undefined ? {} : { retries }),
      }),
    loggedOut: () => set({ state: 'disconnected', reason: ctx.t('state.loggedOut'), userAction: 'reauthorise' }),
    stopped: (error) =>
      set({
        state: 'disconnected',
        reason: error.code === 'AUTH_EXPIRED' ? ctx.t('state.keyRefused') : (error.detail ?? ctx.t('state.failed')),
        userAction: error.code === 'AUTH_EXPIRED' ? 'reauthorise' : 'check-settings',
      }),
    disconnected: () => set({ state: 'disconnected' }),
  }
}
