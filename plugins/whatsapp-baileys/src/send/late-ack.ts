import type { ChannelContext, InboundEvent } from '@recado/sdk'
import { outId } from '../receive/ids.ts'
import type { Intake } from '../receive/intake.ts'
import { type Governor, restrictionEnd } from './governor.ts'
import type { Sending } from './sending.ts'

/** The server's word on a message for which nobody waits any more, told as a receipt. */
export function tellLateAck(options: {
  ctx: ChannelContext
  intake: Intake
  governor: Governor
}): Sending['onLateAck'] {
  const { ctx, intake, governor } = options
  return (id, isTaken, code) => {
    const at = ctx.clock.now()
    const base = { kind: 'receipt' as const, externalIds: [outId(id)], at }
    const event: InboundEvent = isTaken
      ? { ...base, status: 'sent' }
      : {
          ...base,
          status: 'failed',
          code: 'REJECTED',
          reason: ctx.t('error.refused', { code: (code ?? '?').slice(0, 10) }),
        }
    const told = intake.push([event])
    const kept = code === '463' ? governor.restricted(restrictionEnd(at)) : Promise.resolve()
    Promise.all([told, kept]).catch((error: unknown) => {
      if (!ctx.signal.aborted)
        ctx.log.warn('a late acknowledgement was not told', { detail: String(error).slice(0, 100) })
    })
  }
}
