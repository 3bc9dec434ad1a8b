import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { type TicketViewer, visibleSql } from '../tickets/index.ts'

export interface DraftRow {
  ticketId: number
  isNote: boolean
  body: string
  replyToId: string | null
  writtenAt: Date
}

const columns = Prisma.sql`d.ticket_id "ticketId", d.is_note "isNote", d.body, d.reply_to_id "replyToId", d.written_at "writtenAt"`

export const listDrafts = (
  uow: UnitOfWork,
  scope: Scope,
  userId: number,
  viewer: TicketViewer,
  take: number,
): Promise<DraftRow[]> =>
  uow.query<DraftRow>(
    scope,
    Prisma.sql`select ${columns} from draft d join ticket t on t.id = d.ticket_id
                where d.user_id = ${userId} and ${visibleSql(viewer)}
                order by d.written_at desc, d.ticket_id desc limit ${take}`,
  )

/** Keeps it unless there is a newer one. What it answers must stand in the ticket. */
export const keepDraft = async (tx: Tx, userId: number, draft: DraftRow): Promise<boolean> =>
  (await tx.db.$executeRaw`
    insert into draft as d (user_id, ticket_id, is_note, body, reply_to_id, written_at)
    values (${userId}, ${draft.ticketId}, ${draft.isNote}, ${draft.body}, (
      select m.id from message m where m.ticket_id = ${draft.ticketId} and m.id = ${draft.replyToId}::uuid), ${draft.writtenAt})
    on conflict (tenant_id, user_id, ticket_id, is_note) do update
      set body = excluded.body, reply_to_id = excluded.reply_to_id, written_at = excluded.written_at
      where d.written_at <= excluded.written_at
        and (d.body, d.reply_to_id) is distinct from (excluded.body, excluded.reply_to_id)`) > 0

export async function findDraft(
  tx: Tx,
  userId: number,
  place: Pick<DraftRow, 'ticketId' | 'isNote'>,
): Promise<DraftRow | null> {
  const [row] = await tx.db.$queryRaw<DraftRow[]>(
    Prisma.sql`select ${columns} from draft d where d.user_id = ${userId} and d.ticket_id = ${place.ticketId} and d.is_note = ${place.isNote}`,
  )
  return row ?? null
}

/** Lets the oldest of a person go. */
export const trimDrafts = (tx: Tx, userId: number, keep: number): Promise<number> =>
  tx.db.$executeRaw`
    delete from draft d using (
      select o.ticket_id, o.is_note from draft o where o.user_id = ${userId}
       order by o.written_at desc, o.ticket_id desc, o.is_note offset ${keep}) old
     where d.user_id = ${userId} and d.ticket_id = old.ticket_id and d.is_note = old.is_note`
