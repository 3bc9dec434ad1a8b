import type { TicketLog } from '@recado/core/modules/tickets/contract'
import { formatDateTime } from '../../../lib/format/dates.ts'

/** Flows and the rule of a queue choose people. */
export const logKind = ({ type, cause }: TicketLog) =>
  type === 'userDefine' && cause === 'rule' ? 'userAssigned' : type

/** What the text of an entry of the log says besides its type. */
export const logNames = ({ type, toUser, queue, fromUser, fromQueue, user, note }: TicketLog) => ({
  to: toUser?.name ?? queue?.queue ?? '–',
  from: fromUser?.name ?? user?.name ?? '–',
  queue: queue?.queue ?? '–',
  asked: fromQueue?.queue ?? '–',
  until: type === 'snoozed' && note ? formatDateTime(note) : '–',
  score: note ?? '–',
})
