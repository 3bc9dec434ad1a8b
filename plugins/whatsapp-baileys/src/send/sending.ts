import type { ChannelContext } from '@recado/sdk'
import type { WASocket } from '@whiskeysockets/baileys'
import type { Caches } from '../library/socket.ts'
import type { Timing } from '../timing.ts'
import type { Governor } from './governor.ts'
import type { SentLog } from './sent-log.ts'

/** What every way out needs. */
export interface Sending {
  ctx: ChannelContext
  socket: WASocket
  timing: Timing
  caches: Caches
  sentLog: SentLog
  governor: Governor
  /** This account's jid without device. */
  own: string
  /** A receipt that came after nobody waited for it any more. */
  onLateAck(id: string, isTaken: boolean, code?: string): void
}
