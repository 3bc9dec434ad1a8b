import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isOn, numberOf, type SettingValues } from '../settings/index.ts'
import { findLive, type TicketColumns } from './change-repo.ts'
import { otherOpenTicket } from './conflict.ts'
import type { Intent } from './intent.ts'
import type { LogEntry } from './log-repo.ts'
import { askForRating } from './rating.ts'
import { withdrawRating } from './rating-repo.ts'
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
  /** Said to the customer afterwards, in this order; variables are not filled in yet. */
  texts: string[]
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

export type Wanted<Action extends Intent['action']> = Extract<Intent, { action: Action }>

const DAY = 24 * 60 * 60_000

/** Whoever has it has it anew, and nobody waits for it any more. */
export const AWAKE = { snoozedUntil: null, rememberedUserId: null } as const

/** Automatic texts are not for groups; an empty one is none. */
export const said = (record: TicketRecord, ...texts: string[]): string[] =>
  record.isGroup ? [] : texts.filter((text) => text.trim() !== '')

export async function accept({ tx, record, now }: ChangeContext, { userId }: Wanted<'accept'>): Promise<Change | null> {
  if (userId === null || !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  if (record.status === 'open' && record.userId === userId) return null
  const texts = await targets.channelTexts(tx, record.channelId)
  return {
    columns: {
      ...AWAKE,
      status: 'open',
      userId,
      chatFlowId: null,
      unreadMessages: 0,
      heldSince: new Date(now),
      startedAt: record.status === 'pending' ? new Date(now) : (record.startedAt ?? new Date(now)),
    },
    logs: [{ type: 'open', queueId: record.queueId, fromUserId: record.userId, toUserId: userId }],
    event: 'ticket.accepted',
    news: {},
    texts: record.status === 'pending' ? said(record, texts.acceptMessage) : [],
  }
}

export const giveBack = ({ record }: Pick<ChangeContext, 'record'>): Change => ({
  columns: { ...AWAKE, status: 'pending', userId: null, heldSince: null, transferNote: null },
  logs: [{ type: 'pending', queueId: record.queueId, fromUserId: record.userId }],
  event: 'ticket.returned',
  news: { type: 'notification:new' },
  texts: [],
})

/** @throws ERR_CLOSING_REASON_REQUIRED, ERR_NO_CLOSING_REASON_FOUND */
export async function close(
  { tx, record, settings, me, now }: ChangeContext,
  { closingReasonId, farewell, askRating }: Wanted<'close'>,
): Promise<Change> {
  const reasons = await targets.reasonsFor(tx, record.queueId)
  if (closingReasonId !== null && !reasons.includes(closingReasonId)) throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
  // Where no reason can be chosen none can be required.
  if (closingReasonId === null && isOn(settings, 'closingReasonRequired') && reasons.length > 0)
    throw new AppError('ERR_CLOSING_REASON_REQUIRED')
  const texts = await targets.channelTexts(tx, record.channelId)
  const goodbye = farewell === null ? said(record, texts.farewellMessage) : [farewell || []].flat()
  const userId = record.userId ?? me
  const request = askRating ? await askForRating(tx, record, { settings, userId, now }) : null
  return {
    columns: { ...closed(now), userId, closingReasonId, isFarewellMessage: goodbye.length > 0 },
    logs: [
      { type: 'closed', queueId: record.queueId, closingReasonId },
      ...(request === null ? [] : [{ type: 'ratingRequested' as const, userId: null, cause: 'rule' as const }]),
    ],
    event: 'ticket.closed',
    news: {},
    texts: request === null ? goodbye : [...goodbye, request],
  }
}

/** What every way of closing leaves behind. */
export const closed = (now: number): TicketColumns => ({
  ...AWAKE,
  status: 'closed',
  closedAt: new Date(now),
  waitingSince: null,
  heldSince: null,
  transferNote: null,
  chatFlowId: null,
  unreadMessages: 0,
})

/** @throws ERR_TICKET_TOO_OLD, ERR_OTHER_OPEN_TICKET */
export async function reopen(
  { tx, record, settings, me, now }: ChangeContext,
  { status, userId }: Wanted<'reopen'>,
): Promise<Change> {
  const maxDays = numberOf(settings, 'reopenMaxDays')
  const closedAt = record.closedAt?.getTime() ?? record.updatedAt.getTime()
  if (maxDays > 0 && now - closedAt > maxDays * DAY) throw new AppError('ERR_TICKET_TOO_OLD')
  const other = await findLive(tx, tx.scope, record)
  if (other) throw otherOpenTicket(other, { me, hidesQueueless: isOn(settings, 'NotViewTicketsQueueUndefined') })
  if (userId !== null && !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  await withdrawRating(tx, record.id)
  const isOpen = status === 'open' && userId !== null
  return {
    columns: {
      status: isOpen ? 'open' : 'pending',
      userId: isOpen ? userId : null,
      closedAt: null,
      closingReasonId: null,
      isFarewellMessage: false,
      heldSince: isOpen ? new Date(now) : null,
      ...(isOpen && record.startedAt === null ? { startedAt: new Date(now) } : {}),
    },
    logs: [{ type: isOpen ? 'open' : 'pending', queueId: record.queueId, fromUserId: record.userId }],
    event: 'ticket.reopened',
    news: isOpen ? {} : { type: 'notification:new' },
    texts: [],
  }
}
