import { lockName } from '../../platform/advisory-lock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { RealtimePort } from '../auth/index.ts'
import { insertDeliveries } from './push/delivery-repo.ts'
import * as repo from './repo.ts'
import type { NotificationKind } from './schemas.ts'

/** Written into a text as it is; whoever shows it escapes it. */
export type NoticeParams = Record<string, string | number | null>

export interface Notice {
  userIds: readonly number[]
  kind: NotificationKind
  params: NoticeParams
  /** Place in the web app, `/tarefas?tarefa=7`; null when there is nothing to open. */
  link: string | null
  /** Who does not see this ticket (any more) is told neither names nor texts. */
  ticketId?: number | null
  /** What it is about: `settle` marks all of one subject as read. */
  subject?: string
  /** Of the same kind and subject one that is not read yet is enough. */
  onceUnread?: true
  /** Names the fact behind it: told once, however often it is handled. */
  cause?: string
}

export interface NotifyDeps {
  clock: Clock
  realtime: RealtimePort
  /** Browsers of the company are to be told, once the unit of work is committed. */
  kickIn(tx: Tx): Promise<void>
}

/** A push that could not be delivered for so long is of no use any more. */
export const PUSH_LIFE_MS = 12 * 3_600_000
const TEXT_MAX = 200
/** Tells people something: in the bell, on their screens and on browsers that wait for pushes. */
export type Notify = (tx: Tx, notice: Notice) => Promise<void>

export function createNotify({ clock, realtime, kickIn }: NotifyDeps): Notify {
  return async (tx, { userIds, kind, params, link, ticketId = null, subject = null, cause = null, onceUnread }) => {
    if (userIds.length === 0) return
    // two of the same at once would not see each other
    if (onceUnread) await lockName(tx, `notice:${kind}:${subject}`)
    const now = new Date(clock.now())
    const values = { kind, params: cut(params), link, ticketId }
    const made = await repo.insertNotifications(tx, [...new Set(userIds)], {
      ...values,
      ...{ subject, cause, now },
      isOnce: onceUnread === true,
    })
    if (made.length === 0) return
    const expiresAt = new Date(clock.now() + PUSH_LIFE_MS)
    const topics = made.map(({ id, userId }) => ({ userId, topic: `notification:${id}` }))
    if ((await insertDeliveries(tx, topics, { ...values, dueAt: now, expiresAt })) > 0) await kickIn(tx)
    const { tenantId } = tx.scope
    tx.afterCommit(async () => {
      for (const { id, userId } of made)
        await realtime.publish({ tenantId, to: 'user', userId }, 'notification', { action: 'create', id, kind })
    })
  }
}

/** What customers wrote may be long, and may hold what the database does not keep. */
export const cut = (params: NoticeParams): NoticeParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? cutText(value) : value]),
  )

const cutText = (text: string): string => {
  const line = text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > TEXT_MAX ? `${letters.slice(0, TEXT_MAX - 1).join('')}…` : line
}
