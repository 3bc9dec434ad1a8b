import type { Tx } from '../../platform/db/uow.ts'

/** The contacts for which a picture was fetched, and the picture that they wore until now. */
export const wearPicture = (
  tx: Tx,
  mediaId: string,
  isReady: boolean,
): Promise<{ id: number; previousId: string | null }[]> =>
  tx.db.$queryRaw`
    with waiting as (
      select tenant_id, id, profile_pic_id from contact where avatar_id = ${mediaId}::uuid order by id for update)
    update contact c
       set profile_pic_id = case when ${isReady} then c.avatar_id else c.profile_pic_id end, avatar_id = null,
           updated_at = case when ${isReady} then now() else c.updated_at end
      from waiting w where c.tenant_id = w.tenant_id and c.id = w.id
    returning c.id, case when ${isReady} then w.profile_pic_id end "previousId"`

export async function liveTickets(tx: Tx, contactIds: number[]): Promise<number[]> {
  if (contactIds.length === 0) return []
  const rows = await tx.db.ticket.findMany({
    where: { contactId: { in: contactIds }, status: { not: 'closed' } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Of these contacts those with a ticket that is not closed. */
export async function withLiveTickets(tx: Tx, contactIds: number[]): Promise<number[]> {
  const rows = await tx.db.ticket.findMany({
    where: { contactId: { in: contactIds }, status: { not: 'closed' } },
    select: { contactId: true },
    distinct: ['contactId'],
  })
  return rows.map(({ contactId }) => contactId)
}
