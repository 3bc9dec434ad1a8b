import { AWAKE, type Change, type ChangeContext, type Wanted } from './changes.ts'

const MINUTE = 60_000

/** Puts a ticket aside: it waits without a person, out of the list of those that wait, until its time comes. */
export const snooze = (
  { record, me, now }: Pick<ChangeContext, 'record' | 'me' | 'now'>,
  { minutes, remember }: Wanted<'snooze'>,
): Change => ({
  columns: {
    status: 'pending',
    userId: null,
    heldSince: null,
    transferNote: null,
    snoozedUntil: new Date(now + minutes * MINUTE),
    rememberedUserId: remember ? me : null,
  },
  logs: [
    {
      type: 'snoozed',
      queueId: record.queueId,
      fromUserId: record.userId,
      note: new Date(now + minutes * MINUTE).toISOString(),
    },
  ],
  event: 'ticket.snoozed',
  news: {},
  texts: [],
})

/** Somebody takes it back among those that wait, or its time has come; whose name stays on it keeps it. */
export const wake = ({ record }: Pick<ChangeContext, 'record'>, isTime = false): Change => ({
  columns: isTime ? { snoozedUntil: null } : AWAKE,
  logs: [
    {
      type: 'woken',
      queueId: record.queueId,
      ...(isTime ? { toUserId: record.rememberedUserId, cause: 'timer' as const } : {}),
    },
  ],
  event: 'ticket.woken',
  news: isTime ? { type: 'notification:new' } : {},
  texts: [],
})
