import type { ChannelContext, InboundEvent } from '@recado/sdk'
import type { Control } from './control.ts'

export interface Inbound {
  /** Hands events over, twice or backwards when told so. Rejects when they were not accepted. */
  push(events: InboundEvent[]): Promise<void>
  /** Reports, a turn later, how a message of ours fared. */
  receiptsFor(externalId: string): void
  stop(): void
}

export function createInbound(ctx: ChannelContext, control: Control): Inbound {
  const due = new Set<NodeJS.Immediate>()

  const push = async (events: InboundEvent[]) => {
    const { duplicate, reorder } = control.state
    const batch = reorder ? events.toReversed() : events
    await ctx.inbound.push(batch)
    if (duplicate) await ctx.inbound.push(batch)
  }

  const report = async (events: InboundEvent[]) => {
    try {
      await push(events)
    } catch (error) {
      ctx.log.warn('a receipt was not accepted', { error: String(error) })
    }
  }

  return {
    push,
    receiptsFor(externalId) {
      const { receipts } = control.state
      if (receipts === 'none') return
      const statuses = receipts === 'read' ? (['delivered', 'read'] as const) : (['delivered'] as const)
      const at = ctx.clock.now()
      const events = statuses.map((status) => ({ kind: 'receipt' as const, status, externalIds: [externalId], at }))
      const turn = setImmediate(() => {
        due.delete(turn)
        void report(events)
      })
      due.add(turn)
    },
    stop() {
      for (const turn of due) clearImmediate(turn)
      due.clear()
    },
  }
}
