import type { Clock } from '../../platform/clock.ts'
import { userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { hasLive, lockTicket, type TicketColumns } from './change-repo.ts'
import { AWAKE, type Change, type ChangeContext, close } from './changes.ts'
import { can, type TicketAction, type TicketViewer } from './policy.ts'
import type { TicketRecord } from './record-repo.ts'
import { factsOf } from './record-repo.ts'
import type { Remove } from './removing.ts'
import { isActiveQueue, isActiveUser, reasonsFor } from './target-repo.ts'
import { loadViewer } from './viewer.ts'
import type { Write } from './writing.ts'

/** What a ticket was before it was closed with others; `closedAt` (epoch milliseconds) tells this closing from another. */
export interface BeforeClosing {
  closedAt: number
  status: 'open' | 'pending'
  userId: number | null
  chatFlowId: number | null
  unreadMessages: number
  /** Epoch milliseconds. */
  waitingSince: number | null
  heldSince: number | null
  snoozedUntil: number | null
  rememberedUserId: number | null
  transferNote: string | null
}

export interface ClosingOptions {
  closingReasonId: number | null
  /** Sends the channel's farewell. */
  farewell: boolean
}

export type Outcome<Done> = { problem: ErrorCode } | ({ problem: null } & Done)

/** Who acts on many tickets, and what the company allows: read once for all of a unit of work. */
export interface ManyContext {
  tx: Tx
  viewer: TicketViewer
  settings: Awaited<ReturnType<typeof readSettings>>
  now: number
}

const millis = (date: Date | null): number | null => date?.getTime() ?? null
const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/** One ticket after the other, in somebody's unit of work: each by the rules that hold for it alone; a refusal is told. */
export function createMany({ clock, write, remove }: { clock: Clock; write: Write; remove: Remove }) {
  const admitted = async (
    { tx, viewer, settings }: ManyContext,
    id: number,
    action: TicketAction,
  ): Promise<TicketRecord | ErrorCode> => {
    const record = await lockTicket(tx, id)
    if (!record) return 'ERR_NO_TICKET_FOUND'
    const allowed = can(viewer, action, factsOf(record), { allowReopen: isOn(settings, 'allowReopen') })
    return allowed === true ? record : allowed
  }

  const changeContext = ({ tx, settings, now }: ManyContext, record: TicketRecord): ChangeContext => ({
    ...{ tx, record, settings, now },
    me: userIdOf(tx.scope),
  })

  return {
    begin: async (tx: Tx): Promise<ManyContext> => ({
      tx,
      viewer: await loadViewer(tx, tx.scope),
      settings: await readSettings(tx),
      now: clock.now(),
    }),

    /** `texts` are left to say. No rating is asked for. */
    async close(
      context: ManyContext,
      id: number,
      { closingReasonId, farewell }: ClosingOptions,
    ): Promise<Outcome<{ before: BeforeClosing; texts: string[] }>> {
      const record = await admitted(context, id, 'close')
      if (typeof record === 'string') return { problem: record }
      // where nothing can be chosen, what was chosen for others is not meant
      const reasons = await reasonsFor(context.tx, record.queueId)
      const reasonId = reasons.length === 0 ? null : closingReasonId
      const asked = {
        action: 'close',
        closingReasonId: reasonId,
        farewell: farewell ? null : false,
        askRating: false,
      } as const
      const change = await refusable(close(changeContext(context, record), asked))
      if (typeof change === 'string') return { problem: change }
      await write(changeContext(context, record), change)
      const before: BeforeClosing = {
        closedAt: context.now,
        status: record.status === 'open' ? 'open' : 'pending',
        userId: record.userId,
        chatFlowId: record.chatFlowId,
        unreadMessages: record.unreadMessages,
        waitingSince: millis(record.waitingSince),
        heldSince: millis(record.heldSince),
        snoozedUntil: millis(record.snoozedUntil),
        rememberedUserId: record.rememberedUserId,
        transferNote: record.transferNote,
      }
      return { problem: null, before, texts: change.texts }
    },

    /** Takes a closing back, when nothing was done with the ticket since. */
    async reopen(context: ManyContext, id: number, before: BeforeClosing): Promise<Outcome<object>> {
      const { tx } = context
      const record = await admitted(context, id, 'reopen')
      // it was opened again by somebody else
      if (record === 'ERR_TICKET_STATE') return { problem: 'ERR_TICKET_CHANGED' }
      if (typeof record === 'string') return { problem: record }
      if (millis(record.closedAt) !== before.closedAt) return { problem: 'ERR_TICKET_CHANGED' }
      if (await hasLive(tx, record)) return { problem: 'ERR_OTHER_OPEN_TICKET' }
      await write(changeContext(context, record), await asBefore(tx, record, before))
      return { problem: null }
    },

    async remove({ tx, ...context }: ManyContext, id: number): Promise<Outcome<object>> {
      const record = await admitted({ tx, ...context }, id, 'delete')
      if (typeof record === 'string') return { problem: record }
      await remove(tx, record)
      return { problem: null }
    },
  }
}

export type Many = ReturnType<typeof createMany>

/** A refusal is found out before anything is written. */
const refusable = (change: Promise<Change>): Promise<Change | ErrorCode> =>
  change.catch((error: unknown) => {
    if (error instanceof AppError) return error.code
    throw error
  })

/** Whoever had it has it again, unless they are gone. */
async function asBefore(tx: Tx, record: TicketRecord, before: BeforeClosing): Promise<Change> {
  const userId = before.userId !== null && (await isActiveUser(tx, before.userId)) ? before.userId : null
  const isOpen = before.status === 'open' && userId !== null
  const queueId = record.queueId !== null && (await isActiveQueue(tx, record.queueId)) ? record.queueId : null
  const columns: TicketColumns = {
    ...AWAKE,
    status: isOpen ? 'open' : 'pending',
    userId,
    queueId,
    closedAt: null,
    closingReasonId: null,
    isFarewellMessage: false,
    chatFlowId: before.chatFlowId,
    unreadMessages: before.unreadMessages,
    waitingSince: dateOf(before.waitingSince),
    heldSince: dateOf(before.heldSince),
    transferNote: before.transferNote,
    ...(isOpen ? {} : { snoozedUntil: dateOf(before.snoozedUntil), rememberedUserId: before.rememberedUserId }),
  }
  return {
    columns,
    logs: [{ type: isOpen ? 'open' : 'pending', queueId, fromUserId: record.userId, toUserId: userId }],
    event: 'ticket.reopened',
    news: {},
    texts: [],
  }
}
