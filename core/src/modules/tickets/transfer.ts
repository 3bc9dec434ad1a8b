import { AppError } from '../../platform/errors/app-error.ts'
import { AWAKE, type Change, type ChangeContext, said, type Wanted } from './changes.ts'
import type { LogEntry } from './log-repo.ts'
import * as targets from './target-repo.ts'

export interface TransferContext extends ChangeContext {
  /** People with a live socket. */
  onlineUsers: readonly number[]
}

/** @throws ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_TRANSFER_TARGET for nobody, nothing new, or who is not in the queue */
export async function transfer(
  { tx, record, me, now, onlineUsers }: TransferContext,
  { queueId: asked, userId, note }: Wanted<'transfer'>,
): Promise<Change> {
  const isQueueNew = asked !== record.queueId
  const wanted = asked !== null && isQueueNew ? await targets.transferTarget(tx, asked) : null
  if (asked !== null && isQueueNew && !wanted) throw new AppError('ERR_NO_QUEUE_FOUND')
  if (userId !== null && !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  const isSame = !isQueueNew && userId === record.userId && (userId !== null) === (record.status === 'open')
  const isNobody = userId === null && asked === null
  const isOutside = userId !== null && asked !== null && !(await targets.isInQueue(tx, userId, asked))
  if (isSame || isNobody || isOutside) throw new AppError('ERR_TRANSFER_TARGET')

  const isAway = wanted?.checkOnlineUsers === true && userId === null && !isAnyOf(wanted.userIds, onlineUsers)
  const fallback = isAway ? await targets.transferTarget(tx, wanted.fallbackQueueId) : null
  const queueId = fallback?.id ?? asked
  const texts = await targets.channelTexts(tx, record.channelId)
  const news = isAway ? wanted.noUsersMessage : wanted?.transferMessage || texts.transferMessage
  const sides = { queueId, fromQueueId: record.queueId, fromUserId: record.userId, toUserId: userId }
  const nobody: Omit<LogEntry, 'ticketId'>[] =
    fallback === null ? [] : [{ type: 'noUsers', userId: null, cause: 'rule', queueId, fromQueueId: asked }]
  return {
    columns: {
      ...AWAKE,
      status: userId === null ? 'pending' : 'open',
      userId,
      queueId,
      chatFlowId: null,
      heldSince: userId === null ? null : new Date(now),
      transferNote: note,
      ...(userId !== null && record.startedAt === null ? { startedAt: new Date(now) } : {}),
    },
    logs: [
      { type: 'transfered', userId: me, note, ...sides },
      ...(userId === null ? [] : [{ type: 'receivedTransfer' as const, ...sides, userId }]),
      ...nobody,
    ],
    event: 'ticket.transferred',
    news: { extra: { isTransference: true } },
    texts: isQueueNew ? said(record, news) : [],
  }
}

const isAnyOf = (some: readonly number[], others: readonly number[]): boolean => some.some((id) => others.includes(id))
