import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

/** What a ticket is pointed at must be of this company and in use. */
export async function isActiveUser(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.user.count({ where: { id, isActive: true } })) === 1
}

export async function isActiveQueue(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.queue.count({ where: { id, isActive: true } })) === 1
}

export interface TransferTarget {
  id: number
  checkOnlineUsers: boolean
  fallbackQueueId: number | null
  greetingMessage: string
  transferMessage: string
  noUsersMessage: string
  /** Its active people. */
  userIds: number[]
}

/** A queue that takes tickets; null when there is none. */
export async function transferTarget(tx: Tx, id: number | null): Promise<TransferTarget | null> {
  if (id === null) return null
  const [row] = await tx.db.$queryRaw<TransferTarget[]>`
    select q.id, q.check_online_users "checkOnlineUsers", q.fallback_queue_id "fallbackQueueId",
           q.greeting_message "greetingMessage", q.transfer_message "transferMessage",
           q.no_users_message "noUsersMessage", array(
             select u.id from user_queue l join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
              where l.queue_id = q.id and u.is_active) "userIds"
      from queue q where q.id = ${id} and q.is_active`
  return row ?? null
}

export async function hasActiveQueues(tx: Tx): Promise<boolean> {
  return (await tx.db.queue.findFirst({ where: { isActive: true }, select: { id: true } })) !== null
}

export async function isInQueue(tx: Tx, userId: number, queueId: number): Promise<boolean> {
  return (await tx.db.userQueue.count({ where: { userId, queueId } })) === 1
}

/**
 * Ids of the reasons for which a ticket of this queue may be closed: those of the queue, and those of none. A company from
 * which the operator took the reasons has none.
 */
export async function reasonsFor(tx: Tx, queueId: number | null): Promise<number[]> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select r.id from closing_reason r
     where r.is_active and not exists (select 1 from tenant c where c.menu_permissions->>'closingReasons' = 'false')
       and (not exists (select 1 from closing_reason_queue q where q.closing_reason_id = r.id)
       or exists (select 1 from closing_reason_queue q
                   where q.closing_reason_id = r.id and q.queue_id = ${queueId}::int))`
  return rows.map(({ id }) => id)
}

/** Where a contact is reached on a channel: an address of its own there, else one good everywhere, its number first. */
export async function findAddress(
  tx: Tx,
  contactId: number,
  kind: string,
  channelId: number,
): Promise<{ id: number } | null> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select a.id from contact_address a join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id
     where a.contact_id = ${contactId} and a.kind = ${kind} and a.scope in (0, ${channelId})
     order by a.scope desc, (a.value = c.number) is true desc, a.id limit 1`
  return rows[0] ?? null
}

/** Has the contact a history on the channel? Comments are none. */
export async function hasTicketOn(tx: Tx, contactId: number, channelId: number): Promise<boolean> {
  return (await tx.db.ticket.findFirst({ where: { contactId, channelId, thread: '' }, select: { id: true } })) !== null
}

export interface ChannelTexts {
  greetingMessage: string
  acceptMessage: string
  transferMessage: string
  farewellMessage: string
  autoCloseMessage: string
}

const NO_TEXTS: ChannelTexts = {
  greetingMessage: '',
  acceptMessage: '',
  transferMessage: '',
  farewellMessage: '',
  autoCloseMessage: '',
}

/** Also of a deleted channel, whose tickets stay. */
export async function channelTexts(tx: Tx, id: number): Promise<ChannelTexts> {
  const row = await tx.db.channel.findFirst({
    where: { id },
    select: {
      greetingMessage: true,
      acceptMessage: true,
      transferMessage: true,
      farewellMessage: true,
      autoCloseMessage: true,
    },
  })
  return row ?? NO_TEXTS
}

const RATING_RULES = {
  ratingEnabled: true,
  ratingMessage: true,
  ratingThanksMessage: true,
  ratingInvalidMessage: true,
  ratingExpiryMessage: true,
  ratingIntervalHours: true,
  ratingWaitMinutes: true,
} as const

/** How a channel asks for ratings: null and the empty text stand for what the company has. */
export type RatingRules = Prisma.ChannelGetPayload<{ select: typeof RATING_RULES }>

/** Null for a deleted channel, which asks nobody. */
export const ratingRules = (tx: Tx, channelId: number): Promise<RatingRules | null> =>
  tx.db.channel.findFirst({ where: { id: channelId, isDeleted: false }, select: RATING_RULES })
