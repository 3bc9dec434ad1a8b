import { type Change, type ChangeContext, closed, giveBack, said } from './changes.ts'
import * as targets from './target-repo.ts'

/** The customer waits for somebody who does not answer: others may. */
export function autoPending(context: Pick<ChangeContext, 'record'>): Change {
  const { queueId, userId: fromUserId } = context.record
  return { ...giveBack(context), logs: [{ type: 'autoPending', cause: 'timer', queueId, fromUserId }] }
}

/**
 * The customer has not answered for so long. No rating is asked for: whoever writes now comes back with something to
 * say, and must find an open door.
 */
export async function autoClose({ tx, record, now }: Pick<ChangeContext, 'tx' | 'record' | 'now'>): Promise<Change> {
  const texts = said(record, (await targets.channelTexts(tx, record.channelId)).autoCloseMessage)
  return {
    columns: { ...closed(now), closingReasonId: null, isFarewellMessage: texts.length > 0 },
    logs: [{ type: 'autoCloseInactive', cause: 'timer', queueId: record.queueId, fromUserId: record.userId }],
    event: 'ticket.closed',
    news: {},
    texts,
  }
}
