import type { ChannelContext } from '@recado/sdk'
import type { WASocket } from '@whiskeysockets/baileys'
import type { Status } from '../connect/status.ts'
import { numberOf } from '../library/number.ts'
import { type Governor, restrictionEnd } from './governor.ts'

/** What WhatsApp says of the account: it is new here, may not write to strangers for a while, has few new chats left. */
export function watchRestrictions(socket: WASocket, ctx: ChannelContext, status: Status, governor: Governor): void {
  const told = (work: Promise<void>) => {
    work.catch((error: unknown) => ctx.log.warn('a restriction was not told', { detail: String(error).slice(0, 100) }))
  }
  socket.ev.on('connection.update', ({ reachoutTimeLock: lock, isNewLogin }) => {
    if (isNewLogin) told(governor.paired())
    if (!lock) return
    const end = lock.timeEnforcementEnds?.getTime() ?? restrictionEnd(ctx.clock.now())
    told(governor.restricted(lock.isActive ? end : null))
  })
  socket.ev.on('message-capping.update', (info) => {
    const total = numberOf(info.total_quota)
    const used = numberOf(info.used_quota)
    if (total === undefined || used === undefined || total <= 0) return
    const left = Math.max(0, total - used)
    const level = left === 0 ? 'error' : 'warning'
    told(status.note('quota', left > total / 2 ? null : { level, text: ctx.t('notice.quota', { left, total }) }))
  })
}
