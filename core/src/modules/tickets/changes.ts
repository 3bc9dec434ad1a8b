import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isOn, numberOf, type SettingValues } from '../settings/index.ts'
import { findLive, type TicketColumns } from './change-repo.ts'
import { otherOpenTicket } from './conflict.ts'
import type { Intent } from './intent.ts'
import type { LogEntry } from './log-repo.ts'
import type { NewsOptions } from './realtime.ts'
import type { TicketRecord } from './record-repo.ts'
import * as targets from './target-repo.ts'

/** What a change writes, and what follows from it. */
export interface Change {
  columns: TicketColumns
  logs: Omit<LogEntry, 'ticketId'>[]
  /** Name of the domain event. */
  event: string
  news: NewsOptions
  /** Said to the customer afterwards; variables are not filled in yet. */
  text: string | null
}

export interface ChangeContext {
  tx: Tx
  record: TicketRecord
  settings: SettingValues
  /** The caller's id in this company, if they have one. */
  me: number | null
  /** Epoch milliseconds. */
  now: number
}

type Wanted<Action extends Intent['action']> = Extract<Intent, { action: Action }>

const DAY = 24 * 60 * 60_000

/** Automatic texts are not for groups; an empty one is none. */
const said = (record: TicketRecord, text: string): string | null => (record.isGroup || text.trim() === '' ? null : text)

export async function accept({ tx, record, now }: ChangeContext, { userId }: Wanted<'accept'>): Promise<Change | null> {
  if (userId === null || !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  if (record.status === 'open' && record.userId === userId) return null
  const texts = await targets.channelTexts(tx, record.channelId)
  return {
    columns: {
      status: 'open',
      userId,
      chatFlowId: null,
      unreadMessages: 0,
      startedAt: record.status === 'pending' ? new Date(now) : (record.startedAt ?? new Date(now)),
    },
    logs: [{ type: 'open', queueId: record.queueId, fromUserId: record.userId, toUserId: userId }],
    event: 'ticket.accepted',
    news: {},
    text: record.status === 'pending' ? said(record, texts.acceptMessage) : null,
  }
}

export const giveBack = ({ record }: ChangeContext): Change => ({
  columns: { status: 'pending', userId: null },
  logs: [{ type: 'pending', queueId: record.queueId, fromUserId: record.userId }],
  event: 'ticket.returned',
  news: { type: 'notification:new' },
  text: null,
})

/** @throws ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_TRANSFER_TARGET for nobody, nothing new, or who is not in the queue */
export async function transfer(
  { tx, record, me, now }: ChangeContext,
  { queueId, userId }: Wanted<'transfer'>,
): Promise<Change> {
  const isQueueNew = queueId !== record.queueId
  if (queueId !== null && isQueueNew && !(await targets.isActiveQueue(tx, queueId)))
    throw new AppError('ERR_NO_QUEUE_FOUND')
  if (userId !== null && !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  const isSame = !isQueueNew && userId === record.userId && (userId !== null) === (record.status === 'open')
  const isNobody = userId === null && queueId === null
  const isOutside = userId !== null && queueId !== null && !(await targets.isInQueue(tx, userId, queueId))
  if (isSame || isNobody || isOutside) throw new AppError('ERR_TRANSFER_TARGET')
  const texts = await targets.channelTexts(tx, record.channelId)
  const sides = { queueId, fromQueueId: record.queueId, fromUserId: record.userId, toUserId: userId }
  return {
    columns: {
      status: userId === null ? 'pending' : 'open',
      userId,
      queueId,
      chatFlowId: null,
      ...(userId !== null && record.startedAt === null ? { startedAt: new Date(now) } : {}),
    },
    logs: [
      { type: 'transfered', userId: me, ...sides },
      ...(userId === null ? [] : [{ type: 'receivedTransfer' as const, ...sides, userId }]),
    ],
    event: 'ticket.transferred',
    news: { extra: { isTransference: true } },
    text: isQueueNew ? said(record, texts.transferMessage) : null,
  }
}

/** @throws ERR_CLOSING_REASON_REQUIRED, ERR_NO_CLOSING_REASON_FOUND */
export async function close(
  { tx, record, settings, me, now }: ChangeContext,
  { closingReasonId, farewell }: Wanted<'close'>,
): Promise<Change> {
  if (closingReasonId !== null && !(await targets.isActiveReason(tx, closingReasonId)))
    throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
  // Where no reason can be chosen none can be required.
  if (closingReasonId === null && isOn(settings, 'closingReasonRequired') && (await targets.hasActiveReasons(tx)))
    throw new AppError('ERR_CLOSING_REASON_REQUIRED')
  const texts = await targets.channelTexts(tx, record.channelId)
  const text = farewell === null ? said(record, texts.farewellMessage) : farewell || null
  return {
    columns: {
      status: 'closed',
      userId: record.userId ?? me,
      closedAt: new Date(now),
      closingReasonId,
      isFarewellMessage: text !== null,
      waitingSince: null,
      chatFlowId: null,
      unreadMessages: 0,
    },
    logs: [{ type: 'closed', queueId: record.queueId, closingReasonId }],
    event: 'ticket.closed',
    news: {},
    text,
  }
}

/** @throws ERR_TICKET_TOO_OLD, ERR_OTHER_OPEN_TICKET */
export async function reopen(
  { tx, record, settings, me, now }: ChangeContext,
  { status, userId }: Wanted<'reopen'>,
): Promise<Change> {
  const maxDays = numberOf(settings, 'reopenMaxDays')
  const closedAt = record.closedAt?.getTime() ?? record.updatedAt.getTime()
  if (maxDays > 0 && now - closedAt > maxDays * DAY) throw new AppError('ERR_TICKET_TOO_OLD')
  const other = await findLive(tx, tx.scope, record)
  if (other) throw otherOpenTicket(other, me)
  if (userId !== null && !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  const isOpen = status === 'open' && userId !== null
  return {
    columns: {
      status: isOpen ? 'open' : 'pending',
      userId: isOpen ? userId : null,
      closedAt: null,
      closingReasonId: null,
      isFarewellMessage: false,
      ...(isOpen && record.startedAt === null ? { startedAt: new Date(now) } : {}),
    },
    logs: [{ type: isOpen ? 'open' : 'pending', queueId: record.queueId, fromUserId: record.userId }],
    event: 'ticket.reopened',
    news: isOpen ? {} : { type: 'notification:new' },
    text: null,
  }
}
