import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

export interface NewRating {
  ticketId: number
  userId: number | null
  askedAt: Date
  expiresAt: Date
}

export async function insertRating(tx: Tx, rating: NewRating): Promise<void> {
  await tx.db.rating.create({ data: rating })
}

/** Somebody was asked on any channel since then. */
export async function wasAskedSince(tx: Tx, contactId: number, since: Date): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select r.id from ticket t join rating r on r.tenant_id = t.tenant_id and r.ticket_id = t.id
     where t.contact_id = ${contactId} and r.asked_at > ${since}::timestamptz limit 1`
  return rows.length > 0
}

/** The ticket lives again: what is said now is no rating. */
export async function withdrawRating(tx: Tx, ticketId: number): Promise<void> {
  await tx.db.rating.updateMany({ where: { ticketId, state: 'waiting' }, data: { state: 'withdrawn' } })
}

/** Nobody waits longer than this. Answers the tickets. */
export async function expireRatings(uow: UnitOfWork, tenantId: number, now: number, limit: number): Promise<number[]> {
  const rows = await uow.query<{ id: number }>(
    { tenantId },
    Prisma.sql`
      update rating r set state = 'expired'
       where r.id in (
         select d.id from rating d where d.state = 'waiting' and d.expires_at <= ${new Date(now)}::timestamptz
          order by d.expires_at limit ${limit} for update skip locked)
      returning r.ticket_id id`,
  )
  return rows.map(({ id }) => id)
}
