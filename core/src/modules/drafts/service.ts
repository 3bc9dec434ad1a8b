import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { RealtimePort } from '../auth/index.ts'
import { loadViewer, seenTicket } from '../tickets/index.ts'
import { type Draft, type DraftWrite, MAX_DRAFTS } from './contract.ts'
import * as repo from './repo.ts'

const present = ({ ticketId, isNote, body, replyToId, writtenAt }: repo.DraftRow): Draft => ({
  ticketId,
  isNote,
  body,
  quotedMsgId: replyToId,
  writtenAt: writtenAt.toISOString(),
})

export function createDraftService(deps: { uow: UnitOfWork; clock: Clock; realtime: RealtimePort }) {
  const { uow, clock, realtime } = deps
  return {
    async list(scope: Scope): Promise<Draft[]> {
      const userId = userIdOf(scope)
      if (userId === null) return []
      const viewer = await loadViewer(uow, scope)
      return (await repo.listDrafts(uow, scope, userId, viewer, MAX_DRAFTS)).map(present)
    },

    /** The newest wins, whatever comes last. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION for the operator */
    async save(
      scope: Scope,
      ticketId: number,
      { body, isNote = false, quotedMsgId = null, age = 0 }: DraftWrite,
    ): Promise<Draft> {
      const userId = userIdOf(scope)
      if (userId === null) throw new AppError('ERR_NO_PERMISSION')
      const { tenantId } = scope
      return uow.run(scope, async (tx) => {
        await seenTicket(tx, scope, ticketId)
        const written = { ticketId, isNote, body, replyToId: quotedMsgId, writtenAt: new Date(clock.now() - age) }
        const isKept = await repo.keepDraft(tx, userId, written)
        if (isKept) await repo.trimDrafts(tx, userId, MAX_DRAFTS)
        const draft = present((await repo.findDraft(tx, userId, written)) ?? written)
        // too long for the way between nodes: the browser asks for it
        const news = draft.body.length > MAX_PUSHED ? { ticketId, isLong: true } : { ticketId, draft }
        if (isKept)
          tx.afterCommit(() =>
            realtime.publish({ tenantId, to: 'user', userId }, 'draft', { action: 'update', ...news }),
          )
        return draft
      })
    },
  }
}

/** Characters of a draft that an event carries. */
const MAX_PUSHED = 1_500

export type DraftService = ReturnType<typeof createDraftService>
