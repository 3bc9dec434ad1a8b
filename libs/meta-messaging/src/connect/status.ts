import { GraphError } from '@recado/meta-graph'
import { type ChannelContext, type ConnectionReport, isPluginError, type Notice } from '@recado/sdk'
import { isRestricted } from '../errors.ts'
import type { Account } from './account.ts'

const RESTRICTED_MS = 24 * 3_600_000

/** Tells the host how the connection stands, in the tenant's words. */
export interface Status {
  connecting(): Promise<void>
  connected(account: Account, notices?: Notice[]): Promise<void>
  /** An attempt failed; the host tries again unless a person has to act. */
  failed(error: unknown): Promise<void>
  disconnected(): Promise<void>
}

export function createStatus(ctx: Pick<ChannelContext, 'connection' | 't'>): Status {
  const set = (report: ConnectionReport) => ctx.connection.set(report)
  return {
    connecting: () => set({ state: 'connecting' }),
    connected: ({ id, also, name }, notices = []) => set({ state: 'connected', account: { id, name, also }, notices }),
    failed: (error) => set(reportOf(error, ctx)),
    disconnected: () => set({ state: 'disconnected' }),
  }
}

function reportOf(error: unknown, { t }: Pick<ChannelContext, 't'>): ConnectionReport {
  if (!isPluginError(error)) return { state: 'lost', reason: t('state.failed'), userAction: 'contact-operator' }
  switch (error.code) {
    case 'AUTH_EXPIRED':
      return { state: 'disconnected', reason: reasonOfRefusal(error, t), userAction: 'reauthorise' }
    case 'MISCONFIGURED':
      return { state: 'disconnected', reason: error.detail ?? t('state.failed'), userAction: 'check-settings' }
    case 'RATE_LIMITED':
      return { state: 'lost', reason: t('state.limited'), userAction: 'wait' }
    case 'REJECTED':
      return {
        state: 'disconnected',
        reason: t('state.refused', { detail: error.detail ?? '' }),
        userAction: 'check-settings',
      }
    default:
      return { state: 'lost', reason: t('state.unreachable'), userAction: 'wait' }
  }
}

/** A token that is dead, or one that lacks a permission. */
function reasonOfRefusal(error: unknown, t: ChannelContext['t']): string {
  if (!(error instanceof GraphError) || [190, 102, 0].includes(error.fault.code)) return t('state.unauthorised')
  return t('state.noPermission', { detail: error.detail ?? '' })
}

/** What people should know although the channel works. */
export function noticeOf(error: unknown, ctx: Pick<ChannelContext, 't' | 'clock'>): Notice | null {
  if (!(error instanceof GraphError) || !isRestricted(error.fault)) return null
  const text = ctx.t('notice.restricted', { detail: error.detail ?? '' })
  return { level: 'error', text, until: ctx.clock.now() + RESTRICTED_MS }
}
