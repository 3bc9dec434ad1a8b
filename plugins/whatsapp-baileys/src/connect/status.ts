import type { ChannelContext, ConnectionReport, Notice, Shown } from '@recado/sdk'

export type Account = NonNullable<ConnectionReport['account']>
type UserAction = NonNullable<ConnectionReport['userAction']>

/** Tells the host how the connection stands, in the tenant's words, and what holds besides. */
export interface Status {
  connecting(retries?: number): Promise<void>
  waiting(show: Shown): Promise<void>
  connected(account: Account): Promise<void>
  lost(reason: string, retries: number): Promise<void>
  stopped(reason: string, userAction: UserAction): Promise<void>
  disconnected(): Promise<void>
  /** Sets or takes back what people should know although the channel works. */
  note(name: string, notice: Notice | null): Promise<void>
}

export function createStatus(ctx: ChannelContext): Status {
  const notices = new Map<string, Notice>()
  let report: ConnectionReport = { state: 'disconnected' }
  let last = ''

  const tell = async (next: ConnectionReport) => {
    report = next
    const now = ctx.clock.now()
    const holding = [...notices.values()].filter(({ until }) => until === undefined || until > now)
    const whole = holding.length > 0 ? { ...next, notices: holding } : next
    const text = JSON.stringify(whole)
    if (text === last) return
    last = text
    await ctx.connection.set(whole).catch((error: unknown) => {
      last = ''
      ctx.log.warn('the state could not be told', { detail: String(error).slice(0, 200) })
    })
  }

  return {
    connecting: (retries = 0) => tell({ state: 'connecting', ...(retries > 0 ? { retries } : {}) }),
    waiting: (show) => tell({ state: 'waiting-qr', show, userAction: 'scan' }),
    connected: (account) => tell({ state: 'connected', account }),
    lost: (reason, retries) => tell({ state: 'lost', reason: ctx.t(reason), userAction: 'wait', retries }),
    stopped: (reason, userAction) => tell({ state: 'disconnected', reason: ctx.t(reason), userAction }),
    disconnected: () => tell({ state: 'disconnected' }),
    async note(name, notice) {
      if (notice) notices.set(name, notice)
      else if (!notices.delete(name)) return
      await tell(report)
    },
  }
}
