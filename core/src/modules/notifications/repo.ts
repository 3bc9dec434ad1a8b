import type { Database } from '../../platform/db/database.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type NotificationRow = Prisma.NotificationGetPayload<object>

export interface NotificationValues {
  kind: string
  params: Record<string, string | number | null>
  link: string | null
  ticketId: number | null
  subject: string | null
  cause: string | null
  /** Not for those who have yet to read one of the same kind and subject. */
  isOnce: boolean
  now: Date
}

/** For those who are there and active. @returns what was new, by person */
export const insertNotifications = (
  tx: Tx,
  userIds: number[],
  { kind, params, link, ticketId, subject, cause, isOnce, now }: NotificationValues,
): Promise<{ id: number; userId: number }[]> => tx.db.$queryRaw`
  insert into notification (user_id, kind, params, link, ticket_id, subject, cause, created_at)
  select u.id, ${kind}, ${JSON.stringify(params)}::jsonb, ${link}, ${ticketId}::int, ${subject}, ${cause},
         ${now}::timestamptz
    from app_user u
   where u.id = any(${userIds}::int[]) and u.is_active
     and (not ${isOnce} or not exists (
       select 1 from notification n
        where n.tenant_id = u.tenant_id and n.user_id = u.id and n.kind = ${kind} and n.subject = ${subject}
          and n.read_at is null))
   order by u.id
  on conflict (tenant_id, user_id, cause) do nothing
  returning id, user_id "userId"`

/** Newest first. */
export async function listNotifications(
  tx: Tx,
  userId: number,
  { isUnread, skip, take }: { isUnread: boolean; skip: number; take: number },
): Promise<{ rows: NotificationRow[]; count: number; unread: number }> {
  const where = { userId, ...(isUnread ? { readAt: null } : {}) }
  const rows = await tx.db.notification.findMany({ where, orderBy: { id: 'desc' }, skip, take })
  const unread = await countUnread(tx, userId)
  const count = isUnread ? unread : await tx.db.notification.count({ where })
  return { rows, count, unread }
}

export const countUnread = (tx: Tx, userId: number): Promise<number> =>
  tx.db.notification.count({ where: { userId, readAt: null } })

export const findNotification = (tx: Tx, userId: number, id: number): Promise<NotificationRow | null> =>
  tx.db.notification.findFirst({ where: { id, userId } })

export async function markRead(tx: Tx, userId: number, id: number | null, now: Date): Promise<number> {
  const where = { userId, readAt: null, ...(id === null ? {} : { id }) }
  return (await tx.db.notification.updateMany({ where, data: { readAt: now } })).count
}

/** Read by everybody. @returns whose */
export async function settleSubject(tx: Tx, subject: string, now: Date): Promise<number[]> {
  const rows = await tx.db.$queryRaw<{ userId: number }[]>`
    update notification set read_at = ${now}::timestamptz where subject = ${subject} and read_at is null
    returning user_id "userId"`
  return [...new Set(rows.map((row) => row.userId))]
}

/** Of all companies. @returns how many */
export const pruneNotifications = (system: Database['system'], before: Date): Promise<number> =>
  system.$executeRaw`delete from notification where created_at < ${before}`
