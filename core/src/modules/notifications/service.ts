import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import type { RealtimePort } from '../auth/index.ts'
import { presentNotification } from './presenter.ts'
import * as repo from './repo.ts'
import type { Notification } from './schemas.ts'

export interface CentreDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
  /** Which of these tickets the caller sees. */
  seenTickets(scope: Scope, ids: number[]): Promise<ReadonlySet<number>>
}

const PAGE = 30

export function createCentre({ uow, clock, realtime, seenTickets }: CentreDeps) {
  const now = () => new Date(clock.now())

  const tellRead = (tenantId: number, userId: number, id: number | null) =>
    realtime.publish({ tenantId, to: 'user', userId }, 'notification', { action: 'read', id })

  const tellSettled = (tenantId: number, userId: number) =>
    realtime.publish({ tenantId, to: 'user', userId }, 'notification', { action: 'settled' })

  const present = async (scope: Scope, rows: repo.NotificationRow[]): Promise<Notification[]> => {
    const ids = [...new Set(rows.flatMap((row) => row.ticketId ?? []))]
    const seen: ReadonlySet<number> = ids.length === 0 ? new Set() : await seenTickets(scope, ids)
    return rows.flatMap((row) => {
      const isHidden = row.ticketId !== null && !seen.has(row.ticketId)
      return presentNotification(row, scope.locale, isHidden) ?? []
    })
  }

  return {
    /** The operator, who is nobody of this company, was told nothing here. */
    async list(scope: Scope, query: { unread?: boolean; pageNumber?: number; pageSize?: number }) {
      const userId = userIdOf(scope)
      if (userId === null) return { notifications: [], count: 0, hasMore: false, unread: 0 }
      const page = pageOf(query, PAGE)
      const { rows, count, unread } = await uow.run(scope, (tx) =>
        repo.listNotifications(tx, userId, { ...page, isUnread: query.unread === true }),
      )
      const notifications = await present(scope, rows)
      return { notifications, count, hasMore: page.skip + rows.length < count, unread }
    },

    /** @throws ERR_NO_NOTIFICATION_FOUND */
    async read(scope: Scope, id: number): Promise<Notification> {
      const userId = userIdOf(scope)
      const row = await uow.run(scope, async (tx) => {
        if (userId === null) return null
        const changed = await repo.markRead(tx, userId, id, now())
        if (changed > 0) tx.afterCommit(() => tellRead(scope.tenantId, userId, id))
        return repo.findNotification(tx, userId, id)
      })
      const [shown] = row ? await present(scope, [row]) : []
      if (!shown) throw new AppError('ERR_NO_NOTIFICATION_FOUND')
      return shown
    },

    async readAll(scope: Scope): Promise<void> {
      const userId = userIdOf(scope)
      if (userId === null) return
      await uow.run(scope, async (tx) => {
        const changed = await repo.markRead(tx, userId, null, now())
        if (changed > 0) tx.afterCommit(() => tellRead(scope.tenantId, userId, null))
      })
    },

    /** What it was about is done: nobody needs to be told any more. In the caller's unit of work. */
    async settle(tx: Tx, subject: string): Promise<void> {
      const { tenantId } = tx.scope
      const userIds = await repo.settleSubject(tx, subject, now())
      for (const userId of userIds) tx.afterCommit(() => tellSettled(tenantId, userId))
    },
  }
}
