import type { Clock } from '../../platform/clock.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { readSettings } from '../settings/index.ts'
import { claimWaiting } from './change-repo.ts'
import { AWAKE, type Change, said } from './changes.ts'
import { writeLog } from './log-repo.ts'
import { loadTickets, type TicketRecord } from './record-repo.ts'
import type { Say } from './saying.ts'
import { channelTexts } from './target-repo.ts'
import type { Write } from './writing.ts'

/** Gives waiting tickets to people by a rule. */
export function createAssigning({ uow, clock, say, write }: { uow: UnitOfWork; clock: Clock; say: Say; write: Write }) {
  const speak = async (tenantId: number, ticketId: number, texts: string[], timezone: string): Promise<void> => {
    const [record] = texts.length > 0 ? await loadTickets(uow, { tenantId }, [ticketId]) : []
    if (!record) return
    for (const text of texts) await say(systemScope(tenantId, 'distribution'), record, text, timezone)
  }

  return {
    /**
     * Opens a pending ticket for whom `choose` names, as if they had accepted it.
     * @returns who got it, null when nobody did
     */
    async assign(
      tx: Tx,
      ticketId: number,
      choose: (record: TicketRecord) => Promise<number | null>,
    ): Promise<number | null> {
      const record = await claimWaiting(tx, ticketId)
      const userId = record ? await choose(record) : null
      if (!record || userId === null) return null
      const settings = await readSettings(tx)
      const now = clock.now()
      const { acceptMessage } = await channelTexts(tx, record.channelId)
      await write({ tx, record, settings, me: null, now }, assigned(record, userId, now))
      const { tenantId } = tx.scope
      tx.afterCommit(() => speak(tenantId, ticketId, said(record, acceptMessage), settings.timezone))
      return userId
    },

    /** That a ticket waits although its contact belongs to somebody. */
    async noteAbsence(tx: Tx, record: { id: number; queueId: number | null }): Promise<void> {
      const entry = { type: 'walletAway' as const, cause: 'rule' as const, userId: null }
      await writeLog(tx, [{ ...entry, ticketId: record.id, queueId: record.queueId }])
    },
  }
}

export type Assigning = ReturnType<typeof createAssigning>

const assigned = (record: TicketRecord, userId: number, now: number): Change => ({
  columns: {
    ...AWAKE,
    status: 'open',
    userId,
    chatFlowId: null,
    heldSince: new Date(now),
    startedAt: new Date(now),
  },
  logs: [{ type: 'userDefine', cause: 'rule', userId: null, queueId: record.queueId, toUserId: userId }],
  event: 'ticket.assigned',
  news: {},
  texts: [],
})
